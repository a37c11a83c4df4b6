import type { Fact } from "#app/domains/edi/records.ts";
import type { StateView } from "#app/domains/edi/states.ts";
import type { StepView, StreamView } from "#app/domains/edi/streams.ts";
import { Card } from "#app/ui/Card.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { DateTime, RelativeTime } from "#app/ui/text/DateTime.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { Timeline } from "#app/ui/text/Timeline.tsx";

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

/** A timeline per stream (edi#timelines); `none` is shown if there is no stream. */
export function Streams({ streams, none }: { streams: StreamView[]; none: string }) {
  if (streams.length === 0) return <p>{none}</p>;
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {streams.map((stream) => (
        <Card key={stream.key} title={stream.stream} actions={<StateBadge state={stream.state} />}>
          {stream.known ? (
            <Timeline
              label={stream.stream}
              steps={stream.steps.map((step) => ({
                key: step.key,
                label: step.step,
                state: step.state,
                note: <StepNote step={step} />,
              }))}
            />
          ) : (
            <p>The stream '{stream.stream}' cannot be rendered.</p>
          )}
        </Card>
      ))}
    </div>
  );
}

function StepNote({ step: { about, state, runs, startedAt, finishedAt, message } }: { step: StepView }) {
  return (
    <>
      {about}
      {(startedAt || finishedAt) && (
        <div>
          {finishedAt ? (
            <>
              Finished <DateTime at={finishedAt} />
            </>
          ) : (
            startedAt && (
              <>
                Started <RelativeTime at={startedAt} />
              </>
            )
          )}
          {runs > 1 && `, run ${runs} times`}
        </div>
      )}
      {message && (
        <div className={state === "failed" ? "text-danger" : undefined}>
          <LongText value={message} limit={300} />
        </div>
      )}
    </>
  );
}

/** Why a document needs a person's attention, in the service's words (edi#attention). */
export function Attention({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Needs a person" className="notice tone-attention flex-col gap-1">
      {reasons.map((reason) => (
        <li key={reason} className="flex gap-1.5 wrap-anywhere">
          <Icon name="attention" />
          <span className="min-w-0">{reason}</span>
        </li>
      ))}
    </ul>
  );
}

export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="grid gap-x-3 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-faint">{name}</dt>
          <dd className="wrap-anywhere">
            <LongText value={value} limit={300} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
