import { useId } from "react";
import { Button } from "#app/ui/Button.tsx";

/** A button that prints; where it can't be pressed, it says why, also to a screen reader. */
export function PrintButton({
  label,
  missing,
  onPrint,
  primary = true,
  isSaid = false,
}: {
  label: string;
  missing: readonly string[];
  onPrint: () => void;
  primary?: boolean;
  /** The button beside it shows the same reason. */
  isSaid?: boolean;
}) {
  const id = useId();
  const isDisabled = missing.length > 0;
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
        <p id={id} className={isSaid ? "sr-only" : "field-help"}>
          {missing.slice(0, 2).join(" ")}
        </p>
      )}
    </div>
  );
}
