import { referenceWays } from "#app/core/specification/returns.ts";
import { outsideHref } from "#app/core/stores/model.ts";
import { type EventKind, parcelEvent, type TimeLineEvent } from "#app/core/timeline/timeLine.ts";
import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import {
  compact,
  isObject,
  type Moment,
  momentOf,
  shorten,
  timeOf,
  toText,
} from "#app/core/values/values.ts";
import type { BlobQuery, Exo as ExoDocument, ExoHistory, ExoReference } from "#contract/exos.ts";
import type { CreditGiven } from "./credit.ts";
import { historyCodeOf, jobsDoneCode, jobsStartedCode } from "./historyCatalogue.ts";
import { type HistoryEntry, jobsIn, oldestFirst, shownDuration, toRecord } from "./jobs.ts";
import { stepOf } from "./model.ts";

/** One stored file of an EXO: its id in our URLs, its blob query, and its name. */
export type ExoFile = { id: string; query: BlobQuery; name: string };

const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The id of a reference's file: its own, else its index. */
const fileIdOf = (reference: { id?: unknown }, index: number): string =>
  toText(reference.id) || `reference-${index + 1}`;

/**
 * Every file of an EXO as the server sent it: a reference's is requested by its unmodified meta, a
 * photo's by its unmodified blob item. Neither is ever sent by a browser (returns#files).
 */
export function filesOf(raw: unknown): ExoFile[] {
  const { references, exchange } = fieldsOf(raw);
  const photos = listOf(fieldsOf(exchange).Items).flatMap((item) => listOf(fieldsOf(item).Photos));
  return [
    ...listOf(references).flatMap((entry, index): ExoFile[] => {
      const { id, meta, title, type } = fieldsOf(entry);
      if (typeof meta !== "object" || meta === null) return [];
      const name = toText(title) || toText(type) || "file";
      return [{ id: fileIdOf({ id }, index), query: { meta: JSON.stringify(meta) }, name }];
    }),
    ...photos.flatMap((photo, index): ExoFile[] => {
      const id = toText(fieldsOf(photo).SourceId);
      const query = { blobitem: JSON.stringify(photo) };
      return id === "" ? [] : [{ id, query, name: `photo ${index + 1}` }];
    }),
  ];
}

export type ReferenceKind = "ticket" | "consignment" | "label" | "slip" | "order" | "email" | "other";

/** One value of a card; an id has a button that copies it. */
export type Fact = { label: string; value: string; isId: boolean };
export type FileView = { href: string; name: string };

const kindLabels: Record<ReferenceKind, string> = {
  ticket: "Ticket",
  consignment: "Carrier consignment",
  label: "Label",
  slip: "Slip",
  order: "Return order",
  email: "Email transmission",
  other: "Reference",
};
const kinds: readonly ReferenceKind[] = ["ticket", "consignment", "label", "slip", "order", "email", "other"];

const signs: readonly [kind: ReferenceKind, pattern: RegExp][] = [
  ["ticket", /ticket|helpdesk/],
  ["email", /e-?mail|transmission/],
  ["label", /label/],
  ["slip", /slip/],
  ["consignment", /consignment|shipment/],
  ["order", /order|(^|[^a-z])ra([^a-z]|$)/],
];

/** The kind of a reference, by its type (returns#references). */
export const kindOf = (type: string): ReferenceKind =>
  signs.find(([, pattern]) => pattern.test(type.toLowerCase()))?.[0] ?? "other";

const linkLabels: Partial<Record<ReferenceKind, string>> = {
  ticket: referenceWays.ticket,
  consignment: referenceWays.consignment,
};

const maxValueLength = 400;
const noTracking = "No address was sent at which it can be tracked.";

const idOf = (label: string, value: unknown): Fact[] => {
  const text = toText(value);
  // Values to copy are never cut.
  return text === "" ? [] : [{ label, value: text, isId: true }];
};
const fact = (label: string, value: unknown): Fact[] =>
  idOf(label, value).map((found) => ({ ...found, value: shorten(found.value, maxValueLength), isId: false }));

const good = /^(sent|delivered|opened|clicked|ok|success|accepted)/i;
const bad = /fail|bounce|reject|error|undeliver|refus|invalid|spam/i;

function outcomeOf(meta: NonNullable<ExoReference["meta"]>) {
  const text = toText(meta.transmission_status);
  const message = shorten(toText(meta.transmission_status_message), maxValueLength);
  if (text === "" && message === "") return undefined;
  const tone: Tone = bad.test(text) ? "attention" : good.test(text) ? "ok" : "background";
  return { tone, text: shorten(text, 80) || "No status", message };
}

