import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation, useParams } from "@remix-run/react";
import { productListOf } from "#app/domains/productLists.ts";
import { rulesOf } from "#app/domains/rules/api.server.ts";
import { answerRuleForm } from "#app/domains/rules/editor/answer.server.ts";
import { openNewRule, openRule } from "#app/domains/rules/editor/edit.server.ts";
import { sentIntent } from "#app/domains/rules/editor/editor.ts";
import { RuleEditorPanel, RuleUnavailable } from "#app/domains/rules/views/RuleEditorPanel.tsx";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches, params }) => {
  if (params.ruleId === undefined) return titleOver(matches, ["New Rule"]);
  return titleOver(matches, data?.shown ? panelWords(data.title, data) : [data?.title]);
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  const of = rulesOf(user, store, request);
  if (params.ruleId === undefined) return openNewRule(of, request);
  return openRule(of, request, params.ruleId);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return answerRuleForm(rulesOf(user, store, request), request, params.ruleId, productListOf(store));
}

export default function Rule() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const params = useParams();
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  if (!opened.shown) return <RuleUnavailable {...opened} />;
  return (
    <RuleEditorPanel
      // Another copy begins anew.
      key={params.ruleId === undefined ? pathname + search : pathname}
      editor={opened}
      answer={answer}
      sending={sentIntent(formData)}
      here={pathname + search}
    />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
