import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";
import type { Tone } from "./tone.ts";

/** A message about what just happened; announced politely. */
export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={`notice tone-${tone}`} role="status">
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  );
}
