import { Button, LinkButton } from "../Button.tsx";

/**
 * The two ways out of a question: `yes` submits the form, `no` is a link to `closeTo`. A dialog in which nothing is
 * to be typed starts on the one that is asked for, or on the safe one where yes is for good.
 */
export function ConfirmButtons({
  yes,
  no,
  closeTo,
  isFinal = false,
  isPending = false,
}: {
  yes: string;
  no: string;
  closeTo: string;
  isFinal?: boolean;
  /** While the form is on its way the button takes no second press. */
  isPending?: boolean;
}) {
  return (
    <div className="confirm-buttons">
      <Button
        type="submit"
        variant={isFinal ? "danger" : "primary"}
        aria-disabled={isPending ? true : undefined}
        data-start={isFinal ? undefined : ""}
      >
        {isPending ? "Submitting…" : yes}
      </Button>
      <LinkButton href={closeTo} data-scroll="keep" data-start={isFinal ? "" : undefined}>
        {no}
      </LinkButton>
    </div>
  );
}
