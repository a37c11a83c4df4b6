import { Icon, type IconName } from "../Icon.tsx";
import type { Tone } from "./tone.ts";

/** A status as an icon, that of its tone unless it has its own; `label` is its name for those who do not see it, and its tooltip. */
export function StatusIcon({ tone, label, icon = tone }: { tone: Tone; label: string; icon?: IconName }) {
  return (
    <span className={`status-icon tone-${tone}`} title={label}>
      <Icon name={icon} label={label} />
    </span>
  );
}
