import type { OpenCommand } from "#app/confirm/command.ts";
import { CommandDialog } from "#app/confirm/views/CommandDialog.tsx";
import type { CreditSlot } from "#app/domains/exos/creditForm.ts";
import { TextArea } from "#app/ui/fields/fields.tsx";

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
