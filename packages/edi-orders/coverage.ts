import { codeMeaning, type DocumentSegment, type SegmentGroup, segmentName } from "#edifact/index.ts";

/**
 * What happens to a segment: its values make the order (`used`), must agree with what we know (`compared`), don't matter
 * for a reason (`irrelevant`), or keep the message from being carried out without a person (`holds`).
 */
export type Treatment = "used" | "compared" | "irrelevant" | "holds";

export type CoverageRow = {
  /** The segment groups around it, by their triggers: empty for the message itself, LIN/PRI for the price of a line. */
  place: string;
  /** Tag and first code, e.g. `DTM+2`; the tag alone stands for all other codes. */
  segments: readonly string[];
  treatment: Treatment;
  /** The subject, or the reason why it doesn't matter. */
  words: string;
  /**
   * Data elements that are read: `3036*` several times, `6343=9` in this value only. Any other value of the segment
   * holds the message.
   */
  reads: readonly string[];
  /** The message type for which the row is; both without one. */
  only?: "ORDERS" | "ORDCHG";
};

const list = (text: string): string[] => text.split(" ").filter(Boolean);

const row =
  (treatment: Treatment) =>
  (place: string, segments: string, words: string, reads = "", only?: CoverageRow["only"]): CoverageRow => ({
    place,
    segments: list(segments),
    treatment,
    words,
    reads: list(reads),
    ...(only && { only }),
  });
const used = row("used");
const compared = row("compared");
const irrelevant = row("irrelevant");
const holds = row("holds");

const date = "2005 2380 2379";
const party = "3035 3039 3055 3036* 3042* 3164 3229 3228 3251 3207";

/** Dates (2005) by which the goods have to be there or gone, and before which they must not be. */
export const lastDays = ["2", "63", "61", "10", "38"];
export const firstDays = ["64", "37"];
const days = [...lastDays, ...firstDays].map((code) => `DTM+${code}`).join(" ");

/**
 * Every segment and first code of ORDERS and ORDCHG that is not held, and those that are held in words of their own.
 * What the table doesn't name holds the message.
 */
export const coverage: readonly CoverageRow[] = [
  used("", "BGM", "the kind of document, its number and its function", "1001 1004 1225"),
  compared("", "DTM+137", "the date of the message: it must be a date", date),
  compared("", days, "the first and last days of delivery", date),
  irrelevant("", "UNS", "it separates the lines from the totals"),
  compared("", "CNT+1 CNT+2", "the sum of the quantities, the number of lines", "6069 6066"),
  compared("", "MOA+79 MOA+86 MOA+128", "the total of the order", "5025 5004"),
  holds("", "FTX", "a text"),
  holds("", "MOA", "an amount"),
  used("RFF", "RFF+ON", "the order that it changes", "1153 1154", "ORDCHG"),
  irrelevant("RFF", "RFF+CT RFF+PL", "contract and price list: each price is compared with ours"),
  irrelevant("RFF", "DTM+171", "the date of a reference"),
  holds("RFF", "RFF", "a reference"),
  used(
    "NAD",
    "NAD+BY",
    "the buyer, named in our answers; where it names nothing else, the delivery address",
    party,
  ),
  used("NAD", "NAD+ST NAD+DP NAD+UC", "the delivery address", party),
  used("NAD", "NAD+IV", "the billing address", party),
  compared("NAD", "NAD+SU", "the supplier: it must be us", party),
  holds("NAD", "NAD", "a party"),
  irrelevant("NAD/RFF", "RFF DTM+171", "numbers of a party in other registers, such as a tax number"),
  irrelevant("NAD/CTA", "CTA COM", "people who can be spoken to, and how"),
  compared("CUX", "CUX+2", "the currency of the prices", "6347 6345 6343=9"),
  holds("CUX", "CUX", "another currency"),
  holds("ALC", "ALC+A", "an allowance"),
  holds("ALC", "ALC+C", "a charge"),
  holds("TOD", "TOD", "terms of delivery"),
  holds("SCC", "SCC", "a schedule"),
  used("LIN", "LIN", "number and article of the line", "1082 7140 7143 3055=9", "ORDERS"),
  used(
    "LIN",
    "LIN",
    "number and article of the line, and what is changed",
    "1082 1229 7140 7143 3055=9",
    "ORDCHG",
  ),
  used(
    "LIN",
    "PIA+1:SA PIA+1:MF PIA+1:SRV PIA+1:EN PIA+1:UP PIA+5:SA PIA+5:MF PIA+5:SRV PIA+5:EN PIA+5:UP",
    "article numbers of ours, and international ones: all of them must name one article",
    "4347 7140 7143 3055=9 3055=91 3055=92",
  ),
  irrelevant("LIN", "PIA+1:IN PIA+1:BP PIA+5:IN PIA+5:BP", "the partner's own article numbers"),
  irrelevant("LIN", "IMD", "a description: the article numbers decide"),
  used("LIN", "QTY+21", "the quantity", "6063 6060 6411"),
  compared("LIN", days, "the first and last days of delivery of the line", date),
  compared("LIN", "MOA+203", "the total of the line", "5025 5004"),
  holds("LIN", "QTY+192", "free goods"),
  holds("LIN", "QTY+11", "a part of the quantity"),
  holds("LIN", "QTY", "another quantity"),
  holds("LIN", "MOA", "an amount"),
  holds("LIN", "FTX", "a text"),
  holds("LIN", "PIA", "another article number"),
  compared("LIN/PRI", "PRI+AAA", "the net price", "5125 5118 5284 6411"),
  holds("LIN/PRI", "PRI", "another price"),
  holds("LIN/PRI", "CUX", "a currency of its own"),
  holds("LIN/ALC", "ALC+A", "an allowance"),
  holds("LIN/ALC", "ALC+C", "a charge"),
  holds("LIN/LOC", "LOC", "a place of its own"),
  holds("LIN/NAD", "NAD", "an address of its own"),
  holds("LIN/SCC", "SCC", "a schedule"),
];

