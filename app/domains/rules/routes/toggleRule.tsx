import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { ruleDeedPage } from "#app/domains/rules/deed.server.ts";
import { rulesOf } from "#app/domains/rules/rulesOf.server.ts";
import { RuleDeedDialog } from "#app/domains/rules/views/RuleDeedDialog.tsx";
import { requireStorePage } from "#app/domains/stores/guard.server.ts";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return ruleDeedPage(rulesOf(user, store, request), params.ruleId ?? "", "toggle");
}

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function ToggleRule() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <RuleDeedDialog deed={shown.dialog} submitting={submitting} />;
}

export { deedTitle as meta } from "#app/domains/actions/deedTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
