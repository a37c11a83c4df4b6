import type { ButtonHTMLAttributes } from "react";
import { Button } from "#app/ui/Button.tsx";

/** What makes a submit button change the form instead of sending it. */
type Intent = Pick<ButtonHTMLAttributes<HTMLButtonElement>, "name" | "value" | "form" | "formNoValidate">;

/** The buttons at the end of a row: Update, for a form without scripting, and Remove. */
export function RowButtons({
  row,
  section,
  update,
  remove,
  onRemove,
}: {
  /** Names the row for assistive technology: 'action 1'. */
  row: string;
  /** The id of the section that the form comes back to. */
  section: string;
  update: Intent;
  remove: Intent;
  onRemove: () => void;
}) {
  return (
    <div className="row-buttons">
      <Button
        type="submit"
        className="without-scripting"
        formAction={`#${section}`}
        aria-label={`Update ${row}`}
        {...update}
      >
        Update
      </Button>
      <Button
        type="submit"
        variant="quiet"
        icon="close"
        formAction={`#${section}`}
        aria-label={`Remove ${row}`}
        title="Remove"
        onClick={onRemove}
        {...remove}
      />
    </div>
  );
}
