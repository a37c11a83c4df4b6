import type { ButtonHTMLAttributes } from "react";
import { Button, type IconName } from "#app/ui/elements.tsx";

/** Makes a submit button change the form instead of submitting it. */
type Intent = Pick<ButtonHTMLAttributes<HTMLButtonElement>, "name" | "value" | "form" | "formNoValidate">;

type Props = {
  row: string;
  index: number;
  isLast: boolean;
  /** ID of the section that the form returns to. */
  section: string;
  update: Intent;
  moveTo: (place: number) => Intent;
  remove: Intent;
  onEdit: () => void;
};

/** The buttons at the end of a row: Update, for a form without scripting, Remove, and one place up or down. */
export function RowButtons({ row, index, isLast, section, update, moveTo, remove, onEdit }: Props) {
  const move = { section, onEdit };
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
        data-remove=""
        onClick={onEdit}
        {...remove}
      />
      <MoveButton
        label={`Move ${row} up`}
        icon="chevronUp"
        isEnd={index === 0}
        to={moveTo(Math.max(index - 1, 0))}
        {...move}
      />
      <MoveButton
        label={`Move ${row} down`}
        icon="chevronDown"
        isEnd={isLast}
        to={moveTo(isLast ? index : index + 1)}
        {...move}
      />
    </div>
  );
}

/**
 * Moves a row or group one place up or down. At the end of the list it stays enabled without effect, to keep the focus.
 */
export function MoveButton({
  label,
  icon,
  isEnd,
  to,
  section,
  onEdit,
}: {
  label: string;
  icon: IconName;
  isEnd: boolean;
  to: Intent;
  section: string;
  onEdit: () => void;
}) {
  return (
    <Button
      type="submit"
      variant="quiet"
      icon={icon}
      formAction={`#${section}`}
      aria-label={label}
      title={icon === "chevronUp" ? "Move up" : "Move down"}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onEdit}
      {...to}
    />
  );
}
