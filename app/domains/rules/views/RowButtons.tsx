import type { ButtonHTMLAttributes } from "react";
import { Button } from "#app/ui/Button.tsx";

/** Makes a submit button change the form instead of submitting it. */
type Intent = Pick<ButtonHTMLAttributes<HTMLButtonElement>, "name" | "value" | "form" | "formNoValidate">;

type Props = {
  /** For assistive technology: 'action 1'. */
  row: string;
  index: number;
  isLast: boolean;
  /** ID of the section that the form returns to. */
  section: string;
  /** Absent for a row without fields of its own. */
  update?: Intent;
  moveTo: (place: number) => Intent;
  remove: Intent;
  /** The text of Remove, if it has one beside its icon. */
  removeText?: string;
  onEdit: () => void;
};

/** The buttons of a row or group: Update, for a form without scripting, Remove, and one place up or down. */
export function RowButtons(props: Props) {
  const { row, index, isLast, section, update, moveTo, remove, removeText, onEdit } = props;
  const submit = { type: "submit", formAction: `#${section}` } as const;
  const quiet = { ...submit, variant: "quiet" } as const;
  const moves = [
    { way: "up", icon: "chevronUp", to: index - 1, isEnd: index === 0 },
    { way: "down", icon: "chevronDown", to: index + 1, isEnd: isLast },
  ] as const;
  return (
    <div className={removeText ? "ml-auto flex justify-end gap-1" : "row-buttons"}>
      {update && (
        <Button className="without-scripting" aria-label={`Update ${row}`} {...submit} {...update}>
          Update
        </Button>
      )}
      <Button
        icon="close"
        aria-label={`Remove ${row}`}
        title={removeText ? undefined : "Remove"}
        data-remove=""
        onClick={onEdit}
        {...quiet}
        {...remove}
      >
        {removeText}
      </Button>
      {/* At the end of the list it stays enabled without effect, to keep the focus. */}
      {moves.map(({ way, icon, to, isEnd }) => (
        <Button
          key={way}
          icon={icon}
          aria-label={`Move ${row} ${way}`}
          title={`Move ${way}`}
          aria-disabled={isEnd || undefined}
          onClick={isEnd ? undefined : onEdit}
          {...quiet}
          {...moveTo(isEnd ? index : to)}
        />
      ))}
    </div>
  );
}
