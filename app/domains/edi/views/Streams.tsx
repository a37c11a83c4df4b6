import type { ShownStep, ShownStream } from "#app/domains/edi/streams.ts";
import { Card } from "#app/ui/Card.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { RelativeTime } from "#app/ui/text/RelativeTime.tsx";
import { Timeline } from "#app/ui/text/Timeline.tsx";
import { StateBadge } from "./StateBadge.tsx";

/** A timeline per stream (edi#timelines); `none` is said where there is no stream. */
export function Streams({ streams, none }: { streams: ShownStream[]; none: string }) {
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

function StepNote({ step: { about, state, runs, startedAt, finishedAt, message } }: { step: ShownStep }) {
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
