import { segmentHref } from "#app/domains/edi/partner/findings.ts";
import { segmentsPath } from "#app/domains/edi/partner/paths.ts";
import { formatUnits, plural, shorten, toText } from "#app/values/values.ts";
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
export const ledgerTypes = ["ORDERS", "ORDCHG", "ORDRSP", "DESADV"] as const;
export type LedgerType = (typeof ledgerTypes)[number];

/** The places of a message's line in the interchange's text: its LIN, and its quantities by qualifier (6063). */
export type LinePlace = { line: string; quantities: ReadonlyMap<string, string> };

/** A line of a message; `place` contains URLs, absent if the text was not read. */
export type LedgerLine = { summary: LineSummary; place: LinePlace | undefined };

/** A message about the order. `functionCode` is 1225; `href` leads to its segments. */
export type LedgerMessage = {
  type: LedgerType;
  functionCode: string;
  href: string;
  lines: LedgerLine[];
};

export type ArticleUnits = { code: string; units: number };

/** A number of units; `href` leads to its segment. */
export type Figure = { units: number; href?: string };

export type Mark = { words: string; tone: "ok" | "attention" | "background" };

/** One line of the order as each side has it (edi#ledger). */
export type LedgerRow = {
  key: string;
  number: string;
  item: string;
  /** Its other item numbers, such as ours, and the partner's description. */
  article: string;
  /** The ordered unit price as the partner wrote it; empty if there is none. */
  price: string;
  ordered?: Figure;
  changed?: Figure;
  confirmed?: Figure;
  shipped?: Figure;
  advised?: Figure;
  marks: Mark[];
};

export type Ledger = {
  rows: LedgerRow[];
  left: string[];
};

/** Maximum lines shown; a demo order has a dozen, a warehouse's a few hundred. */
const maxRows = 200;

type Row = LedgerRow & { codes: Set<string>; orderedAt?: number; confirmedAt?: number };

const codesOf = ({ item, otherItems }: LineSummary): string[] =>
  [item, ...otherItems].map(({ identifier }) => identifier).filter(Boolean);

function quantityOf({ summary, place }: LedgerLine, ...qualifiers: string[]): Figure | undefined {
  for (const qualifier of qualifiers) {
    const found = summary.quantities.find((one) => one.qualifier === qualifier && one.value !== undefined);
    if (found?.value === undefined) continue;
    const href = place?.quantities.get(qualifier) ?? place?.line;
    return { units: found.value, href };
  }
  return undefined;
}

const noneOf = ({ place }: LedgerLine): Figure => ({
  units: 0,
  href: place?.line,
});

/** The net price (AAA) of a line, else its first. */
const priceOf = ({ prices }: LineSummary) => prices.find(({ qualifier }) => qualifier === "AAA") ?? prices[0];

const articleOf = ({ otherItems, descriptions }: LineSummary): string =>
  [...otherItems.map(({ identifier }) => identifier), descriptions.join(" ")].filter(Boolean).join(" · ");

class Rows {
  readonly all: Row[] = [];
  private readonly byNumber = new Map<string, Row>();
  private readonly byCode = new Map<string, Row>();

  add({ summary }: LedgerLine): Row {
    const { number, item } = summary;
    const price = priceOf(summary);
    const row: Row = {
      key: String(this.all.length),
      number: shorten(number, 20),
      item: shorten(item.identifier, 80),
      article: shorten(articleOf(summary), 160),
      price: shorten(price?.text ?? "", 40),
      orderedAt: price?.amount,
      marks: [],
      codes: new Set(),
    };
    this.all.push(row);
    if (number !== "" && !this.byNumber.has(number)) this.byNumber.set(number, row);
    this.learn(row, codesOf(summary));
    return row;
  }

  /** The row of a line: by its number unless the articles contradict, else by its article. */
  find({ summary }: LedgerLine, number: string): Row | undefined {
    const codes = codesOf(summary);
    const numbered = number === "" ? undefined : this.byNumber.get(number);
    const agrees = (row: Row) =>
      codes.length === 0 || row.codes.size === 0 || codes.some((c) => row.codes.has(c));
    const coded = codes.map((code) => this.byCode.get(code)).find((row) => row !== undefined);
    const row = numbered && agrees(numbered) ? numbered : (coded ?? undefined);
    if (row) this.learn(row, codes);
    return row;
  }

