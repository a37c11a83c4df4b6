import { Button, LinkButton } from "../Button.tsx";

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
}: {
  yes: string;
  no: string;
  closeTo: string;
  isFinal?: boolean;
  /** While the form is being submitted the button is disabled. */
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
