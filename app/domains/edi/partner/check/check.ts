import { visible } from "#app/domains/edi/codes.ts";
import { bySeverity, toFinding, toPlaced } from "#app/domains/edi/partner/findings.ts";
import { stateOf } from "#app/domains/edi/states.ts";
import { formatUnits, plural, shorten, toText } from "#app/values/values.ts";
import type { CheckedInterchange } from "#contract/ediCheck.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { readNumber } from "#contract/numbers.ts";
import {
  type AnnotatedValue,
  annotate,
  type Chunked,
  Findings,
  type Reading,
  type Segment,
  tokenise,
} from "#edifact/index.ts";

/** The upload form: the pasted text, and why it was rejected. */
export type CheckForm = { token: string; text: string; problem?: string };

const maxLines = 300;
const maxFindings = 50;
const maxInterchanges = 50;
const maxRawLength = 2000;

const valueWords = ({ name, value, meaning }: AnnotatedValue): string =>
  `${name ? `${name}: ` : ""}${shorten(value, 200)}${meaning ? ` (${meaning})` : ""}`;

/** A segment as written, with the meanings of its values. */
function toLine(text: string, segment: Segment, number: number, anchor: string) {
  // Each value takes at least three characters of what is shown.
  const { raw, name, values } = annotate(text, segment, maxRawLength / 3);
  const { tag } = segment;
  return {
    number,
    anchor,
    raw: visible(shorten(raw, maxRawLength)).trim(),
    tag: visible(shorten(tag, 20)),
    name: name ?? (tag === "" ? "Text that is not a segment" : ""),
    values: visible(shorten(values.map(valueWords).join("; "), maxRawLength)),
  };
}

/** `isCut`: the text continues. */
const annotated = (text: string, segments: readonly Segment[], prefix: string, isCut = false) => ({
  lines: segments
    .slice(0, maxLines)
    .map((segment, index) => toLine(text, segment, index + 1, `${prefix}-${index + 1}`)),
  isCut: isCut || segments.length > maxLines,
});
export type AnnotatedText = ReturnType<typeof annotated>;

/** The segments of each interchange of a file: text before the first one is its own, a UNA belongs to what follows. */
export function partsOf({ segments, interchanges }: Reading): Segment[][] {
  const starts = interchanges.map(({ header }, index) => {
    if (index === 0 || !header) return 1;
    return segments[header.number - 2]?.tag === "UNA" ? header.number - 1 : header.number;
  });
  if (starts.length === 0) return [segments];
  return starts.map((start, index) =>
    segments.slice(start - 1, (starts[index + 1] ?? segments.length + 1) - 1),
  );
}

const ordersOf = ({ orders }: CheckedInterchange) =>
  (orders ?? []).map((order, index) => ({
    key: String(index),
    number: shorten(toText(order.document_identifier), 80) || "without a number",
    outcome: shorten(toText(order.outcome), 400),
    lines: (order.lines ?? []).slice(0, maxLines).map((line, place) => {
      const [ordered, accepted] = [readNumber(line.ordered), readNumber(line.accepted)];
      return {
        key: String(place),
        number: shorten(toText(line.number), 20),
        item: shorten([toText(line.item), toText(line.description)].filter(Boolean).join(" "), 160),
        ordered: ordered === undefined ? "–" : formatUnits(ordered),
        accepted: accepted === undefined ? "–" : formatUnits(accepted),
        problem: shorten(toText(line.problem), 300),
        isLess: (accepted ?? 0) < (ordered ?? 0),
      };
    }),
  }));
export type CheckedOrder = ReturnType<typeof ordersOf>[number];

const partyOf = (party: CheckedInterchange["sender"]): string =>
  shorten(toText(party?.identification) || "?", 60);

type Reply = { key: string; title: string; text: AnnotatedText };

function* repliesOf({ replies }: CheckedInterchange, prefix: string): Chunked<Reply[]> {
  const shown: Reply[] = [];
  for (const [index, { message_type, interchange_text }] of (replies ?? []).slice(0, 20).entries()) {
    const text = toText(interchange_text);
    const segments = yield* tokenise(text, new Findings());
    shown.push({
      key: String(index),
      title: shorten(toText(message_type), 20) || "Answer",
      text: annotated(text, segments, `${prefix}-reply-${index}`),
    });
  }
  return shown;
}

type Part = { index: number; prefix: string; text: AnnotatedText };

function* toCheck(row: WireRow<CheckedInterchange>, { index, prefix, text }: Part) {
  const checked: CheckedInterchange = row.readable ? row.row : {};
  const findings = (checked.findings ?? []).map(toPlaced).sort(bySeverity);
  const hrefOf = (segment: number) => (segment <= text.lines.length ? `#${prefix}-${segment}` : undefined);
  const counts = Object.entries(checked.message_counts ?? {}).map(
    ([type, count]) => `${formatUnits(count)} ${type}`,
  );
  const segmentCount = readNumber(checked.segment_count);
  return {
    key: String(index),
    title: `Interchange ${shorten(toText(checked.control_reference), 40) || index + 1}`,
    about: [
      `From ${partyOf(checked.sender)} to ${partyOf(checked.recipient)}`,
      ...counts,
      segmentCount === undefined ? "" : plural(segmentCount, "segment", "segments"),
    ]
      .filter(Boolean)
      .join(", "),
    state: stateOf(checked.state),
    outcome: shorten(toText(checked.outcome), 600),
    findings: findings.slice(0, maxFindings).map((one, place) => toFinding(one, place, hrefOf)),
    moreFindings: Math.max(0, findings.length - maxFindings),
    orders: ordersOf(checked),
    replies: yield* repliesOf(checked, prefix),
    text,
    problem: row.readable ? "" : `What would become of it could not be read: ${shorten(row.problem, 300)}`,
  };
}
export type CheckView = ReturnType<typeof toCheck> extends Chunked<infer View> ? View : never;

export type ChecksView = { interchanges: CheckView[]; more: number };

/**
 * The dry run of a file of `total` interchanges next to its text: `reading` is the parsed part,
 * `isCut` says that the file continues. Run it with `runCooperatively`.
 */
export function* toChecks(
  { rows, total }: { rows: readonly WireRow<CheckedInterchange>[]; total: number },
  reading: Reading,
  isCut: boolean,
): Chunked<ChecksView> {
  const parts = partsOf(reading);
  const interchanges: CheckView[] = [];
  for (const [index, row] of rows.slice(0, maxInterchanges).entries()) {
    const prefix = `interchange-${index + 1}-segment`;
    const own = parts[index] ?? [];
    const text = annotated(reading.decoded.text, own, prefix, isCut && index >= parts.length - 1);
    interchanges.push(yield* toCheck(row, { index, prefix, text }));
    yield;
  }
  return { interchanges, more: total - interchanges.length };
}
