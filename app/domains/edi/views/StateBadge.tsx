import type { DisplayState, StateView } from "#app/domains/edi/states.ts";

/** One drawing per state (states#icons); '' is an unknown state. */
const drawings = new Map([
  ["new", "M8 1.8v12.4M1.8 8h12.4M4 4l8 8M12 4l-8 8"],
  ["active", "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM6.4 5.2v5.6L11 8 6.4 5.2Z"],
  ["passive", "M4 1.8h8M4 14.2h8M5 1.8c0 4 6 4.4 6 6.2s-6 2.2-6 6.2M11 1.8c0 4-6 4.4-6 6.2s6 2.2 6 6.2"],
  ["manual", "M8 2a2.6 2.6 0 1 1 0 5.2A2.6 2.6 0 0 1 8 2ZM2.5 14c.4-3 2.6-4.6 5.5-4.6s5.1 1.6 5.5 4.6"],
  ["hold", "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM6.2 5.4v5.2M9.8 5.4v5.2"],
  ["stalled", "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3l3.8-3.8ZM4.8 8h6.4"],
  ["stale", "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm0 2.7V8l-2.6 1.8"],
  ["rejected", "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM3.5 12.5l9-9"],
  ["failed", "M8 1.8 15 14H1L8 1.8Zm0 4.4v3.6m0 1.7v.6"],
  ["completed", "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM5 8.2l2.1 2.1L11 6.2"],
  ["", "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM6 6.3a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3m0 1.6v.5"],
]);

export const StateBadge = ({ state: { code, label, tone } }: { state: StateView }) => (
  <span className={`badge tone-${tone}`}>
    <svg className="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings.get(code) ?? drawings.get("")} />
    </svg>
    <span>{label}</span>
  </span>
);

/** The state of a document by its label, and beside it why it is held (edi#review-list). */
export const DocumentState = ({ summary, reason }: Pick<DisplayState, "summary" | "reason">) => (
  <>
    <StateBadge state={summary} />
    {reason && <span className="text-xs text-ink-soft"> {reason}</span>}
  </>
);