/** Something that the message says and that is not read: what it is, and a sentence for a person. */
export type Unread = { key: string; words: string };

const rowKey = (place: string, segment: string) => `${place} ${segment}`;
const rowsFor = (only: CoverageRow["only"]) =>
  new Map(
    coverage
      .filter((one) => one.only === undefined || one.only === only)
      .flatMap((one) => one.segments.map((segment) => [rowKey(one.place, segment), one] as const)),
  );
const rows = { ORDERS: rowsFor("ORDERS"), ORDCHG: rowsFor("ORDCHG") };
export type CoveredType = keyof typeof rows;

const isCovered = (type: string): type is CoveredType => Object.hasOwn(rows, type);
/** ORDERS for a type that makes or changes no order. */
export const coveredType = (type: string): CoveredType => (isCovered(type) ? type : "ORDERS");

/** Elements of parts of segments that have a treatment of their own. */
const partWords: Readonly<Record<string, string>> = {
  "5495": "a line within a line",
  "1222": "a level of a configuration",
  "7083": "a level of a configuration",
  "1229": "an action",
};

/** The data element of a segment's first code, where that is one with known meanings. */
const codeElements: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ DTM: "2005", NAD: "3035", RFF: "1153", QTY: "6063", PRI: "5125", MOA: "5025", CNT: "6069" },
    ...{ CUX: "6347", ALC: "5463", LOC: "3227", FTX: "4451", PIA: "4347", TAX: "5283" },
  }),
);

const maxQuoted = 60;
const quoted = (text: string): string =>
  `'${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}'`;

/** A segment cut into what the table treats: each article number of a PIA is treated by its type (7143). */
function partsOf(segment: DocumentSegment): DocumentSegment[] {
  if (segment.tag !== "PIA") return [segment];
  const [qualifier, ...values] = segment.values;
  if (qualifier?.element !== "4347") return [segment];
  const parts: DocumentSegment[] = [];
  for (const value of values) {
    const own = value.element === "7140" ? undefined : parts.at(-1);
    if (own) parts[parts.length - 1] = { ...own, values: [...own.values, value] };
    else parts.push({ tag: "PIA", values: [qualifier, value] });
  }
  return parts;
}

const textOf = ({ values }: DocumentSegment, element: string): string =>
  values.find((value) => value.element === element)?.text.trim() ?? "";

/** Tag and first code of a segment, and for an article number its type. */
function nameOf(segment: DocumentSegment): string {
  const { tag, values } = segment;
  const coded = codeElements.get(tag);
  if (coded === undefined) return tag;
  const code = values[0]?.element === coded ? values[0].text.trim() : "";
  const type = tag === "PIA" ? `:${textOf(segment, "7143")}` : "";
  return `${tag}+${code}${type}`;
}