  byArticle(code: string): Row | undefined {
    return this.byCode.get(code);
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

function takeChange(rows: Rows, line: LedgerLine) {
  const isGone = line.summary.action === "2";
  const price = priceOf(line.summary);
  const figure = isGone ? noneOf(line) : quantityOf(line, "21");
  const row = rows.find(line, line.summary.number) ?? (figure && rows.add(line));
  if (row && figure) row.changed = figure;
  if (row && price?.amount !== undefined) Object.assign(row, { price: price.text, orderedAt: price.amount });
}

function takeResponse(rows: Rows, { functionCode, href, lines }: LedgerMessage) {
  for (const line of lines) {
    const isRefused = line.summary.action === "7";
    const figure = isRefused ? noneOf(line) : quantityOf(line, "113", "12", "21");
    if (!figure) continue;
    const row = rows.find(line, line.summary.number) ?? rows.add(line);
    row.confirmed = figure;
    row.confirmedAt = priceOf(line.summary)?.amount ?? row.orderedAt;
  }
  // A blanket acceptance or refusal leaves the lines out.
  if (lines.length > 0 || (functionCode !== "29" && functionCode !== "27")) return;
  for (const row of rows.all) {
    const units = functionCode === "29" ? ((row.changed ?? row.ordered)?.units ?? 0) : 0;
    row.confirmed = { units, href };
  }
}

function takeAdvice(rows: Rows, line: LedgerLine) {
  const figure = quantityOf(line, "12");
  if (!figure) return;
  const row = rows.find(line, orderLineOf(line.summary)) ?? rows.add(line);
  const href = row.advised?.href ?? figure.href;
  row.advised = {
    units: (row.advised?.units ?? 0) + figure.units,
    href,
  };
}

function take(rows: Rows, message: LedgerMessage) {
  if (message.type === "ORDRSP") takeResponse(rows, message);
  for (const line of message.lines) {
    if (message.type === "ORDERS") {
      const ordered = quantityOf(line, "21");
      Object.assign(rows.add(line), ordered === undefined ? {} : { ordered });
    } else if (message.type === "ORDCHG") takeChange(rows, line);
    else if (message.type === "DESADV") takeAdvice(rows, line);
  }
}

/** Assigns the order system's shipped units to the lines, and returns the units that match none. */
function takeShipped(rows: Rows, shipped: readonly ArticleUnits[], href: string | undefined): number {
  let left = 0;
  for (const { code, units } of shipped) {
    const row = rows.byArticle(code);
    if (row) {
      row.shipped = { units: (row.shipped?.units ?? 0) + units, href };
    } else left += units;
  }
  return left;
}

const gap = (words: string): Mark => ({ words, tone: "attention" });

/** The differences between two figures of a line, in words; none while one of them is unknown. */
function marksOf(row: Row): Mark[] {
  const { ordered, changed, confirmed, shipped, advised, orderedAt, confirmedAt } = row;
  const marks: Mark[] = [];
  const wanted = changed ?? ordered;
  if (!ordered) marks.push(gap("Not in the order"));
  if (ordered && changed && changed.units !== ordered.units)
    marks.push(gap(`Changed from ${formatUnits(ordered.units)} to ${formatUnits(changed.units)}`));
  if (wanted && confirmed && confirmed.units < wanted.units)
    marks.push(gap(`${formatUnits(wanted.units - confirmed.units)} not confirmed`));
  if (wanted && confirmed && confirmed.units > wanted.units)
    marks.push(gap(`${formatUnits(confirmed.units - wanted.units)} more confirmed than ordered`));
  if (orderedAt !== undefined && confirmedAt !== undefined && confirmedAt !== orderedAt)
    marks.push(gap(`Confirmed at ${confirmedAt} instead of ${orderedAt}`));
  if (confirmed && shipped && shipped.units > confirmed.units)
    marks.push(gap(`${formatUnits(shipped.units - confirmed.units)} more shipped than confirmed`));
  if (confirmed && shipped && shipped.units < confirmed.units)
    marks.push({ words: `${formatUnits(confirmed.units - shipped.units)} to ship`, tone: "background" });
  if (shipped && advised && advised.units < shipped.units)
    marks.push(gap(`${formatUnits(shipped.units - advised.units)} shipped, not advised`));
  if (shipped && advised && advised.units > shipped.units)
    marks.push(gap(`${formatUnits(advised.units - shipped.units)} advised, not shipped`));
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
): Ledger | undefined {
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
      const { codes: _codes, orderedAt: _ordered, confirmedAt: _confirmed, ...shown } = row;
      return { ...shown, marks: marksOf(row) };
    }),
    left: [
      ...(more > 0
        ? [`${plural(more, "more line is", "more lines are")} not shown here: see the segments.`]
        : []),
      ...(unplaced > 0
        ? [`${plural(unplaced, "shipped unit", "shipped units")} could not be put to a line.`]
        : []),
    ],
  };
}

