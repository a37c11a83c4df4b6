import { desc, eq } from "drizzle-orm";
import { storeTypeHas } from "#contract/storeTypes.ts";
import { insertAll } from "#database/insert.ts";
import {
  ediContents,
  ediFiles,
  ediInterchanges,
  ediOrderMessages,
  ediOrders,
} from "#platform/database/schema/edi.ts";
import { ediCounters } from "#platform/database/schema/ediPartners.ts";
import type { StoredEdiReference } from "#platform/database/schema/ediStored.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { controlSeries, documentSeries } from "#platform/domains/edi/documents/counters.ts";
import { numbersNamedIn } from "#platform/domains/edi/documents/messages.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { type EdiNote, summaryState, written } from "#platform/domains/edi/documents/streams.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import { orderMessage } from "#platform/domains/edi/orders/message.ts";
import { shipmentStream } from "#platform/domains/edi/orders/repository.ts";
import { filled, recorded } from "#platform/seed/fixtures.ts";
import { articleOf } from "#platform/seed/products/catalogue.ts";
import type { SeedContext, SeedPart, SeedSize } from "#platform/seed/seed.ts";
import { type SeedStore, seedStores } from "#platform/seed/stores.ts";
import {
  inbound,
  later,
  ledgerOf,
  receiveNotes,
  type SeedEdiOrder,
  type SeedInterchange,
  type SeedStory,
  seedIdOf,
  writtenLine,
} from "./ledger.ts";
import {
  interchangeText,
  partyOf,
  secondPartner,
  seedPartner,
  seedSelf,
  seedTrial,
  timesOf,
} from "./texts.ts";
import { threadOf } from "./threads.ts";

/** How many of the partner store's newest orders came by EDI. */
const threadCounts: Record<SeedSize, number> = { small: 16, demo: 70, large: 500 };

const partnerStore = seedStores.find(({ type }) => storeTypeHas(type, "edi"));
const secondStore = seedStores.find(({ alias }) => alias === secondPartner?.store);

function orderRow(
  event: SeedEdiOrder,
  position: number,
  { messageOf }: ReturnType<typeof ledgerOf>,
  { partner, store }: { partner: string; store: { id: number; alias: string } },
) {
  const messages = event.messageKeys.flatMap((key) => {
    const document = messageOf(key);
    return typeof document === "object" && document !== null
      ? [
          orderMessage(seedIdOf(key), {
            document: Object.fromEntries(Object.entries(document)),
            place: 1,
            decimalMark: ".",
          }),
        ]
      : [];
  });
  const { key, at, updatedAt, interchangeKey, messageKeys: _keys, references, notes, ...row } = event;
  const isOpen = (stream: string) => !["completed", "rejected"].includes(row.streams[stream]?.state ?? "");
  const order = {
    ...row,
    responseOwedSince: isOpen("order/create") ? at : null,
    despatchOwedSince: shipmentStream in row.streams && isOpen(shipmentStream) ? at : null,
    id: seedIdOf(key),
    storeId: store.id,
    position,
    interchangeId: seedIdOf(interchangeKey),
    partner,
    storeAlias: store.alias,
    state: summaryState(row.streams),
    packageNumbers: messages.flatMap(({ message }) => numbersNamedIn(message)).join("\n"),
    createdAt: at,
    updatedAt,
    referenceList: storableJson(references),
    histories: storableJson(written(notes, updatedAt)),
  } satisfies typeof ediOrders.$inferInsert;
  return { order, messages };
}

/**
 * Loads interchanges and order documents for the newest orders of the partner's store, and the edge cases. None of them
 * is due.
 */
