import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { rulesOf } from "#app/domains/rules/edit.server.ts";
import { answerQuestion, openQuestion } from "#app/domains/rules/question.server.ts";
import { RuleQuestionDialog } from "#app/domains/rules/views/RuleQuestionDialog.tsx";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return openQuestion(rulesOf(user, store, request), params.ruleId ?? "", "delete");
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return answerQuestion(rulesOf(user, store, request), request, params.ruleId ?? "", "delete");
}

export default function DeleteRule() {
  const question = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const submitting = useNavigation().state !== "idle";
  return <RuleQuestionDialog question={answered ?? question} submitting={submitting} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
