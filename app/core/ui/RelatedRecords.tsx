import { StatusBadge, type Tone } from "./feedback/Status.tsx";
import { RelativeTime } from "./text/DateTime.tsx";
import type { Instant } from "./text/time.ts";

export type RelatedRecord = {
  key: string;
  href: string;
  name: string;
  state: { label: string; tone: Tone };
  /** Facts to decide by, such as an amount; empty ones are left out. */
  about: string[];
  at?: Instant;
};

export type RelatedGroup = {
  label: string;
  records: RelatedRecord[];
  /** Shown if there are none. */
  none: string;
  /** Link to more of them, or to a wider search. */
  more?: { href: string; label: string };
  /** Shown if they could not be read. */
  unread?: string;
};

/** Number shown; the others are collapsed. */
const first = 3;

/** Related records by kind, each a link with its state (screens#related). */
export function RelatedRecords({ label, groups }: { label: string; groups: readonly RelatedGroup[] }) {
  const visible = groups.filter(({ records, more, unread }) => records.length > 0 || more || unread);
  if (visible.length === 0) return null;
  return (
    <section aria-label={label} className="rounded border border-line px-3 py-2">
      <dl className="grid gap-y-1">
        {visible.map((group) => (
          <div
            key={group.label}
            className="grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-x-4 max-sm:grid-cols-[minmax(0,1fr)]"
          >
            <dt className="text-ink-soft">{group.label}</dt>
            <dd>
              <Group group={group} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Group({ group: { label, records, none, more, unread } }: { group: RelatedGroup }) {
  const folded = records.slice(first);
  return (
    <>
      {unread && <p className="text-attention">{unread}</p>}
      {!unread && records.length === 0 && <p className="text-ink-faint">{none}</p>}
      <Records records={records.slice(0, first)} />
      {folded.length > 0 && (
        <details>
          <summary>
            {folded.length} more<span className="sr-only"> of {label}</span>
          </summary>
          <Records records={folded} />
        </details>
      )}
      {more && <a href={more.href}>{more.label}</a>}
    </>
  );
}

function Records({ records }: { records: readonly RelatedRecord[] }) {
  if (records.length === 0) return null;
  return (
    <ul className="space-y-0.5">
      {records.map(({ key, href, name, state, about, at }) => (
        <li key={key} className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
          <a href={href}>{name}</a> <StatusBadge tone={state.tone}>{state.label}</StatusBadge>{" "}
          <span className="text-ink-soft">
            {about.filter(Boolean).join(" · ")}
            {at !== undefined && (
              <>
                {" · "}
                <RelativeTime at={at} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
