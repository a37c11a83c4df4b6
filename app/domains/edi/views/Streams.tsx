import { Card } from "#app/core/ui/Card.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { DateTime, RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { LongText } from "#app/core/ui/text/LongText.tsx";
import { Timeline } from "#app/core/ui/text/Timeline.tsx";
import type { Fact } from "#app/domains/edi/records.ts";
import type { StepView, StreamView } from "#app/domains/edi/streams.ts";
import { StateBadge } from "./StateBadge.tsx";

/** A timeline per stream (edi#timelines); `none` is shown if there is no stream. */
export function Streams({ streams, none }: { streams: StreamView[]; none: string }) {
  if (streams.length === 0) return <p>{none}</p>;
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {streams.map((stream) => (
        <Card key={stream.key} title={stream.stream} actions={<StateBadge state={stream.state} />}>
          {stream.isKnown ? (
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
        <div className={state === "failed" ? "text-base text-danger" : undefined}>
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
    <dl className="grid gap-x-3 text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
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