/** Maximum characters of text read for one ledger: beyond that figures have no links. */
const maxText = 256 * 1024;

type Lists = Readonly<Record<string, unknown>>;

const messagesOf = (lists: Lists | null | undefined, type: LedgerType): EdiMessage[] => {
  const list = lists?.[ediMessages[type].interchangeList];
  return Array.isArray(list) ? list : [];
};

const referenceOf = (message: EdiMessage): string => toText(message.messageHeader?.messageReferenceNumber);

/** Whether a message concerns the partner's order of this number: by its own number, or by its RFF+ON. */
function isAbout(message: EdiMessage, type: LedgerType, orderNumber: string): boolean {
  if (type === "ORDERS") {
    return (
      toText(message.beginningOfMessage?.documentMessageIdentification?.documentIdentifier) === orderNumber
    );
  }
  const inHead = referencesIn(message);
  const inLines = linesOf(message, type).flatMap(({ references }) => references);
  return [...inHead, ...inLines].some(
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

/** The places of a message's lines, those of the same number and article in their order. */
function placesIn(id: string, message: Message): Map<string, LinePlace[]> {
  const places = new Map<string, LinePlace[]>();
  let quantities: Map<string, string> | undefined;
  for (const segment of message.segments) {
    const { tag, number } = segment;
    if (tag === "LIN") {
      quantities = new Map();
      const key = keyOf(componentOf(segment, 0), componentOf(segment, 2));
      const own = places.get(key) ?? [];
      places.set(key, own);
      own.push({ line: segmentHref(id, number), quantities });
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
  type: LedgerType,
  message: EdiMessage,
  read: ReadonlyMap<string, Message>,
): LedgerMessage {
  const written = read.get(referenceOf(message));
  const places = written ? placesIn(id, written) : new Map<string, LinePlace[]>();
  const first = written?.header.number;
  return {
    type,
    functionCode: toText(message.beginningOfMessage?.messageFunctionCode),
    href: first === undefined ? segmentsPath(id) : segmentHref(id, first),
    lines: linesOf(message, type).map((summary) => ({
      summary,
      place: places.get(keyOf(summary.number, summary.item.identifier))?.shift(),
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
      const all = messagesOf(item.interchange, type);
      const about = all.filter((message) => isAbout(message, type, orderNumber));
      // A single message needs no reference: the order references its interchange.
      return (about.length > 0 || all.length !== 1 ? about : all).map((message) => ({ type, message }));
    });
    const text = own.length === 0 ? "" : toText(item.interchange_text);
    left -= text.length;
    const read = new Map<string, Message>();
    if (text !== "" && left >= 0) {
      const { interchanges: parts } = await runCooperatively(readEdifact(text));
      for (const { messages } of parts) for (const message of messages) read.set(message.reference, message);
    }
    found.push(...own.map(({ type, message }) => toLedgerMessage(item.id, type, message, read)));
  }
  return found;
}
