import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { productListOf } from "#app/domains/productLists.ts";
import { rulesOf } from "#app/domains/rules/api.server.ts";
import { answerRuleForm } from "#app/domains/rules/editor/answer.server.ts";
import { openNewRule } from "#app/domains/rules/editor/edit.server.ts";
import { sentIntent } from "#app/domains/rules/editor/editor.ts";
import { RuleEditorPanel, RuleNotShown } from "#app/domains/rules/views/RuleEditorPanel.tsx";
import { listStores } from "#app/stores/api.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ matches }) => titleOver(matches, ["New Rule"]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return openNewRule(rulesOf(user, store, request), request, listStores);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return answerRuleForm(rulesOf(user, store, request), request, undefined, productListOf(store));
}

export default function NewRule() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  if (!opened.shown) return <RuleNotShown {...opened} />;
  return (
    <RuleEditorPanel
      key={pathname + search}
      editor={opened}
      answer={answer}
      sending={sentIntent(formData)}
      here={pathname + search}
    />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
