import { formatUnits, plural, shorten, toText } from "#app/core/values/values.ts";
import { segmentHref } from "#app/domains/edi/partner/findings.ts";
import { segmentsPath } from "#app/domains/edi/partner/paths.ts";
import type { EdiInterchangeDetail, EdiMessage } from "#contract/edi.ts";
import { ediMessages } from "#contract/ediMessages.ts";
import {
  componentOf,
  groupsWith,
  type LineSummary,
  lineOf,
  type Message,
  type PackingLevel,
  readEdifact,
  referencesIn,
  runCooperatively,
  summarise,
} from "#edifact/index.ts";

/** The message types with lines of an order. */
const ledgerTypes = ["ORDERS", "ORDCHG", "ORDRSP", "DESADV"] as const;
export type LedgerType = (typeof ledgerTypes)[number];

/** The URL of a line's quantity with this qualifier (6063), else of its LIN; undefined if the text was not read. */
type HrefOf = (qualifier?: string) => string | undefined;

type Line = LineSummary & { hrefOf: HrefOf };

/** A message about the order. `functionCode` is 1225; `href` leads to its segments. */
type LedgerMessage = { type: LedgerType; functionCode: string; href: string; lines: Line[] };

export type ArticleUnits = { code: string; units: number };

/** A number of units; `href` leads to its segment. */
export type Figure = { units: number; href?: string | undefined };

type Mark = { words: string; tone: "ok" | "attention" | "background" };

/** One line of the order as each side has it (edi#ledger). */
type Row = {
  key: string;
  number: string;
  item: string;
  /** Its other item numbers, such as ours, and the partner's description. */
  article: string;
  /** The ordered unit price as the partner wrote it; empty if there is none. */
  price: string;
  ordered?: Figure | undefined;
  changed?: Figure | undefined;
  confirmed?: Figure | undefined;
  shipped?: Figure | undefined;
  advised?: Figure | undefined;
  codes: Set<string>;
  orderedAt: number | undefined;
  confirmedAt?: number | undefined;
};

/** Maximum lines shown; a demo order has a dozen, a warehouse's a few hundred. */
const maxRows = 200;

const codesOf = ({ item, otherItems }: LineSummary): string[] =>
  [item, ...otherItems].map(({ identifier }) => identifier).filter(Boolean);

function quantityOf({ quantities, hrefOf }: Line, ...qualifiers: string[]): Figure | undefined {
  for (const qualifier of qualifiers) {
    const found = quantities.find((one) => one.qualifier === qualifier && one.value !== undefined);
    if (found?.value !== undefined) return { units: found.value, href: hrefOf(qualifier) };
  }
  return undefined;
}

/** The net price (AAA) of a line, else its first. */
const priceOf = ({ prices }: LineSummary) => prices.find(({ qualifier }) => qualifier === "AAA") ?? prices[0];

class Rows {
  readonly all: Row[] = [];
  readonly byCode = new Map<string, Row>();
  private readonly byNumber = new Map<string, Row>();

  add(line: Line): Row {
    const { number, item, otherItems, descriptions } = line;
    const price = priceOf(line);
    const article = [...otherItems.map(({ identifier }) => identifier), descriptions.join(" ")];
    const row: Row = {
      key: String(this.all.length),
      number: shorten(number, 20),
      item: shorten(item.identifier, 80),
      article: shorten(article.filter(Boolean).join(" · "), 160),
      price: shorten(price?.text ?? "", 40),
      orderedAt: price?.amount,
      codes: new Set(),
    };
    this.all.push(row);
    if (number !== "" && !this.byNumber.has(number)) this.byNumber.set(number, row);
    this.learn(row, codesOf(line));
    return row;
  }

  /** The row of a line: by its number unless the articles contradict, else by its article; else a new one. */
  at(line: Line, number = line.number): Row {
    return this.find(line, number) ?? this.add(line);
  }

  find(line: Line, number = line.number): Row | undefined {
    const codes = codesOf(line);
    const numbered = this.byNumber.get(number);
    const isContradicted =
      numbered &&
      codes.length > 0 &&
      numbered.codes.size > 0 &&
      !codes.some((code) => numbered.codes.has(code));
    const row =
      numbered && !isContradicted
        ? numbered
        : codes.map((code) => this.byCode.get(code)).find((one) => one !== undefined);
    if (row) this.learn(row, codes);
    return row;
  }

  /** Articles have several codes, which not every message repeats. */
  private learn(row: Row, codes: readonly string[]) {
    for (const code of codes) {
      row.codes.add(code);
      if (!this.byCode.has(code)) this.byCode.set(code, row);
    }
  }
}

/** The order line that a despatched line refers to: its RFF+ON with a line number (1156). */
const orderLineOf = ({ references }: LineSummary): string =>
  references.find(({ qualifier, line }) => qualifier === "ON" && line !== "")?.line ?? "";

