import { Form } from "@remix-run/react";
import type { EdiConfirm } from "#app/domains/edi/confirm.ts";
import { ConfirmButtons } from "#app/ui/ConfirmButtons.tsx";
import { ErrorBar } from "#app/ui/ErrorBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Notice } from "#app/ui/Notice.tsx";
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
      {refusal === undefined ? (
        <Form method="post" preventScrollReset replace>
          <input type="hidden" name="token" value={token} />
          <p className="[overflow-wrap:anywhere]">
            Are you sure you want to perform this action on {what} {id}?
          </p>
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
