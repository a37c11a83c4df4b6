import type { ReactNode } from "react";
import { Button, LinkButton } from "../Button.tsx";

/** For `focusYes`: without scripting the browser itself sets the focus. */
const focused = { autoFocus: true };

/**
 * The buttons of a question: `yes` submits the form, `no` is a link to `closeTo`. A dialog without
 * fields focuses the requested one, or the safe one if yes is irreversible.
 */
export function ConfirmButtons({
  yes,
  no,
  closeTo,
  isFinal = false,
  isPending = false,
  focusYes = false,
  children,
}: {
  yes: string;
  no: string;
  closeTo: string;
  isFinal?: boolean;
  /** While the form is being submitted the button is disabled. */
  isPending?: boolean;
  /** For a question that answers a form: pressing Enter twice then does it. */
  focusYes?: boolean | undefined;
  /** Other buttons. They follow `yes`, which Enter in a field presses. */
  children?: ReactNode;
}) {
  return (
    <div className="confirm-buttons">
      <Button
        type="submit"
        variant={isFinal ? "danger" : "primary"}
        aria-disabled={isPending ? true : undefined}
        data-start={isFinal ? undefined : ""}
        {...(focusYes && !isFinal ? focused : {})}
      >
        {isPending ? "Submitting…" : yes}
      </Button>
      <LinkButton href={closeTo} data-scroll="keep" data-start={isFinal ? "" : undefined}>
        {no}
      </LinkButton>
      {children}
    </div>
  );
}
