import {
  received,
  receiveNotes,
  type SeedInterchange,
  sent,
  sentNotes,
  toDocument,
  toInterchange,
} from "./events.ts";
import { changeText, controlText, interchangeText, ordersText, type TextLine } from "./texts.ts";

const minute = 60_000;
export const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minute);

/** The partner's answer to our messages. */
export type AnswerPlan = { word: "accepted" | "received" | "rejected" | "awaiting"; afterMinutes: number };

const actions = { accepted: "7", received: "8", rejected: "4", awaiting: "" } as const;

/** Our interchange, and the partner's acknowledgement of it, if that came before the anchor. */
export function sentAndAnswered(
  sentOne: Omit<SeedInterchange, "direction" | "streams" | "notes">,
  { word, afterMinutes }: AnswerPlan,
  anchor: Date,
): SeedInterchange[] {
  const key = `${sentOne.key} contrl`;
  const at = later(sentOne.at, afterMinutes);
  const action = actions[word];
  if (word === "awaiting" || at >= anchor) {
    return [{ ...sentOne, direction: "outbound", streams: sent(), notes: sentNotes }];
  }
  const isRejected = word === "rejected";
  return [
    {
      ...sentOne,
      direction: "outbound",
      streams: sent(isRejected ? "rejected" : "completed"),
      notes: sentNotes,
      references: [
        ...sentOne.references,
        toInterchange("incoming-functional-acknowledgement", "Functional acknowledgement", key, at),
      ],
      answer: { key, at, action, ...(isRejected && { error: "29" }) },
    },
    {
      key,
      at,
      direction: "inbound",
      write: (controlReference, messageOf) => {
        const answered = String(messageOf(`reference of ${sentOne.key}`));
        const answer = { toPartner: false, action, ...(isRejected && { error: "29" }) };
        return interchangeText(controlReference, at, [controlText(answered, answer)]);
      },
      streams: received(),
      references: [toInterchange("acknowledged-interchange", "Acknowledged interchange", sentOne.key, at)],
      notes: receiveNotes(4, ["No acknowledgement is asked for", "1 acknowledgement"]),
    },
  ];
}

type Arriving = {
  key: string;
  orderKey: string;
  /** The partner's order number, and ours. */
  number: string;
  orderNumber: string;
  at: Date;
};

/** The partner's order, and our acknowledgement of it if the partner requests one. */
export function arrived(
  { key, orderKey, number, orderNumber, at }: Arriving,
  place: Parameters<typeof ordersText>[2],
  lines: readonly TextLine[],
  options: { asks: boolean; lineBreaks: boolean },
): SeedInterchange[] {
  const { asks, lineBreaks } = options;
  const answerKey = `${key} contrl`;
  const answerAt = later(at, 1);
  const title = "Functional acknowledgement";
  const orders: SeedInterchange = {
    key,
    at,
    direction: "inbound",
    write: (controlReference) =>
      interchangeText(controlReference, at, [ordersText(number, at, place, lines)], {
        acknowledgementRequested: asks,
        lineBreaks,
      }),
    streams: received(),
    references: [
      ...(asks ? [toInterchange("outgoing-functional-acknowledgement", title, answerKey, answerAt)] : []),
      toDocument("created-myer-edi-order-document", `EDI order ${number}`, orderKey, at),
    ],
    notes: receiveNotes(4, [
      asks ? "Acknowledged with action 7" : "No acknowledgement is asked for",
      "0 acknowledgements",
      "1 order document",
      "0 order changes",
    ]),
    orderNumbers: orderNumber,
    ...(asks && { answer: { key: answerKey, at: answerAt, action: "7" } }),
  };
  if (!asks) return [orders];
  const answer: SeedInterchange = {
    key: answerKey,
    at: answerAt,
    direction: "outbound",
    write: (controlReference, messageOf) => {
      const answered = String(messageOf(`reference of ${key}`));
      const message = controlText(answered, { toPartner: true, action: "7" });
      return interchangeText(controlReference, answerAt, [message], { outbound: true });
    },
    streams: sent(),
    references: [toInterchange("acknowledged-interchange", "Acknowledged interchange", key, answerAt)],
    notes: sentNotes,
  };
  return [orders, answer];
}

/** The partner's change of a line of its order. */
export const changed = (
  { key, orderKey, number, orderNumber, at }: Arriving,
  identifier: string,
  line: TextLine,
): SeedInterchange => ({
  key,
  at,
  direction: "inbound",
  write: (controlReference) =>
    interchangeText(controlReference, at, [
      changeText(identifier, number, at, "4", [{ ...line, action: "3" }]),
    ]),
  streams: received(),
  references: [toDocument("changed-myer-edi-order-document", `EDI order ${number}`, orderKey, at)],
  notes: receiveNotes(4, [
    "No acknowledgement is asked for",
    "0 acknowledgements",
    "0 order documents",
    "1 order change",
  ]),
  orderNumbers: orderNumber,
});
