import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answeringDeed, openingDeed } from "#app/domains/actions/confirm.server.ts";
import { useDialog } from "#app/domains/actions/useDialog.ts";
import { DeedDialog } from "#app/domains/actions/views/DeedDialog.tsx";
import { exoActionPage } from "#app/domains/exos/pages.server.ts";
import { exosOf } from "#app/domains/exos/scope.server.ts";

async function pageOf(args: LoaderFunctionArgs | ActionFunctionArgs) {
  const { exoId = "", action = "" } = args.params;
  return exoActionPage(await exosOf(args, "returns.act"), args.request, exoId, action);
}

export const loader = openingDeed(pageOf);
export const action = answeringDeed(pageOf);

export default function ExoAction() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <DeedDialog deed={shown.dialog} submitting={submitting} />;
}

export { deedTitle as meta } from "#app/domains/actions/deedTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
