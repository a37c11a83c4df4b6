import { Icon } from "../Icon.tsx";
import type { Tone } from "./tone.ts";

/** A status as an icon; `label` is its name for those who do not see it, and its tooltip. */
export function StatusIcon({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={`status-icon tone-${tone}`} title={label}>
      <Icon name={tone} label={label} />
    </span>
  );
}
