/** How far a piece of work has come; `value` of `max`, in the same unit. `tone`: once something needs a look. */
export function ProgressBar({
  label,
  value,
  max,
  tone,
}: {
  label: string;
  value: number;
  max: number;
  tone?: "attention" | undefined;
}) {
  return (
    <label className={tone ? `progress tone-${tone}` : "progress"}>
      <span>{label}</span>
      <progress value={value} max={max} />
    </label>
  );
}
