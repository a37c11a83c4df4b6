/** How far a piece of work has come; `value` of `max`, in the same unit. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <label className="progress">
      <span>{label}</span>
      <progress value={value} max={max} />
    </label>
  );
}
