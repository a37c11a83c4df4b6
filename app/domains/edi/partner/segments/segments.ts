import { plural, shorten, toText } from "#app/core/values/values.ts";
import { messageTypeLabel, visible } from "#app/domains/edi/codes.ts";
import { interchangePath, interchangeTextPath, threadPath } from "#app/domains/edi/partner/paths.ts";
import { orderDocumentsIn } from "#app/domains/edi/partner/references.ts";
import { pageOf } from "#app/domains/edi/records.ts";
import type { EdiInterchangeDetail } from "#contract/edi.ts";
import {
  type AnnotatedValue,
  annotate,
  type Chunked,
  componentOf,
  type Message,
  type Reading,
  type Segment,
} from "#edifact/index.ts";
import {
  bySeverity,
  countIn,
  countWords,
  type FindingView,
  segmentHref,
  segmentPageSize,
  toFinding,
  withoutRepeats,
} from "../findings.ts";

/** Messages linked from the segments page; the others are counted. */
const maxMessages = 100;

/** The messages with the numbers of their first and last segments. */
const messageRanges = ({ interchanges }: Reading) =>
  interchanges
    .flatMap(({ messages }) => messages)
    .map((message) => ({
      message,
      first: message.segments[0]?.number ?? message.header.number,
      last: message.segments.at(-1)?.number ?? message.header.number,
    }))
    .sort((a, b) => a.first - b.first);
type MessageRange = ReturnType<typeof messageRanges>[number];