/** What a segment is, for a person. */
function meaningOf(segment: DocumentSegment, own: CoverageRow | undefined): string {
  if (segment.tag === "FTX") {
    const text = segment.values.flatMap(({ element, text }) => (element === "4440" ? [text] : [])).join(" ");
    return text === "" ? "a text" : `the text ${quoted(text)}`;
  }
  if (own?.segments.includes(nameOf(segment))) return own.words;
  const element = codeElements.get(segment.tag) ?? "";
  const meaning = codeMeaning(element, textOf(segment, element)) ?? "";
  if (!own) return meaning || segmentName(segment.tag);
  return meaning ? `${own.words} (${meaning})` : own.words;
}

/** A value of a segment that nobody reads. */
function spareIn(segment: DocumentSegment, { reads }: CoverageRow): string | undefined {
  const seen = new Set<string>();
  for (const { element, text } of segment.values) {
    if (reads.includes(`${element}*`)) continue;
    if (!reads.includes(element) && !reads.includes(`${element}=${text.trim()}`))
      return [partWords[element], element, quoted(text)].filter((part) => part).join(" ");
    if (seen.has(element)) return `${element} twice`;
    seen.add(element);
  }
  return undefined;
}

/** The name of a segment with those around it, as far as a person has to know them. */
function pathOf(place: string, name: string): string {
  const around = place.split("/").filter((tag) => tag !== "" && tag !== "LIN");
  if (around.at(-1) === name.slice(0, 3)) around.pop();
  return [...around, name].join("/");
}

/** Collects what is said and not read, and counts what is. */
class Reading {
  readonly #unread: Unread[] = [];
  readonly #counts = new Map<string, number>();

  constructor(readonly type: CoveredType) {}

  /** Takes a segment; returns whether it holds the message. */
  take(segment: DocumentSegment, place: string): boolean {
    let isHeld = false;
    for (const part of partsOf(segment)) {
      const name = nameOf(part);
      const path = pathOf(place, name);
      const own = rows[this.type].get(rowKey(place, name)) ?? rows[this.type].get(rowKey(place, part.tag));
      if (own?.treatment === "irrelevant") continue;
      if (!own || own.treatment === "holds") {
        isHeld = true;
        this.#unread.push({ key: path, words: `${path}, ${meaningOf(part, own)}: not read here` });
        continue;
      }
      this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1);
      const spare = spareIn(part, own);
      if (spare) this.#unread.push({ key: path, words: `${path} with ${spare}: not read here` });
    }
    return isHeld;
  }

  /** Takes all of a group but its trigger, and the groups inside apart from lines. */
  takeInside(group: SegmentGroup, place: string): void {
    for (const segment of group.segments) if (segment.tag !== group.trigger) this.take(segment, place);
    for (const { tag } of group.unplaced)
      this.#unread.push({ key: tag, words: `${tag} at a place where it is not expected: not read here` });
    for (const inner of group.groups()) {
      const [first] = inner.segments;
      const innerPlace = [place, inner.trigger].filter(Boolean).join("/");
      if (first?.tag !== inner.trigger) this.#without(first?.tag ?? "A group", inner.trigger);
      // What belongs to a held segment is held with it.
      else if (inner.trigger !== "LIN" && !this.take(first, innerPlace)) this.takeInside(inner, innerPlace);
    }
  }

  #without(tag: string, trigger: string): void {
    this.#unread.push({ key: tag, words: `${tag} without the ${trigger} that it belongs to: not read here` });
  }

  unread(): Unread[] {
    const repeated = [...this.#counts].filter(([, count]) => count > 1);
    return [
      ...this.#unread,
      ...repeated.map(([key, count]) => ({
        key,
        words: `${key} ${count === 2 ? "twice" : `${count} times`}`,
      })),
    ];
  }
}

/** What the message says apart from its lines, and nobody reads. */
export function unreadInHeader(message: SegmentGroup, type: CoveredType): Unread[] {
  const reading = new Reading(type);
  reading.takeInside(message, "");
  return reading.unread();
}

/** What a line says, and nobody reads. */
export function unreadInLine(line: SegmentGroup, type: CoveredType): Unread[] {
  const reading = new Reading(type);
  const [first] = line.segments;
  if (first) reading.take(first, "LIN");
  reading.takeInside(line, "LIN");
  return reading.unread();
}
