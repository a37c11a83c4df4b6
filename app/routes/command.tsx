import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import { type CommandPage, confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { CommandDialog, useDialog } from "#app/confirm/views/CommandDialog.tsx";
import { requireExos } from "#app/domains/exos/exos.server.ts";
import { exoActionPage } from "#app/domains/exos/screens.server.ts";
import { endPersonPage, endSessionPage, takeKeyPage } from "#app/domains/sessions/screens.server.ts";
import { entryAt } from "#app/recordPages/recordPages.server.ts";
import { removeViewPage } from "#app/savedViews/pages.server.ts";

type PageOf = (args: LoaderFunctionArgs) => Promise<CommandPage<object | null>>;

const pages: readonly (readonly [RegExp, PageOf])[] = [
  [
    /\/returns\//,
    async (args) => {
      const { exoId = "", action = "" } = args.params;
      return exoActionPage(await requireExos(args, "returns.act"), args.request, exoId, action);
    },
  ],
  [
    /^\/views\//,
    async ({ request, params: { viewId = "" } }) =>
      removeViewPage(await requireMay(request, "views"), viewId),
  ],
  [
    /^\/people\/stations\//,
    async ({ request, params: { alias = "", stationId = "" } }) =>
      takeKeyPage(await requireMay(request, "people"), alias, stationId),
  ],
  [
    /^\/people\//,
    async ({ request, params: { handle = "" } }) =>
      endPersonPage(await requireMay(request, "people"), handle),
  ],
  [
    /^\/sessions\//,
    async ({ request, params: { handle = "" } }) =>
      endSessionPage(await requireMay(request, "sessions"), handle),
  ],
];

const pageOf: PageOf = (args) => entryAt(pages, args.request)(args);

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

/** The dialogs that ask a question alone. */
export default function Command() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <CommandDialog command={shown.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/confirm/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
