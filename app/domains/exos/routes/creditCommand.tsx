import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireMay } from "#app/auth/guard.server.ts";
import type { OpenCommand } from "#app/confirm/command.ts";
import { confirmAction, confirmLoader } from "#app/confirm/confirm.server.ts";
import { CommandDialog, useDialog } from "#app/confirm/views/CommandDialog.tsx";
import type { CreditSlot } from "#app/domains/exos/creditForm.ts";
import { creditCommandPage } from "#app/domains/exos/credits.server.ts";
import { TextArea } from "#app/ui/fields/fields.tsx";

async function pageOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  return creditCommandPage(
    await requireMay(request, "returns.credits"),
    params.exoId ?? "",
    params.command ?? "",
  );
}

export const loader = confirmLoader(pageOf);
export const action = confirmAction(pageOf);

export default function CreditCommand() {
  const { shown, submitting } = useDialog<typeof loader, typeof action>();
  return <CreditDialog command={shown.dialog} submitting={submitting} />;
}

export { commandTitle as meta } from "#app/confirm/commandTitle.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";

/** Asks whether a credit was given, or not after all, with the reason to store (returns#credit-given). */
export function CreditDialog({
  command,
  submitting,
}: {
  command: OpenCommand<CreditSlot>;
  submitting: boolean;
}) {
  const { label, help, reason, errors } = command.slot;
  return (
    <CommandDialog
      command={command}
      submitting={submitting}
      stored={
        reason !== "" && <TextArea label="What you typed" name="typed" readOnly defaultValue={reason} />
      }
    >
      <TextArea
        label={label}
        name="reason"
        rows={3}
        defaultValue={reason}
        help={help}
        {...(errors.length > 0 ? { errors } : {})}
      />
    </CommandDialog>
  );
}
