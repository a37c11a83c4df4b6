import type { ShownJob, ShownStream } from "#app/domains/exos/summary.ts";
import { Card } from "#app/ui/elements.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { RelativeTime } from "#app/ui/text/DateTime.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { Timeline } from "#app/ui/text/Timeline.tsx";

/** Progress of processing, stream by stream (returns#jobs). */
export function JobSteps({
  streams,
  unreadable,
}: {
  streams: ShownStream[];
  unreadable: string | undefined;
}) {
  return (
    <Card title="Processing status">
      {unreadable && <Notice tone="attention">{unreadable}</Notice>}
      {streams.length === 0 && <p>Nothing has been processed yet.</p>}
      {streams.map((stream) => (
        <section key={stream.key} className="space-y-2">
          <h3>
            {`${stream.label} `}
            <span className="text-sm font-normal text-ink-soft">{stream.about}</span>
          </h3>
          {!stream.known && <p>The portal does not know this stream: only jobs that have run are listed.</p>}
          <Timeline
            label={stream.label}
            steps={stream.jobs.map((job) => ({
              key: job.key,
              label: job.name,
              state: job.state,
              note: <JobNote job={job} />,
            }))}
          />
        </section>
      ))}
    </Card>
  );
}

function JobNote({ job: { description, notes, since, failure } }: { job: ShownJob }) {
  return (
    <>
      {description}
      {(notes || since) && (
        <div>
          {since && (
            <>
              Started <RelativeTime at={since} />
              {notes && ". "}
            </>
          )}
          {notes}
        </div>
      )}
      {failure && (
        <div className="text-danger">
          {failure.words}
          {failure.message && (
            <div>
              <LongText value={failure.message} limit={300} />
            </div>
          )}
          {failure.advice && <div className="text-ink">{failure.advice}</div>}
        </div>
      )}
    </>
  );
}
