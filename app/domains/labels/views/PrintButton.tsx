import { useId } from "react";
import { Button } from "#app/ui/Button.tsx";

/** A button that prints; where it can't be pressed, it says why, also to a screen reader. */
export function PrintButton({
  label,
  missing,
  onPrint,
  primary = true,
  isSaid = false,
  isLooking = false,
}: {
  label: string;
  missing: readonly string[];
  onPrint: () => void;
  primary?: boolean;
  /** The button beside it shows the same reason. */
  isSaid?: boolean;
  /** A scan, or another product, is loading: what would be printed is not what the person means. */
  isLooking?: boolean;
}) {
  const id = useId();
  const reasons = missing.length === 0 && isLooking ? ["The product is being looked up."] : missing;
  const isDisabled = reasons.length > 0;
  // Nothing moves on the screen for so short a time.
  const isQuiet = isSaid || missing.length === 0;
  return (
    <div className="print-button with-scripting">
      <Button
        variant={primary ? "primary" : "secondary"}
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? id : undefined}
        onClick={() => {
          if (!isDisabled) onPrint();
        }}
      >
        {label}
      </Button>
      {isDisabled && (
        <p id={id} className={isQuiet ? "sr-only" : "field-help"}>
          {reasons.slice(0, 2).join(" ")}
        </p>
      )}
    </div>
  );
}
