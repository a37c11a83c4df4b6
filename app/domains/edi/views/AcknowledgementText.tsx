import { type Acknowledgement, answeringLabel, isOutstanding } from "#app/domains/edi/acknowledgement.ts";
import { StatusBadge } from "#app/ui/feedback/StatusBadge.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { RelativeTime } from "#app/ui/text/RelativeTime.tsx";

/** The acknowledgement as a state with its age, and the interchange that it came in. */
export function AcknowledgementText({
  acknowledgement,
}: {
  acknowledgement: Acknowledgement & { byHref?: string };
}) {
  const { kind, label, tone, at, byHref, refused = [] } = acknowledgement;
  return (
    <div>
      <StatusBadge tone={tone}>{label}</StatusBadge>{" "}
      {at !== undefined && (
        <span className="text-sm text-ink-soft">
          {isOutstanding(kind) ? (
            <>
              since <RelativeTime at={at} />
            </>
          ) : (
            <>
              <DateTime at={at} />{" "}
              <span className="screen-only">
                (<RelativeTime at={at} />)
              </span>
            </>
          )}
        </span>
      )}{" "}
      {byHref && (
        <a className="text-sm" href={byHref}>
          {answeringLabel(kind)}
        </a>
      )}
      {refused.length > 0 && (
        <ul className="text-sm">
          {refused.map(({ reference, name, words }) => (
            <li key={`${reference} ${name}`} className="[overflow-wrap:anywhere]">
              {name}
              {reference && <span className="text-ink-soft"> (message {reference})</span>}
              {words && `: ${words}`}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
