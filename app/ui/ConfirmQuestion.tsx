import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { ConfirmButtons } from "./ConfirmButtons.tsx";
import { LinkButton } from "./LinkButton.tsx";
import { Notice } from "./Notice.tsx";

/** The question of a dialog, posted to its own route; or why it can't be asked any more. */
export function ConfirmQuestion({
  token,
  refusal,
  closeTo,
  submitting,
  children,
}: {
  /** Tells a second submission of the form from another question. */
  token: string;
  /** Stands in the question's place. */
  refusal: string | undefined;
  closeTo: string;
  submitting: boolean;
  /** The question, with the fields that go along. */
  children: ReactNode;
}) {
  if (refusal !== undefined) {
    return (
      <>
        <Notice tone="attention">{refusal}</Notice>
        <LinkButton href={closeTo} data-scroll="keep">
          Close
        </LinkButton>
      </>
    );
  }
  return (
    <Form method="post" preventScrollReset replace>
      <input type="hidden" name="token" value={token} />
      {children}
      <ConfirmButtons
        yes="Confirm"
        no="Cancel"
        closeTo={closeTo}
        {...(submitting ? { pendingText: "Submitting…" } : {})}
      />
    </Form>
  );
}
