import type { ExoConfirm } from "#app/domains/exos/confirm.ts";
import { ConfirmQuestion } from "#app/ui/ConfirmQuestion.tsx";
import { ErrorBar } from "#app/ui/ErrorBar.tsx";
import { RouteDialog } from "#app/ui/RouteDialog.tsx";

type Props = { dialog: ExoConfirm; closeTo: string; submitting: boolean };

/** 'Confirm Action' of an EXO, in the words of 2 §2.4. */
export function ConfirmExoAction({ dialog, closeTo, submitting }: Props) {
  const { exoId, name, description, token, refusal, problem } = dialog;
  return (
    <RouteDialog title="Confirm Action" closeTo={closeTo}>
      {problem && <ErrorBar error={problem} dismissible />}
      {name && <h3 className="[overflow-wrap:anywhere]">{name}</h3>}
      {description && <p className="text-ink-soft">{description}</p>}
      <ConfirmQuestion token={token} refusal={refusal} closeTo={closeTo} submitting={submitting}>
        <input type="hidden" name="name" value={name} />
        <p>Are you sure you want to perform this action on exchange order {exoId}?</p>
      </ConfirmQuestion>
    </RouteDialog>
  );
}
