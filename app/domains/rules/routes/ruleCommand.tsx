import type { LoaderFunctionArgs } from "@remix-run/node";
import { confirmAction, confirmLoader } from "#app/core/commands/confirm.server.ts";
import { ConfirmDialog, useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { requireRules } from "#app/domains/rules/api.server.ts";
import { ruleCommandPage } from "#app/domains/rules/commands.server.ts";
import { ChangedBy, VersionTable } from "../views/VersionTable.tsx";

async function pageOf(args: LoaderFunctionArgs) {
  const { ruleId = "", command = "" } = args.params;
  return ruleCommandPage(await requireRules(args), ruleId, command);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

/** Asks before a rule is deleted, goes live, is restored, or is toggled after another person changed it. */
export default function RuleCommand() {
  const { view, submitting } = useDialog<typeof loader, typeof action>();
  const { seen, enabled, editHref, changed, live, back } = view.dialog.slot;
  return (
    <ConfirmDialog command={view.dialog} submitting={submitting}>
      {enabled !== undefined && <input type="hidden" name="enabled" value={enabled ? "1" : "0"} />}
      <input type="hidden" name="seen" value={seen} />
      {live && (
        <>
          <input type="hidden" name="agreed" value={live.agreed} />
          <Notice tone="attention">{live.warning}</Notice>
        </>
      )}
      {back && <VersionTable lines={back} theirs="As it stands" mine="As it was" />}
      {changed && (
        <>
          <Notice tone="attention">
            <ChangedBy who={changed.who} at={changed.at} what="since you saw it" /> Nothing was sent.
          </Notice>
          {changed.lines.length > 0 && (
            <VersionTable lines={changed.lines} theirs="As it stands" mine="As you saw it" />
          )}
        </>
      )}
      <p>
        <a href={editHref}>Open the rule</a>
      </p>
    </ConfirmDialog>
  );
}
