import type { ReactNode } from "react";
import { Icon } from "../Icon.tsx";
import type { Tone } from "./Status.tsx";

/** A message about what just happened; announced politely. */
export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={`notice tone-${tone}`} role="status">
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  );
}

/** The outcome of a failed write, and the effect of pressing the button again; `yes` is the button's label. */
export function SentNotice({ sent, yes }: { sent: "nothing" | "unknown"; yes: string }) {
  return (
    <Notice tone="attention">
      {sent === "nothing"
        ? "Nothing was sent."
        : `It is not known whether this was done: it was sent, and no answer came. Pressing ${yes} again can't do it twice.`}
    </Notice>
  );
}