/** All data of a reference of an unknown type, name by name. */
const everything = (reference: ExoReference): Fact[] =>
  Object.entries({ ...reference, ...reference.meta, meta: undefined, created_at: undefined })
    .filter(([name]) => !["title", "source"].includes(name))
    .flatMap(([name, value]) => (/(^|_)id$/i.test(name) ? idOf(name, value) : fact(name, value)));

function factsOf(kind: ReferenceKind, reference: ExoReference): Fact[] {
  const meta = reference.meta ?? {};
  if (kind === "other") return everything(reference);
  const own: Fact[] = [
    ...idOf("RA#", meta.ra_number),
    ...idOf("Consignment", meta.consignment_id),
    ...idOf("Article", meta.article_id),
    ...fact("Recipient", meta.recipient_email),
    ...idOf("Transmission", meta.transmission_id),
  ];
  return [...own, ...idOf("Reference id", reference.id)];
}

type FileHref = (fileId: string) => string;

function toCard(reference: ExoReference, index: number, kind: ReferenceKind, hrefOf: FileHref) {
  const at = momentOf(reference.created_at);
  const href = outsideHref(toText(reference.uri));
  const label = linkLabels[kind] ?? "Open";
  const title = toText(reference.title) || toText(reference.type) || "Reference";
  const isLost = kind === "consignment" && href === undefined;
  const outcome = kind === "email" ? outcomeOf(reference.meta ?? {}) : undefined;
  const isFile = kind === "label" || kind === "slip";
  return {
    key: String(index),
    type: kind,
    kind: kindLabels[kind],
    title: shorten(title, 160),
    source: shorten(toText(reference.source), 80),
    at,
    facts: factsOf(kind, reference),
    link: href === undefined ? undefined : { label, href },
    /** Why it has no link or file although its kind has one. */
    refused: isFile && !reference.meta ? "No file was sent for it." : isLost ? noTracking : undefined,
    file:
      isFile && reference.meta
        ? { href: hrefOf(fileIdOf(reference, index)), name: shorten(title, 80) }
        : undefined,
    outcome,
  };
}
export type ReferenceCard = ReturnType<typeof toCard>;

/** The References tab: one card each, grouped by kind, in the order sent within a kind. */
export const toReferenceCards = (references: readonly ExoReference[], hrefOf: FileHref): ReferenceCard[] =>
  references
    .map((reference, index) => ({ reference, index, kind: kindOf(toText(reference.type)) }))
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.index - b.index)
    .map(({ reference, index, kind }) => toCard(reference, index, kind, hrefOf));

/** A link in the head of a panel: to a file or to the carrier's page, or why there is neither. */
export type HeadWay = { label: string; title: string; file?: FileView; href?: string; refused?: string };

const headWays: readonly [type: ReferenceKind, label: string][] = [
  ["label", "Label"],
  ["slip", "Slip"],
  ["consignment", referenceWays.consignment],
];

/** Label, slip and tracking as on their cards; of several of a kind the newest (returns#head-ways). */
export function toHeadWays(cards: readonly ReferenceCard[]): HeadWay[] {
  return headWays.flatMap(([type, label]): HeadWay[] => {
    const ofType = cards.filter((card) => card.type === type);
    const newest = ofType.reduce<ReferenceCard | undefined>(
      (best, card) => (best && timeOf(best.at) > timeOf(card.at) ? best : card),
      undefined,
    );
    if (!newest) return [];
    const { title, file, link, refused } = newest;
    return [compact<HeadWay>({ label, title, file, href: file ? undefined : link?.href, refused })];
  });
}

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
      const took = isStart ? Number.NaN : timeOf(at) - timeOf(begun?.at);
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

function recordEvent(entry: HistoryEntry): TimeLineEvent {
  const { key, words, message, beneath, advice, colour, at } = toRecord(entry, maxTitleLength);
  return compact<TimeLineEvent>({
    key: `record ${key}`,
    kind: kindOfRecord(entry.code),
    what: words,
    by: byOf(entry.record.meta),
    at,
    tone: colour,
    lines: [message, beneath, advice].filter(Boolean),
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
  const otherFacts = facts.filter(({ label }) => label !== "Reference id" && type !== "other");
  return compact<TimeLineEvent>({
    key: `reference ${key}`,
    kind: own ?? "record",
    what: own || title.toLowerCase().includes(kind.toLowerCase()) ? title : `${kind}: ${title}`,
    by: source,
    at,
    tone: outcome?.tone === "attention" ? "attention" : undefined,
    lines: [
      outcome ? [outcome.text, outcome.message].filter(Boolean).join(": ") : "",
      otherFacts.map(({ label, value }) => `${label} ${value}`).join(" · "),
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
