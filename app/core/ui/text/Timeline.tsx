import type { ReactNode } from "react";
import { Icon, type IconName } from "../Icon.tsx";

export type TimelineState = "completed" | "held" | "running" | "upcoming" | "failed";
export type TimelineStep = { key: string; label: ReactNode; state: TimelineState; note?: ReactNode };

const looks = {
  completed: { icon: "ok", look: "tone-ok" },
  held: { icon: "attention", look: "tone-attention font-medium" },
  running: { icon: "refresh", look: "font-medium [--tone:var(--accent)]" },
  upcoming: { icon: "background", look: "text-ink-faint" },
  failed: { icon: "attention", look: "tone-danger font-medium" },
} as const satisfies Record<TimelineState, { icon: IconName; look: string }>;

export function Timeline({ label, steps }: { label: string; steps: TimelineStep[] }) {
  return (
    <ol aria-label={label}>
      {steps.map((step) => (
        <li key={step.key} className={`step ${looks[step.state].look}`}>
          <Icon name={looks[step.state].icon} label={step.state} />
          <div>
            <div>{step.label}</div>
            {step.note && <div className="text-xs font-normal text-ink-soft">{step.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
