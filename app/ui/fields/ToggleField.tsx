import { useFollow } from "../useFollow.ts";

/** An on/off filter or setting; sends `value` (default "1") when on. */
export function ToggleField({
  name,
  label,
  checked,
  value = "1",
}: {
  name: string;
  label: string;
  checked: boolean;
  value?: string;
}) {
  const input = useFollow<HTMLInputElement>(checked, (field) => {
    field.checked = checked;
  });
  return (
    <label className="toggle">
      <input ref={input} type="checkbox" name={name} value={value} defaultChecked={checked} />
      <span>{label}</span>
    </label>
  );
}
