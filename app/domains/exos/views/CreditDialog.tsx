import type { OpenDeed } from "#app/domains/actions/deed.ts";
import { DeedDialog } from "#app/domains/actions/views/DeedDialog.tsx";
import type { CreditSlot } from "#app/domains/exos/creditForm.ts";
import { TextArea } from "#app/ui/fields/TextArea.tsx";

/** Asks whether a credit was given, or not after all, with the reason that is kept (returns#credit-given). */
export function CreditDialog({ deed, submitting }: { deed: OpenDeed<CreditSlot>; submitting: boolean }) {
  const { label, help, reason, errors } = deed.slot;
  return (
    <DeedDialog
      deed={deed}
      submitting={submitting}
      kept={reason !== "" && <TextArea label="What you typed" name="typed" readOnly defaultValue={reason} />}
    >
      <TextArea
        label={label}
        name="reason"
        rows={3}
        defaultValue={reason}
        help={help}
        {...(errors.length > 0 ? { errors } : {})}
      />
    </DeedDialog>
  );
}
