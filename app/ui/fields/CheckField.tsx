import { useId } from "react";
import { FieldErrors } from "./FieldShell.tsx";

/** A yes or no in a form; sends `value` (default "1") when checked. */
export function CheckField({
  label,
  name,
  value = "1",
  defaultChecked,
  errors,
}: {
  label: string;
  name: string;
  value?: string;
  defaultChecked?: boolean;
  /** What must be mended before the form is taken. */
  errors?: string[] | undefined;
}) {
  const id = useId();
  const isWrong = errors !== undefined && errors.length > 0;
  const box = (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={defaultChecked}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? `${id}-errors` : undefined}
      />
      <span>{label}</span>
    </label>
  );
  if (!isWrong) return box;
  return (
    <div className="space-y-1">
      {box}
      <FieldErrors id={id} errors={errors} />
    </div>
  );
}
