import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answerDeed, openDeed } from "#app/domains/actions/confirm.server.ts";
import { ruleDeedPage } from "#app/domains/rules/deed.server.ts";
import { rulesOf } from "#app/domains/rules/edit.server.ts";
import { RuleDeedDialog } from "#app/domains/rules/views/RuleDeedDialog.tsx";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return ruleDeedPage(rulesOf(user, store, request), params.ruleId ?? "", "toggle");
}

export async function loader(args: LoaderFunctionArgs) {
  return openDeed(await pageOf(args), args.request);
}

export async function action(args: ActionFunctionArgs) {
  return answerDeed(await pageOf(args), args.request);
}

export default function ToggleRule() {
  const opened = useLoaderData<typeof loader>();
  const { dialog } = useActionData<typeof action>() ?? opened;
  return <RuleDeedDialog deed={dialog} submitting={useNavigation().state !== "idle"} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