function takeLine(rows: Rows, type: LedgerType, line: Line) {
  const none: Figure = { units: 0, href: line.hrefOf() };
  const price = priceOf(line);
  switch (type) {
    case "ORDERS":
      rows.add(line).ordered = quantityOf(line, "21");
      break;
    case "ORDCHG": {
      const figure = line.action === "2" ? none : quantityOf(line, "21");
      const row = figure ? rows.at(line) : rows.find(line);
      if (row && figure) row.changed = figure;
      if (row && price?.amount !== undefined)
        Object.assign(row, { price: price.text, orderedAt: price.amount });
      break;
    }
    case "ORDRSP": {
      const figure = line.action === "7" ? none : quantityOf(line, "113", "12", "21");
      if (!figure) break;
      const row = rows.at(line);
      row.confirmed = figure;
      row.confirmedAt = price?.amount ?? row.orderedAt;
      break;
    }
    case "DESADV": {
      const figure = quantityOf(line, "12");
      if (!figure) break;
      const row = rows.at(line, orderLineOf(line));
      const { units, href } = row.advised ?? { units: 0 };
      row.advised = { units: units + figure.units, href: href ?? figure.href };
    }
  }
}

function take(rows: Rows, { type, functionCode, href, lines }: LedgerMessage) {
  for (const line of lines) takeLine(rows, type, line);
  // A blanket acceptance or refusal leaves the lines out.
  if (type !== "ORDRSP" || lines.length > 0 || !["27", "29"].includes(functionCode)) return;
  for (const row of rows.all) {
    const units = functionCode === "29" ? ((row.changed ?? row.ordered)?.units ?? 0) : 0;
    row.confirmed = { units, href };
  }
}

/** Assigns the order system's shipped units to the lines, and returns the units that match none. */
function takeShipped(rows: Rows, shipped: readonly ArticleUnits[], href: string | undefined): number {
  let left = 0;
  for (const { code, units } of shipped) {
    const row = rows.byCode.get(code);
    if (row) row.shipped = { units: (row.shipped?.units ?? 0) + units, href };
    else left += units;
  }
  return left;
}

const gap = (words: string): Mark => ({ words, tone: "attention" });

/** What is said where a figure of a line is less, or more, than another; nothing while one of them is unknown. */
function between(one: Figure | undefined, other: Figure | undefined, less: Mark, more: Mark): Mark[] {
  if (!one || !other || one.units === other.units) return [];
  const { words, tone } = one.units < other.units ? less : more;
  return [{ words: `${formatUnits(Math.abs(one.units - other.units))} ${words}`, tone }];
}

/** The differences between the figures of a line, in words. */
function marksOf(row: Row): Mark[] {
  const { ordered, changed, confirmed, shipped, advised, orderedAt, confirmedAt } = row;
  const marks: Mark[] = [];
  if (!ordered) marks.push(gap("Not in the order"));
  if (ordered && changed && changed.units !== ordered.units)
    marks.push(gap(`Changed from ${formatUnits(ordered.units)} to ${formatUnits(changed.units)}`));
  marks.push(
    ...between(confirmed, changed ?? ordered, gap("not confirmed"), gap("more confirmed than ordered")),
  );
  if (orderedAt !== undefined && confirmedAt !== undefined && confirmedAt !== orderedAt)
    marks.push(gap(`Confirmed at ${confirmedAt} instead of ${orderedAt}`));
  const toShip: Mark = { words: "to ship", tone: "background" };
  marks.push(
    ...between(shipped, confirmed, toShip, gap("more shipped than confirmed")),
    ...between(advised, shipped, gap("shipped, not advised"), gap("advised, not shipped")),
  );
  const isWhole = confirmed && advised && confirmed.units === advised.units;
  return marks.length === 0 && isWhole ? [{ words: "As ordered", tone: "ok" }] : marks;
}

/**
 * One row per line of an order: ordered, changed, confirmed, shipped and advised quantities with
 * their differences. `messages` in order of receipt; the newest response counts. `shipped` is
 * undefined if the order system's order could not be read. Linear in the number of lines.
 */
export function toLedger(
  messages: readonly LedgerMessage[],
  shipped: readonly ArticleUnits[] | undefined,
  utopiaHref: string | undefined,
) {
  const rows = new Rows();
  for (const message of messages) take(rows, message);
  if (rows.all.length === 0) return undefined;
  if (shipped) {
    for (const row of rows.all) if (row.confirmed || row.advised) row.shipped = { units: 0 };
  }
  const unplaced = takeShipped(rows, shipped ?? [], utopiaHref);
  // If a shipment matches no line, no line can be said to lack it.
  if (unplaced > 0) for (const row of rows.all) if (row.shipped?.units === 0) delete row.shipped;
  const more = rows.all.length - maxRows;
  return {
    rows: rows.all.slice(0, maxRows).map((row) => {
      const { codes: _codes, orderedAt: _ordered, confirmedAt: _confirmed, ...rest } = row;
      return { ...rest, marks: marksOf(row) };
    }),
    left: [
      more > 0 && `${plural(more, "more line is", "more lines are")} not shown here: see the segments.`,
      unplaced > 0 && `${plural(unplaced, "shipped unit", "shipped units")} could not be put to a line.`,
    ].filter((words) => words !== false),
  };
}
export type Ledger = NonNullable<ReturnType<typeof toLedger>>;
export type LedgerRow = Ledger["rows"][number];

