import type { ReactNode } from "react";
import { Icon, type IconName } from "../elements.tsx";

export type TimelineState = "completed" | "held" | "running" | "upcoming" | "failed";
export type TimelineStep = { key: string; label: ReactNode; state: TimelineState; note?: ReactNode };

const icons = {
  completed: "ok",
  held: "attention",
  running: "refresh",
  upcoming: "background",
  failed: "attention",
} as const satisfies Record<TimelineState, IconName>;

export function Timeline({ label, steps }: { label: string; steps: TimelineStep[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map((step) => (
        <li key={step.key} className={`step-${step.state}`}>
          <Icon name={icons[step.state]} label={step.state} />
          <div>
            <div>{step.label}</div>
            {step.note && <div className="step-note">{step.note}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
