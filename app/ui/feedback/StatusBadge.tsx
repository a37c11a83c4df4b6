import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";
import type { Tone } from "./tone.ts";

/** A status in words, with the icon and colour of its tone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`badge tone-${tone}`}>
      <Icon name={tone} />
      <span>{children}</span>
    </span>
  );
}
