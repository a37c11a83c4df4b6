import type { ReactNode } from "react";
import { Icon, type IconName } from "../Icon.tsx";
import { hasLongWord } from "../text/words.ts";

/** A longer word would widen a table: it may break anywhere. */
const maxWordLength = 28;

/** A status in words, with the icon and colour of its tone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const isLong = typeof children === "string" && hasLongWord(children, maxWordLength);
  return (
    <span className={`badge tone-${tone}`}>
      <Icon name={tone} />
      <span className={isLong ? "wrap-anywhere" : undefined}>{children}</span>
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
