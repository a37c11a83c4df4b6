import { type EventKind, parcelEvent, type TimeLineEvent } from "#app/timeline/timeLine.ts";
import { ageOf, compact, isObject, type Moment, shorten, toText } from "#app/values/values.ts";
import type { Exo as ExoDocument, ExoHistory } from "#contract/exos.ts";
import type { CreditGiven } from "./credit.ts";
import { historyCodeOf, jobsDoneCode, jobsStartedCode, unhandledCode } from "./historyCatalogue.ts";
import { type HistoryEntry, jobsIn, oldestFirst } from "./jobs.ts";
import { stepOf } from "./model.ts";
import { type ReferenceCard, type ReferenceKind, toReferenceCards } from "./references.ts";
import { shownDuration } from "./summary.ts";

/** A parcel of a return's order, from another domain. */
export type OrderParcel = {
  key: string;
  order: string;
  carrier: string;
  conNote: string;
  units: number;
  at?: Moment;
  trackHref?: string;
};

const longest = 4000;
const maxTitleLength = 200;

/** Who did it: a record's meta may name them, by name or as an object. */
function byOf(meta: ExoHistory["meta"]): string {
  const user: unknown = meta?.user;
  if (!isObject(user)) return shorten(toText(user), 120);
  return shorten(toText(user.name ?? user.username ?? user.email), 120);
}

/** Entries of processing itself, which add nothing to its jobs. */
const isProcessing = (code: string): boolean => historyCodeOf(code).mundane === true;

function kindOfRecord(code: string): EventKind {
  if (/e-?mail/.test(code)) return "mail";
  if (/^return-shipment|items-received$/.test(code)) return "parcel";
  return historyCodeOf(code).jobs || code.startsWith("process:") ? "job" : "record";
}

/** Started and finished jobs: one event per run, when it ended, else when it started. */
function jobEvents(entries: readonly HistoryEntry[]): TimeLineEvent[] {
  const events: TimeLineEvent[] = [];
  const running = new Map<string, TimeLineEvent>();
  const ended = new Set<TimeLineEvent>();
  for (const { record, index, code, at } of entries) {
    const isStart = code === jobsStartedCode;
    if (!isStart && code !== jobsDoneCode) continue;
    const names = jobsIn(record.meta);
    if (names === undefined) {
      events.push(
        compact<TimeLineEvent>({
          key: `jobs ${index}`,
          kind: "job",
          what: isStart ? "Jobs were started" : "Jobs were finished",
          by: "",
          at,
          lines: ["Which ones is not readable: see Document."],
        }),
      );
      continue;
    }
    for (const [place, name] of names.entries()) {
      const job = stepOf(name);
      const begun = running.get(job.code);
      const took = isStart ? Number.NaN : ageOf(at) - ageOf(begun?.at);
      const event = compact<TimeLineEvent>({
        key: `jobs ${index} ${place}`,
        kind: "job",
        what: `${isStart ? "Started" : "Finished"}: ${shorten(job.name, maxTitleLength)}`,
        by: "",
        at,
        lines: took >= 0 && Number.isFinite(took) ? [`Took ${shownDuration(took)}`] : [],
      });
      events.push(event);
      if (isStart) running.set(job.code, event);
      else running.delete(job.code);
      if (!isStart && begun) ended.add(begun);
    }
  }
  return events.filter((event) => !ended.has(event));
}

function recordEvent({ record, index, code, at }: HistoryEntry): TimeLineEvent {
  const { words, advice = "", colour } = historyCodeOf(code);
  const message = shorten(toText(record.message), longest);
  const beneath = code === unhandledCode ? shorten(toText(record.meta?.message), longest) : "";
  const isTitle = words === code && message !== "" && message.length <= maxTitleLength;
  return compact<TimeLineEvent>({
    key: `record ${index}`,
    kind: kindOfRecord(code),
    what: isTitle ? message : shorten(words, maxTitleLength) || "Record",
    by: byOf(record.meta),
    at,
    tone: colour,
    lines: [isTitle ? "" : message, beneath === message ? "" : beneath, advice].filter(Boolean),
  });
}

const referenceKinds: Partial<Record<ReferenceKind, EventKind>> = {
  email: "mail",
  consignment: "parcel",
  label: "parcel",
  slip: "parcel",
};

function referenceEvent({ key, kind, type, title, source, at, facts, link, outcome }: ReferenceCard) {
  const own = referenceKinds[type];
  const said = facts.filter(({ label }) => label !== "Reference id" && type !== "other");
  return compact<TimeLineEvent>({
    key: `reference ${key}`,
    kind: own ?? "record",
    what: own || title.toLowerCase().includes(kind.toLowerCase()) ? title : `${kind}: ${title}`,
    by: source,
    at,
    tone: outcome?.tone === "attention" ? "attention" : undefined,
    lines: [
      outcome ? [outcome.text, outcome.message].filter(Boolean).join(": ") : "",
      said.map(({ label, value }) => `${label} ${value}`).join(" · "),
    ].filter(Boolean),
    link,
  });
}

const orderParcelEvent = ({ key, order, carrier, ...parcel }: OrderParcel): TimeLineEvent =>
  parcelEvent({
    key: `parcel ${key}`,
    what: `Order ${order} was sent to the customer`,
    by: carrier,
    ...parcel,
  });

/**
 * The time line of a return (returns#time-line), oldest first: its history without entries of processing itself, its
 * jobs, references to other systems, the parcels of its order, and the giving of its credit.
 */
export function exoEvents(
  document: ExoDocument,
  parcels: readonly OrderParcel[],
  given: CreditGiven | undefined,
): TimeLineEvent[] {
  const entries = oldestFirst(document.histories ?? []);
  return [
    ...parcels.map(orderParcelEvent),
    ...toReferenceCards(document.references ?? [], () => "").map(referenceEvent),
    ...entries.filter(({ code }) => !isProcessing(code)).map(recordEvent),
    ...jobEvents(entries),
    ...(given
      ? [
          {
            key: "credit given",
            kind: "record" as const,
            what: "The credit was given.",
            by: given.by,
            at: given.at,
            tone: "ok" as const,
            lines: [given.because],
          },
        ]
      : []),
  ];
}
