import { Form } from "@remix-run/react";
import type { ExoConfirm } from "#app/domains/exos/confirm.ts";
import { ConfirmButtons } from "#app/ui/ConfirmButtons.tsx";
import { ErrorBar } from "#app/ui/ErrorBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Notice } from "#app/ui/Notice.tsx";
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
      {refusal === undefined ? (
        <Form method="post" preventScrollReset replace>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="name" value={name} />
          <p>Are you sure you want to perform this action on exchange order {exoId}?</p>
          <ConfirmButtons
            yes="Confirm"
            no="Cancel"
            closeTo={closeTo}
            {...(submitting ? { pendingText: "Submitting…" } : {})}
          />
        </Form>
      ) : (
        <>
          <Notice tone="attention">{refusal}</Notice>
          <LinkButton href={closeTo} data-scroll="keep">
            Close
          </LinkButton>
        </>
      )}
    </RouteDialog>
  );
}
