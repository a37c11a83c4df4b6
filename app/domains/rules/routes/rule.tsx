import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation, useParams } from "@remix-run/react";
import { productListOf } from "#app/domains/productLists.ts";
import { requireRules } from "#app/domains/rules/api.server.ts";
import { answerRuleForm } from "#app/domains/rules/editor/answer.server.ts";
import { openNewRule, openRule } from "#app/domains/rules/editor/edit.server.ts";
import { sentIntent } from "#app/domains/rules/editor/editor.ts";
import { RuleEditorPanel, RuleUnavailable } from "#app/domains/rules/views/RuleEditorPanel.tsx";
import { panelWords, titleOver } from "#app/ui/shell/titles.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches, params }) => {
  if (params.ruleId === undefined) return titleOver(matches, ["New Rule"]);
  return titleOver(matches, data?.shown ? panelWords(data.title, data) : [data?.title]);
};

export async function loader(args: LoaderFunctionArgs) {
  const of = await requireRules(args);
  const { ruleId } = args.params;
  return ruleId === undefined ? openNewRule(of, args.request) : openRule(of, args.request, ruleId);
}

export async function action(args: ActionFunctionArgs) {
  const of = await requireRules(args);
  return answerRuleForm(of, args.request, args.params.ruleId, productListOf(of.store));
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
