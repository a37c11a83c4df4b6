import type { ReactNode } from "react";
import { Icon, type IconName } from "../Icon.tsx";

/** A status in words, with the icon and colour of its tone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`badge tone-${tone}`}>
      <Icon name={tone} />
      <span>{children}</span>
    </span>
  );
}

/** A status as an icon, by default that of its tone; `label` is its accessible name and tooltip. */
export function StatusIcon({ tone, label, icon = tone }: { tone: Tone; label: string; icon?: IconName }) {
  return (
    <span className={`text-tone tone-${tone}`} title={label}>
      <Icon name={icon} label={label} />
    </span>
  );
}

/** The four status styles, each with its own colour and icon (screens#tones). */
export type Tone = "ok" | "attention" | "background" | "dismissed";
