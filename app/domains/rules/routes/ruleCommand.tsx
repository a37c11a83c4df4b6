import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { useDialog } from "#app/confirm/useDialog.ts";
import { rulesOf } from "#app/domains/rules/api.server.ts";
import { ruleCommandPage } from "#app/domains/rules/command.server.ts";
import { RuleCommandDialog } from "#app/domains/rules/views/RuleCommandDialog.tsx";
import { requireStorePage } from "#app/stores/guard.server.ts";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "customrules");
  return ruleCommandPage(rulesOf(user, store, request), params.ruleId ?? "", params.command ?? "");
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function RuleCommand() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <RuleCommandDialog command={shown.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/confirm/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
