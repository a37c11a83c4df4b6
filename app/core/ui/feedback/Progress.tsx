import { classes } from "../classes.ts";

const bar = `h-2 w-full appearance-none overflow-hidden rounded-full bg-surface-sunken forced-colors:border
[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-current [&::-moz-progress-bar]:bg-current
forced-colors:[&::-webkit-progress-value]:bg-[color:Highlight] forced-colors:[&::-moz-progress-bar]:bg-[color:Highlight]`;

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
    <label className={classes("progress flex flex-col gap-1 text-xs", tone && `tone-${tone}`)}>
      <span>{label}</span>
      <progress className={`${bar} ${tone ? "text-tone" : "text-accent"}`} value={value} max={max} />
    </label>
  );
}

/** Loading indicator; `label` is announced. */
export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <span className="inline-flex text-accent" role="status">
      <svg
        className="motion-safe:animate-spin"
        width="20"
        height="20"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle className="opacity-20" cx="8" cy="8" r="6.5" />
        <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
