import { ediOrderStreams } from "#contract/edi.ts";
import { ediNote } from "#platform/domains/edi/documents/streams.ts";
import { wrapped } from "#platform/domains/edi/documents/wrapped.ts";
import { seedStores } from "#platform/seed/stores.ts";
import { received, receiveNotes, type SeedStory, toDocument } from "./events.ts";
import { place, someLines } from "./oddTexts.ts";
import { interchangeText, ordersText, seedPartners } from "./texts.ts";
import { storedLines } from "./toldOrders.ts";

const hour = 3_600_000;
const hoursAgo = [75, 52] as const;

/**
 * The orders of a partner who wraps its lines and writes no UNA (edi#wrapped): they wait for a person, in the store that
 * its record names.
 */
export function secondPartnerStory(anchor: Date) {
  const partner = seedPartners.find(({ writing }) => writing.wrapWidth > 0);
  const store = seedStores.find(({ alias }) => alias === partner?.storeAlias);
  if (!partner || !store) throw new Error("The seed has no second partner with a store of its own");
  const { identification, qualifier, writing } = partner;
  const story: SeedStory = { interchanges: [], orders: [] };
  for (const [index, hours] of hoursAgo.entries()) {
    const at = new Date(anchor.getTime() - hours * hour);
    const number = `DR-${2001 + index}`;
    const key = `second partner ${number}`;
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
        const options = { sender: { identification, qualifier }, withoutAdvice: writing.withoutAdvice };
        const messages = [ordersText(number, at, delivery, lines, office)];
        return wrapped(interchangeText(controlReference, at, messages, options), writing.wrapWidth);
      },
      streams: received(),
      references: [
        toDocument("created-myer-edi-order-document", `EDI order ${number}`, `${key} document`, at),
      ],
      notes: receiveNotes(4, [
        "No acknowledgement is asked for",
        "0 acknowledgements",
        "1 order document",
        "0 order changes",
      ]),
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
  return { partner: identification, store, story };
}
