import { Button } from "./Button.tsx";
import { LinkButton } from "./LinkButton.tsx";

/** The two ways out of a question: `yes` submits the form, `no` is a link to `closeTo`. */
export function ConfirmButtons({
  yes,
  no,
  closeTo,
  pendingText,
}: {
  yes: string;
  no: string;
  closeTo: string;
  /** Shown instead of `yes` while the form is on its way; the button then takes no second press. */
  pendingText?: string;
}) {
  return (
    <div className="confirm-buttons">
      <Button type="submit" variant="primary" aria-disabled={pendingText ? true : undefined}>
        {pendingText ?? yes}
      </Button>
      <LinkButton href={closeTo} data-scroll="keep">
        {no}
      </LinkButton>
    </div>
  );
}
