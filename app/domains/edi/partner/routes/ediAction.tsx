import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { confirmAction, confirmLoader } from "#app/core/commands/confirm.server.ts";
import { ConfirmDialog, useDialog } from "#app/core/commands/views/ConfirmDialog.tsx";
import { CheckField, TextArea } from "#app/core/ui/fields/fields.tsx";
import type { EdiCommandSlot } from "#app/domains/edi/partner/commands.server.ts";
import { gapPage } from "#app/domains/edi/partner/numbers/landing.server.ts";
import { ediActionPage } from "#app/domains/edi/partner/screens.server.ts";
import { maxReasonLength } from "#contract/ediActions.ts";

/** An action on an interchange or on an EDI order, or settling a gap in the control numbers. */
async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  return params.action === undefined
    ? gapPage(await requireMay(request, "edi.takeIn"))
    : ediActionPage(await requireMay(request, "edi.act"), params);
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function EdiAction() {
  const {
    view: { dialog: command },
    submitting,
  } = useDialog<typeof loader, typeof action>();
  const { slot } = command;
  return (
    <ConfirmDialog
      command={command}
      submitting={submitting}
      // A dialog that rejects the action still returns the typed values.
      stored={
        slot.reason && <TextArea label="What you typed" name="typed" readOnly defaultValue={slot.reason} />
      }
    >
      <Related related={slot.related} />
      {slot.needsReason && (
        <>
          <input type="hidden" name="needsReason" value="1" />
          <TextArea
            label="Reason"
            name="reason"
            rows={3}
            defaultValue={slot.reason}
            help={`Kept in the history. At most ${maxReasonLength} characters.`}
            errors={slot.errors.reason}
          />
        </>
      )}
      {slot.warning && (
        <CheckField
          key={slot.warning}
          label={/^I know\b/.test(slot.warning) ? slot.warning : `I know: ${slot.warning}`}
          name="known"
          value={slot.warning}
          defaultChecked={slot.isKnown}
          errors={slot.errors.known}
        />
      )}
    </ConfirmDialog>
  );
}

/** The related records, opened in new tabs so that typed values stay here. */
function Related({ related }: Pick<EdiCommandSlot, "related">) {
  if (related.length === 0) return null;
  return (
    <ul aria-label="Records that it concerns" className="space-y-1">
      {related.map(({ key, label, href }) => (
        <li key={key} className="wrap-anywhere">
          <a href={href} target="_blank" rel="noreferrer">
            {label}
            <span className="sr-only">, opens in a new tab</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export { commandTitle as meta } from "#app/core/commands/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
