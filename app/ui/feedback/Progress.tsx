/** Progress of some work; `value` of `max`, in the same unit. `tone` once something needs attention. */
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

/** Loading indicator; `label` is announced. */
export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <span className="spinner" role="status">
      <svg width="20" height="20" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
