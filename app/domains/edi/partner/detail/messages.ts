import type { RefusedMessage } from "#app/domains/edi/acknowledgement.ts";
import { codeWithMeaning, messageTypeLabel, shownCode } from "#app/domains/edi/codes.ts";
import { plural, shorten } from "#app/values/values.ts";
import type { EdiMessage } from "#contract/edi.ts";
import { isEdiMessageType } from "#contract/ediMessages.ts";
import { type MessageSummary, summarise } from "#edifact/index.ts";
import { toOrderView } from "./orderMessage.ts";
import { toLevelViews } from "./packing.ts";

const messagePageSize = 10;

type Lists = Readonly<Record<string, unknown>> | null | undefined;

const listOf = (value: unknown): EdiMessage[] => (Array.isArray(value) ? value : []);

const partner = ({ identification, qualifier }: { identification: string; qualifier: string }) => ({
  identification: shorten(identification, 80),
  qualifier: shownCode("0007", qualifier),
});
export type PartnerView = ReturnType<typeof partner>;

const refusalsOf = ({ control }: MessageSummary & { kind: "CONTRL" }): string[] => [
  ...(control.error === ""
    ? []
    : [
        `Error ${codeWithMeaning("0085", control.error)}${control.serviceSegment === "" ? "" : ` in ${shorten(control.serviceSegment, 20)}`}`,
      ]),
  ...control.messages.flatMap(({ reference, type, actionCode, error, segments }) => [
    `Message ${shorten(reference, 40)} ${shorten(type, 20)}: ${codeWithMeaning("0083", actionCode)}${error === "" ? "" : `, error ${codeWithMeaning("0085", error)}`}`,
    ...segments.flatMap(({ position, error: segmentError, elements }) => [
      ...(segmentError === ""
        ? []
        : [
            `Message ${shorten(reference, 40)}, segment ${shorten(position, 20)}: ${codeWithMeaning("0085", segmentError)}`,
          ]),
      ...elements.map(
        ({ error: elementError, element, component }) =>
          `Message ${shorten(reference, 40)}, segment ${shorten(position, 20)}, element ${shorten(element, 20)}${component === "" ? "" : `, component ${shorten(component, 20)}`}: ${codeWithMeaning("0085", elementError)}`,
      ),
    ]),
  ]),
];

const maxRefusals = 100;
const maxJsonLength = 60_000;

/** Rejections by message reference (edi#refused-messages). */
type Refusals = ReadonlyMap<string, RefusedMessage>;

/** The summary of one message (edi#messages). */
function toMessage(message: EdiMessage, index: number, refusals: Refusals) {
  const summary = summarise(message);
  const refused = refusals.get(summary.reference);
  const general = {
    key: String(index),
    reference: shorten(summary.reference, 80),
    documentIdentifier: shorten(summary.documentIdentifier, 120),
    type: shorten(summary.type, 20),
    label: messageTypeLabel(shorten(summary.type, 20)),
    refusal: refused && ["Refused", refused.words].filter(Boolean).join(": "),
  };
  const codes = {
    documentName: shownCode("1001", summary.documentName),
    messageFunction: shownCode("1225", summary.messageFunction),
  };
  switch (summary.kind) {
    case "CONTRL": {
      const { control } = summary;
      const refused = refusalsOf(summary);
      const left = refused.length - maxRefusals;
      return {
        ...general,
        kind: "control" as const,
        action: shownCode("0083", control.actionCode),
        controlReference: shorten(control.controlReference, 80),
        sender: partner(control.sender),
        recipient: partner(control.recipient),
        refused: left > 0 ? [...refused.slice(0, maxRefusals), `… and ${left} more`] : refused,
      };
    }
    case "ORDERS":
    case "ORDRSP":
      return { ...general, ...codes, kind: "order" as const, order: toOrderView(summary.order) };
    case "DESADV":
      return {
        ...general,
        ...codes,
        kind: "despatch" as const,
        order: toOrderView(summary.despatch),
        packing: toLevelViews(summary.packing),
      };
    case "heading": {
      const text = JSON.stringify(message);
      // Only the heading is shown, and the message as JSON.
      return {
        ...general,
        ...codes,
        kind: "heading" as const,
        text: text.length > maxJsonLength ? "" : text,
      };
    }
  }
}
export type MessageView = ReturnType<typeof toMessage>;

const typeOf = (message: EdiMessage): string => message.messageHeader?.messageIdentifier?.messageType ?? "";

/**
 * Every message of a document's lists that can be shown, list by list; a list's key may have any
 * case (edi#order-fields).
 */
function messagesIn(lists: Lists): { shown: EdiMessage[]; others: EdiMessage[] } {
  const all = Object.values(lists ?? {}).flatMap(listOf);
  return {
    shown: all.filter((message) => isEdiMessageType(typeOf(message))),
    others: all.filter((message) => !isEdiMessageType(typeOf(message))),
  };
}

/** The summaries of one page of messages; `refused` lists the rejected ones. */
export function toMessagePage(lists: Lists, wanted: number, refused: readonly RefusedMessage[] = []) {
  const refusals: Refusals = new Map(refused.map((one) => [one.reference, one]));
  const { shown, others } = messagesIn(lists);
  const pages = Math.max(1, Math.ceil(shown.length / messagePageSize));
  const page = Math.min(wanted, pages);
  const start = (page - 1) * messagePageSize;
  const types = [...new Set(others.map(typeOf))].map((type) => shorten(type, 20) || "no type");
  return {
    messages: shown
      .slice(start, start + messagePageSize)
      .map((message, index) => toMessage(message, start + index, refusals)),
    page,
    pages,
    about: plural(shown.length, "message", "messages"),
    others:
      others.length === 0
        ? ""
        : `${plural(others.length, "message", "messages")} of other types (${types.slice(0, 10).join(", ")}): see the segments.`,
  };
}

export type MessagePage = ReturnType<typeof toMessagePage>;
