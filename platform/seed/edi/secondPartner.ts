import { ediOrderStreams } from "#contract/edi.ts";
import { ediNote } from "#platform/domains/edi/documents/streams.ts";
import { wrapped } from "#platform/domains/edi/documents/wrapped.ts";
import { outboundName } from "#platform/domains/edi/interchanges/outbound.ts";
import { seedStores } from "#platform/seed/stores.ts";
import {
  received,
  receiveNotes,
  type SeedStory,
  sent,
  sentNotes,
  toDocument,
  toInterchange,
} from "./events.ts";
import { place, someLines } from "./oddTexts.ts";
import { controlText, interchangeText, ordersText, seedPartners } from "./texts.ts";
import { storedLines } from "./toldOrders.ts";
import { later } from "./traffic.ts";

const hoursAgo = [75, 52] as const;

/**
 * The orders of a partner who wraps its lines and writes no UNA (edi#wrapped), with our acknowledgements, which are
 * written as it wants them: the orders wait for a person, in the store that its record names.
 */
export function secondPartnerStory(anchor: Date) {
  const partner = seedPartners.find(({ writing }) => writing.wrapWidth > 0);
  const store = seedStores.find(({ alias }) => alias === partner?.storeAlias);
  if (!partner || !store) throw new Error("The seed has no second partner with a store of its own");
  const { identification, qualifier } = partner;
  const { withoutAdvice, wrapWidth } = partner.writing;
  const party = { identification, qualifier };
  const story: SeedStory = { interchanges: [], orders: [] };
  for (const [index, hours] of hoursAgo.entries()) {
    const at = later(anchor, -60 * hours);
    const number = `DR-${2001 + index}`;
    const key = `second partner ${number}`;
    const answerKey = `${key} contrl`;
    const answerAt = later(at, 1);
    const answerReference = String(index + 1).padStart(9, "0");
    const lines = someLines(store, 2 + index);
    const delivery = { ...place, name: "DAVIDSON GEELONG" };
    const office = { ...place, name: "DAVIDSON BUYING OFFICE" };
    story.interchanges.push({
      key,
      at,
      direction: "inbound",
      storeId: store.id,
      controlReference: String(index + 1).padStart(5, "0"),
      fileName: `${identification}-${index + 1}.edi`,
      write: (controlReference) => {
        const options = { sender: party, acknowledgementRequested: true, withoutAdvice };
        const messages = [ordersText(number, at, delivery, lines, office)];
        return wrapped(interchangeText(controlReference, at, messages, options), wrapWidth);
      },
      streams: received(),
      references: [
        toInterchange(
          "outgoing-functional-acknowledgement",
          "Functional acknowledgement",
          answerKey,
          answerAt,
        ),
        toDocument("created-myer-edi-order-document", `EDI order ${number}`, `${key} document`, at),
      ],
      notes: receiveNotes(4, [
        "Acknowledged with action 7",
        "0 acknowledgements",
        "1 order document",
        "0 order changes",
      ]),
      answer: { key: answerKey, at: answerAt, action: "7" },
    });
    story.interchanges.push({
      key: answerKey,
      at: answerAt,
      direction: "outbound",
      storeId: store.id,
      controlReference: answerReference,
      fileName: outboundName(identification, answerReference, "CONTRL"),
      write: (controlReference, messageOf) => {
        const answered = String(messageOf(`reference of ${key}`));
        const messages = [controlText(answered, { toPartner: true, action: "7", partner: party })];
        const options = { outbound: true, recipient: party, withoutAdvice };
        return wrapped(interchangeText(controlReference, answerAt, messages, options), wrapWidth);
      },
      streams: sent(),
      references: [toInterchange("acknowledged-interchange", "Acknowledged interchange", key, answerAt)],
      notes: sentNotes,
    });
    story.orders.push({
      key: `${key} document`,
      at,
      updatedAt: at,
      interchangeKey: key,
      messageKeys: [key],
      documentIdentifier: number,
      utopiaOrderNumber: null,
      orderId: null,
      streams: { "order/create": { state: "manual", step: ediOrderStreams["order/create"][0] } },
      lines: storedLines(lines),
      updateRecords: [],
      shipmentsTold: 0,
      updatesTold: 0,
      references: [],
      notes: [ediNote("order:received", `Order ${number} came in`)],
    });
  }
  return { partner: identification, party, store, story, lastOutbound: hoursAgo.length };
}