function titleOf(message: Message): string {
  const beginning = message.segments.slice(0, 10).find(({ tag }) => tag === "BGM");
  return [
    messageTypeLabel(shorten(message.type, 20)) || "Message",
    shorten(message.reference, 40),
    shorten(componentOf(beginning, 1), 80),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The findings of a message, each of whose segments is looked up once. */
function foundIn(
  { first, last }: MessageRange,
  bySegment: ReadonlyMap<number, FindingView[]>,
): FindingView[] {
  const found: FindingView[] = [];
  for (let number = first; number <= last; number += 1)
    for (const one of bySegment.get(number) ?? []) found.push(one);
  return found;
}

/** Links to the first messages with their findings. Run it with `runCooperatively`. */
function* messageLinks(
  ranges: readonly MessageRange[],
  bySegment: ReadonlyMap<number, FindingView[]>,
  id: string,
): Chunked<{ key: string; title: string; href: string; words: string }[]> {
  const links = [];
  for (const range of ranges.slice(0, maxMessages)) {
    const { message, first, last } = range;
    const found = foundIn(range, bySegment);
    const words = [
      plural(last - first + 1, "segment", "segments"),
      countWords((severity) => countIn(found, severity)),
    ];
    links.push({
      key: String(first),
      title: titleOf(message),
      href: segmentHref(id, first),
      words: words.filter(Boolean).join(", "),
    });
    yield;
  }
  return links;
}

const maxRawLength = 4000;
const maxValueLength = 1000;
const maxValues = 200;
const maxFindings = 50;
const maxHere = 20;

export const firstSegmentOf = ({ interchanges }: Reading, reference: string): number | undefined =>
  interchanges.flatMap(({ messages }) => messages).find((message) => message.reference === reference)?.header
    .number;

const nameOf = ({ name, composite, element, component }: AnnotatedValue): string => {
  const own = name ?? (component === 1 ? `Element ${element}` : `Element ${element}, component ${component}`);
  return composite === undefined || composite.name === own ? own : `${composite.name}: ${own}`;
};

/** One segment: the raw text next to its name and values, with its findings. */
function toSegmentView(text: string, segment: Segment, found: readonly FindingView[]) {
  const { number, line, tag } = segment;
  const { name, raw, values } = annotate(text, segment, maxValues);
  const isAt = ({ element, component, repetition }: AnnotatedValue, one: FindingView): boolean =>
    one.element === element &&
    repetition === 0 &&
    (one.component === undefined ? component === 1 : one.component === component);
  const used = new Set<FindingView>();
  const valueViews = values.map((value, index) => {
    const own = found.filter((one) => isAt(value, one));
    for (const one of own) used.add(one);
    return {
      key: String(index),
      name: nameOf(value),
      value: visible(shorten(value.value, maxValueLength)),
      meaning: value.meaning ?? "",
      findings: own,
    };
  });
  return {
    number,
    line,
    tag: visible(shorten(tag, 20)),
    name: name ?? (tag === "" ? "Text that is not a segment" : ""),
    raw: visible(shorten(raw, maxRawLength)),
    values: valueViews,
    findings: withoutRepeats(found.filter((one) => !used.has(one))).slice(0, maxHere),
  };
}
export type SegmentView = ReturnType<typeof toSegmentView>;

/** Segments of one message or, without a title, those around the messages. */
export type Section = { key: string; title: string; note: string; segments: SegmentView[] };

function toSections(ranges: readonly MessageRange[], views: readonly SegmentView[]): Section[] {
  const sections: (Section & { range: MessageRange | undefined })[] = [];
  const [from, to] = [views[0]?.number ?? 0, views.at(-1)?.number ?? 0];
  const here = ranges.filter(({ first, last }) => last >= from && first <= to);
  let next = 0;
  for (const segment of views) {
    while ((here[next]?.last ?? Number.POSITIVE_INFINITY) < segment.number) next += 1;
    const candidate = here[next];
    const range = candidate && candidate.first <= segment.number ? candidate : undefined;
    const last = sections.at(-1);
    if (last && last.range === range) {
      last.segments.push(segment);
      continue;
    }
    sections.push({
      key: String(segment.number),
      title: range ? titleOf(range.message) : "",
      note: range
        ? `segments ${range.first} to ${range.last}${range.first < from ? ", continued" : ""}${range.last > to ? ", goes on" : ""}`
        : "",
      segments: [segment],
      range,
    });
  }
  return sections.map(({ range: _, ...section }) => section);
}

const textLinks = (id: string) => ({
  downloads: [
    { label: "Download the text", href: interchangeTextPath(id, "text") },
    { label: "Download the bytes", href: interchangeTextPath(id, "bytes") },
  ],
  inlineHref: interchangeTextPath(id, "inline"),
});

/**
 * One page of the segments of an interchange with names, meanings and findings. The findings are the server's from
 * reading the bytes, if it reports any; else those of reading the text. Run it with `runCooperatively`.
 */
export function* toSegmentsPage(
  item: EdiInterchangeDetail,
  reading: Reading,
  wanted: number,
  hasText = true,
) {
  const { id } = item;
  const { segments, decoded } = reading;
  const hrefOf = (number: number) => segmentHref(id, number);
  const found = (item.findings ?? (hasText ? reading.findings : [])).map((one, index) =>
    toFinding(one, index, hrefOf),
  );
  const { items: onPage, page, pages } = pageOf(segments, wanted, segmentPageSize);
  const bySegment = new Map<number, FindingView[]>();
  for (const one of found) {
    if (one.segment === undefined) continue;
    const own = bySegment.get(one.segment) ?? [];
    bySegment.set(one.segment, own);
    own.push(one);
  }
  const segmentViews: SegmentView[] = [];
  for (const segment of onPage) {
    segmentViews.push(toSegmentView(decoded.text, segment, bySegment.get(segment.number) ?? []));
    yield;
  }
  const ranges = messageRanges(reading);
  yield;
  const orders = orderDocumentsIn(item.references ?? []).slice(0, 5);
  const sorted = withoutRepeats(found).sort(bySeverity);
  yield;
  const messages = yield* messageLinks(ranges, bySegment, id);
  return {
    id,
    title: toText(item.control_reference) || id,
    interchangeHref: interchangePath({ id }),
    threads: orders.map((order, index) => ({
      label: orders.length === 1 ? "Order thread" : `Order thread ${index + 1}`,
      href: threadPath(order),
    })),
    about: [
      plural(segments.length, "segment", "segments"),
      plural(ranges.length, "message", "messages"),
      countWords((severity) => countIn(found, severity)) || "no findings",
    ].join(", "),
    page,
    pages,
    range:
      segmentViews.length === 0
        ? ""
        : `Segments ${segmentViews[0]?.number} to ${segmentViews.at(-1)?.number} of ${segments.length}`,
    sections: toSections(ranges, segmentViews),
    messages,
    moreMessages: ranges.length - messages.length,
    findings: sorted.slice(0, maxFindings),
    moreFindings: Math.max(0, sorted.length - maxFindings),
    text: hasText ? textLinks(id) : undefined,
  };
}
export type SegmentsPage = ReturnType<typeof toSegmentsPage> extends Chunked<infer Page> ? Page : never;