/** Maximum characters of text read for one ledger: beyond that figures have no links. */
const maxText = 256 * 1024;

/** A message of an interchange with its lines. */
type Listed = { type: LedgerType; message: EdiMessage; lines: LineSummary[] };

function messagesOf({ interchange }: EdiInterchangeDetail, type: LedgerType): Listed[] {
  const list: unknown = interchange?.[ediMessages[type].interchangeList];
  const messages: EdiMessage[] = Array.isArray(list) ? list : [];
  return messages.map((message) => ({ type, message, lines: linesOf(message, type) }));
}

/** Whether a message concerns the partner's order of this number: by its own number, or by its RFF+ON. */
function isAbout({ type, message, lines }: Listed, orderNumber: string): boolean {
  if (type === "ORDERS") {
    return (
      toText(message.beginningOfMessage?.documentMessageIdentification?.documentIdentifier) === orderNumber
    );
  }
  return [...referencesIn(message), ...lines.flatMap(({ references }) => references)].some(
    ({ qualifier, identifier }) => qualifier === "ON" && identifier === orderNumber,
  );
}

const packedLines = (levels: readonly PackingLevel[]): LineSummary[] =>
  levels.flatMap(({ lines, inside }) => [...lines, ...packedLines(inside)]);

function linesOf(message: EdiMessage, type: LedgerType): LineSummary[] {
  if (type !== "DESADV") return groupsWith(message, "lineItem").map(lineOf);
  const summary = summarise(message);
  return summary.kind === "DESADV" ? packedLines(summary.packing) : [];
}

const keyOf = (number: string, item: string): string => `${number} ${item}`;

/** The places of a message's lines in the text, those of the same number and article in their order. */
function placesIn(id: string, { segments }: Pick<Message, "segments">): Map<string, HrefOf[]> {
  const places = new Map<string, HrefOf[]>();
  let quantities: Map<string, string> | undefined;
  for (const segment of segments) {
    const { tag, number } = segment;
    if (tag === "LIN") {
      const own = new Map<string, string>();
      quantities = own;
      const key = keyOf(componentOf(segment, 0), componentOf(segment, 2));
      const same = places.get(key) ?? [];
      places.set(key, same);
      same.push((qualifier) => (qualifier && own.get(qualifier)) || segmentHref(id, number));
    } else if (tag === "UNS" || tag === "CPS") quantities = undefined;
    else if (tag === "QTY" && quantities) {
      const qualifier = componentOf(segment, 0);
      if (!quantities.has(qualifier)) quantities.set(qualifier, segmentHref(id, number));
    }
  }
  return places;
}

function toLedgerMessage(
  id: string,
  { type, message, lines }: Listed,
  read: ReadonlyMap<string, Message>,
): LedgerMessage {
  const written = read.get(toText(message.messageHeader?.messageReferenceNumber));
  const places = placesIn(id, written ?? { segments: [] });
  const unread: HrefOf = () => undefined;
  return {
    type,
    functionCode: toText(message.beginningOfMessage?.messageFunctionCode),
    href: written ? segmentHref(id, written.header.number) : segmentsPath(id),
    lines: lines.map((line) => ({
      ...line,
      hrefOf: places.get(keyOf(line.number, line.item.identifier))?.shift() ?? unread,
    })),
  };
}

/**
 * The lines of an order's interchanges, in the order given; an interchange so long that its messages are omitted
 * (`messages_reduced`) contributes nothing. Texts are read for the places of the figures, up to a limit.
 */
export async function ledgerMessages(
  interchanges: readonly EdiInterchangeDetail[],
  orderNumber: string,
): Promise<LedgerMessage[]> {
  const found: LedgerMessage[] = [];
  let left = maxText;
  for (const item of interchanges) {
    if (item.messages_reduced === true) continue;
    const own = ledgerTypes.flatMap((type) => {
      const all = messagesOf(item, type);
      const about = all.filter((one) => isAbout(one, orderNumber));
      // A single message needs no reference: the order references its interchange.
      return about.length > 0 || all.length !== 1 ? about : all;
    });
    const text = own.length === 0 ? "" : toText(item.interchange_text);
    left -= text.length;
    const read = new Map<string, Message>();
    if (text !== "" && left >= 0) {
      const { interchanges: parts } = await runCooperatively(readEdifact(text));
      for (const { messages } of parts) for (const message of messages) read.set(message.reference, message);
    }
    found.push(...own.map((one) => toLedgerMessage(item.id, one, read)));
  }
  return found;
}
