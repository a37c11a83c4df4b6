import type { EdiConfirm } from "#app/domains/edi/confirm.ts";
import { ConfirmQuestion } from "#app/ui/ConfirmQuestion.tsx";
import { ErrorBar } from "#app/ui/ErrorBar.tsx";
import { RouteDialog } from "#app/ui/RouteDialog.tsx";

type Props = { dialog: EdiConfirm; closeTo: string; submitting: boolean };

/** 'Confirm Action' of an interchange or an EDI order, worded like the one of 2 §2.4. */
export function ConfirmEdiAction({ dialog, closeTo, submitting }: Props) {
  const { what, id, name, description, token, refusal, problem } = dialog;
  return (
    <RouteDialog title="Confirm Action" closeTo={closeTo}>
      {problem && <ErrorBar error={problem} dismissible />}
      <h3>{name}</h3>
      <p className="text-ink-soft">{description}</p>
      <ConfirmQuestion token={token} refusal={refusal} closeTo={closeTo} submitting={submitting}>
        <p className="[overflow-wrap:anywhere]">
          Are you sure you want to perform this action on {what} {id}?
        </p>
      </ConfirmQuestion>
    </RouteDialog>
  );
}