async function loadEdi({ database, size, anchor, report }: SeedContext): Promise<void> {
  if (!partnerStore || !secondPartner || !secondStore)
    throw new Error("The seed has no two EDI partners with a store of their own");
  const newest = await database
    .select({ id: orders.id, status: orders.status, document: orders.document })
    .from(orders)
    .where(eq(orders.storeId, partnerStore.id))
    .orderBy(desc(orders.position))
    .limit(threadCounts[size]);
  const stories = newest.flatMap((order, index) => threadOf(partnerStore, order, index, anchor) ?? []);
  const fixtures = recordedStory(anchor);
  const events = [
    ...stories.flatMap(({ interchanges }) => interchanges),
    ...fixtures.interchanges,
    ...(size === "small" ? [] : [fullInventory(partnerStore, anchor)]),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  const ledger = ledgerOf(events, partnerStore.id);
  const { files, interchanges, contents } = ledger;
  await insertAll(database, ediFiles, files);
  await insertAll(database, ediInterchanges, interchanges);
  await insertAll(database, ediContents, contents);
  const first = { partner: seedPartner.identification, store: partnerStore };
  const second = { partner: secondPartner.identification, store: secondStore };
  const orderRows = [
    ...stories.flatMap((story) => story.orders.map((event) => ({ event, of: first }))),
    ...fixtures.orders.map((event) => ({ event, of: second })),
  ]
    .sort((one, other) => one.event.at.getTime() - other.event.at.getTime())
    .map(({ event, of }, index) => orderRow(event, index + 1, ledger, of));
  await insertAll(
    database,
    ediOrders,
    orderRows.map(({ order }) => order),
  );
  const messageRows = orderRows.flatMap(({ order, messages }) =>
    messages.map((message, index) => ({ orderId: order.id, ordinal: index + 1, ...message })),
  );
  await insertAll(database, ediOrderMessages, messageRows);
  const responses = new Map<string, number>();
  for (const { order, messages } of orderRows)
    for (const { list, message } of messages) {
      const [, base = "", number] = /^(.+)-(\d+)$/.exec(headed(message).documentIdentifier) ?? [];
      if (list === "OrderResponses") responses.set(documentSeries(order.partner, base), Number(number));
    }
  const sentToSecond = fixtures.interchanges.filter(
    ({ direction, storeId }) => direction === "outbound" && storeId,
  );
  await database
    .insert(ediCounters)
    .values([
      { series: controlSeries(seedSelf, seedPartner), last: ledger.lastOutbound },
      { series: controlSeries(seedSelf, partyOf(secondPartner.identification)), last: sentToSecond.length },
      { series: "sscc", last: 100_000_000 },
      ...[...responses].map(([series, last]) => ({ series, last })),
    ]);
  report(threadCounts[size]);
}

export const interchangesPart: SeedPart = {
  name: "interchanges",
  tables: ["edi_files", "edi_interchanges", "edi_contents", "edi_orders", "edi_order_messages"],
  load: loadEdi,
};

/** Times of fixtures are in minutes from the anchor. */
type Reference = Omit<StoredEdiReference, "created_at"> & { created_at: number };
type Fixtures = {
  /** Texts that several share, by name. */
  texts: Record<string, string>;
  notes: Record<string, EdiNote[]>;
  interchanges: (Omit<SeedInterchange, "at" | "write" | "references" | "notes" | "answer"> & {
    at: number;
    /** When the text says that it was written, if that is another time. */
    written?: number;
    references?: Reference[];
    notes: string | EdiNote[];
    answer?: { key: string; at: number; action: string };
    /** Its bytes are ISO 8859-1, whatever charset it declares. */
    text: string;
    /** The control reference in a shared text. */
    number?: string;
  })[];
  orders: (Omit<SeedEdiOrder, "at" | "updatedAt" | "references" | "lines"> & {
    lines: Parameters<typeof writtenLine>[0][];
    at: number;
    updatedAt: number;
    references: Reference[];
  })[];
};

const fixtures: Fixtures = recorded("edi");

/**
 * Faulty interchanges of partners, and the story of a partner who wraps its lines and writes no UNA (edi#wrapped): the
 * same for the same anchor.
 */
export function recordedStory(anchor: Date): SeedStory {
  const timed = (references: readonly Reference[] = []): StoredEdiReference[] =>
    references.map((one) => ({ ...one, created_at: later(anchor, one.created_at).toISOString() }));
  const interchanges = fixtures.interchanges.map(
    ({ at, written = at, references, notes, answer, text, number, ...event }): SeedInterchange => {
      const times = timesOf(later(anchor, written));
      return {
        ...event,
        at: later(anchor, at),
        write: (reference) =>
          Buffer.from(
            String(filled(fixtures.texts[text] ?? text, { ...times, reference, number })),
            "latin1",
          ),
        references: timed(references),
        notes: typeof notes === "string" ? (fixtures.notes[notes] ?? []) : notes,
        ...(answer && { answer: { ...answer, at: later(anchor, answer.at) } }),
      };
    },
  );
  const orders = fixtures.orders.map((order) => ({
    ...order,
    at: later(anchor, order.at),
    updatedAt: later(anchor, order.updatedAt),
    references: timed(order.references),
    lines: order.lines.map(writtenLine),
  }));
  return { interchanges, orders };
}

/** The largest interchange of a demo, an INVRPT of 20,000 segments. */
function fullInventory(store: SeedStore, anchor: Date): SeedInterchange {
  const writtenAt = later(anchor, -540);
  const lines = Array.from({ length: 5000 }, (_, index) => {
    const { sizes } = articleOf(store.id, store.brands, (index % 600) + 1);
    const { barcode, sku } = sizes[index % sizes.length] ?? {};
    return { number: index + 1, ean: barcode, sku, quantity: (index % 40) + 1 };
  });
  return inbound({
    key: "odd 20000-segments",
    at: later(anchor, -540 + 35 * 7),
    fileName: "20000-segments.edi",
    write: () =>
      interchangeText("INVRPT", { reference: "00050", at: writtenAt, lines }, { partner: seedTrial }),
    references: [],
    notes: receiveNotes(4, []),
  });
}
