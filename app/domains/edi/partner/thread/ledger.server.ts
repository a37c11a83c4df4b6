import { segmentsPath } from "#app/domains/edi/partner/paths.ts";
import { segmentHref } from "#app/domains/edi/partner/segments/findings.ts";
import { toText } from "#app/values/read.ts";
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
import { type LedgerMessage, type LedgerType, type LinePlace, ledgerTypes } from "./ledger.ts";

/** Characters of text that are read for one ledger: more than that says its figures without links. */
const maxText = 256 * 1024;

type Lists = Readonly<Record<string, unknown>>;

const messagesOf = (lists: Lists | null | undefined, type: LedgerType): EdiMessage[] => {
  const list = lists?.[ediMessages[type].interchangeList];
  return Array.isArray(list) ? list : [];
};

const referenceOf = (message: EdiMessage): string => toText(message.messageHeader?.messageReferenceNumber);

/** Whether a message is about the partner's order of this number: by its own number, or by its RFF+ON. */
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

/** Where the lines of a message stand, those of the same number and article in their order. */
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
 * What the interchanges of an order say of its lines, in the order given; an interchange that is so long that its
 * messages are not sent (`messages_reduced`) says nothing. Texts are read for the places of the figures, up to a limit.
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
      // A message that stands alone needs no reference: it is what the order names this interchange for.
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
