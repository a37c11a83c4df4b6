import { segmentHref } from "#app/domains/edi/partner/findings.ts";
import { segmentsPath } from "#app/domains/edi/partner/paths.ts";
import { toText } from "#app/values/values.ts";
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
