import { createHash } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { storeTypeHas } from "#contract/storeTypes.ts";
import { atOnce, summarise } from "#edifact/index.ts";
import { ediContents, ediFiles, ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { ediCounters } from "#platform/database/schema/ediPartners.ts";
import type { StoredRefusedMessage } from "#platform/database/schema/ediStored.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { controlSeries } from "#platform/domains/edi/documents/counters.ts";
import { storableJson } from "#platform/domains/edi/documents/storable.ts";
import { isRunning, summaryState, written } from "#platform/domains/edi/documents/streams.ts";
import { receiveStream } from "#platform/domains/edi/interchanges/arrivals.ts";
import { factsOf } from "#platform/domains/edi/interchanges/facts.ts";
import { headsOf } from "#platform/domains/edi/interchanges/inbound.ts";
import { outboundName, sendStream } from "#platform/domains/edi/interchanges/outbound.ts";
import { type ReadInterchange, readAll } from "#platform/domains/edi/interchanges/reading.ts";
import { refusedIn } from "#platform/domains/edi/interchanges/refused.ts";
import { orderMessage } from "#platform/domains/edi/orders/message.ts";
import { shipmentStream } from "#platform/domains/edi/orders/streams.ts";
import { platformName } from "#platform/domains/history.ts";
import type { SeedContext, SeedPart } from "#platform/seed/part.ts";
import { type SeedSize, seedStores } from "#platform/seed/stores.ts";
import { type SeedEdiOrder, type SeedInterchange, seedIdOf } from "./events.ts";
import { oddSeedInterchanges } from "./oddities.ts";
import { secondPartnerStory } from "./secondPartner.ts";
import { seedPartner, seedSelf } from "./texts.ts";
import { threadOf } from "./threads.ts";

/** How many of the partner store's newest orders came by EDI. */
const threadCounts: Record<SeedSize, number> = { small: 16, demo: 70, large: 500 };
const batchSize = 40;

const ediCount = (size: SeedSize): number => threadCounts[size];

const partnerStore = seedStores.find(({ type }) => storeTypeHas(type, "edi"));

type Rows = {
  files: (typeof ediFiles.$inferInsert)[];
  interchanges: (typeof ediInterchanges.$inferInsert)[];
  contents: (typeof ediContents.$inferInsert)[];
};

/** Whether its answer can still come: it was sent, or has just come in. */
const isUnderWay = ({ direction, streams }: SeedInterchange): boolean =>
  direction === "outbound"
    ? streams[sendStream]?.state === "completed"
    : isRunning(streams[receiveStream]?.state ?? "");

/** All messages of what we sent, where the partner's answer refused it. */
const refusedBy = (
  refusal: SeedInterchange["answer"],
  { messages }: ReadInterchange,
): StoredRefusedMessage[] =>
  refusal
    ? messages.map(({ message, document }) => ({
        reference: message.reference,
        message_type: message.type,
        number: summarise(document).documentIdentifier,
        words: `The partner refused the interchange${refusal.error ? ` with error ${refusal.error}` : ""}`,
      }))
    : [];

/** Writes the interchanges of the seed in the order of their times, as they would have come and gone. */
class Ledger {
  readonly rows: Rows = { files: [], interchanges: [], contents: [] };
  private readonly known = new Map<string, unknown>();
  private readonly parts = new Map<string, number>();
  private position = 0;
  private outbound = 0;
  private inbound = 48_000;

  constructor(private readonly storeId: number) {}

  get lastOutbound(): number {
    return this.outbound;
  }

  add(event: SeedInterchange, answers: ReadonlySet<string>): void {
    const isOutbound = event.direction === "outbound";
    if (isOutbound && event.controlReference === undefined) this.outbound += 1;
    // The partner's numbers have gaps now and then.
    else if (event.controlReference === undefined) this.inbound += this.inbound % 37 === 0 ? 3 : 1;
    const next = String(isOutbound ? this.outbound : this.inbound).padStart(isOutbound ? 9 : 1, "0");
    const own = event.controlReference ?? next;
    const bytes = event.write(own, (key) => this.known.get(key));
    const [read] = atOnce(readAll(bytes));
    if (!read) throw new Error(`The seed's interchange '${event.key}' cannot be read`);
    const { row, content } = factsOf(read);
    const id = seedIdOf(event.key);
    this.known.set(event.key, read.messages[0]?.document);
    this.known.set(`reference of ${event.key}`, row.controlReference ?? own);
    this.position += 1;
    const name =
      event.fileName ??
      (isOutbound
        ? outboundName(seedPartner.identification, row.controlReference ?? own, row.messageTypes[0] ?? "EDI")
        : `${seedPartner.identification}-${own}.edi`);
    const answer = event.answer && answers.has(event.answer.key) ? event.answer : undefined;
    const isAccepted = answer !== undefined && answer.action !== "4";
    const fileId = this.fileOf(name, id, bytes, event.at);
    const updatedAt = answer?.at ?? event.at;
    this.rows.interchanges.push({
      ...row,
      id,
      storeId: event.storeId ?? this.storeId,
      position: this.position,
      revision: 1,
      fileId,
      cause: isOutbound ? `seed/${event.key}` : null,
      direction: event.direction,
      streams: event.streams,
      state: summaryState(event.streams),
      acknowledged: isAccepted,
      acknowledgedAt: answer && isAccepted ? answer.at : null,
      acknowledgementId: answer ? seedIdOf(answer.key) : null,
      acknowledgementAction: answer?.action ?? null,
      refusedMessages: isOutbound
        ? refusedBy(isAccepted ? undefined : answer, read)
        : refusedIn({ isRefused: read.isRefused, messages: headsOf(read) }),
      acknowledgementExpected: row.acknowledgementRequested && !answer && isUnderWay(event),
      orderNumbers: event.orderNumbers ?? "",
      stagedAs: null,
      stepAt: null,
      attempts: 0,
      createdAt: event.at,
      updatedAt,
      referenceList: storableJson([
        ...event.references,
        // What holds no interchange goes by its file.
        ...(event.direction === "unspecified"
          ? [
              {
                id: fileId,
                type: "inbound-interchange-file",
                title: name,
                source: "Inbound folder",
                uri: null,
                created_at: event.at.toISOString(),
                meta: { "file-name": name, "interchanges-in-file": 1 },
              },
            ]
          : []),
        ...(isOutbound && event.streams["interchange/send"]?.state !== "failed"
          ? [
              {
                id: seedIdOf(`${event.key} file`),
                type: "outbound-interchange-blob-store-file",
                title: "Transmitted file",
                source: platformName,
                uri: `edi/out/${name}`,
                created_at: event.at.toISOString(),
                meta: { location: `edi/out/${name}` },
              },
            ]
          : []),
      ]),
      histories: storableJson(written(event.notes, event.at)),
    });
    this.rows.contents.push({ interchangeId: id, ...content });
  }

  messageOf(key: string): unknown {
    return this.known.get(key);
  }

  /** A file of its own, or the next part of one that holds several. */
  private fileOf(name: string, interchangeId: string, content: Uint8Array, createdAt: Date): string {
    const part = this.parts.get(name);
    const id = seedIdOf(`file ${name} ${part === undefined ? "" : interchangeId}`);
    this.parts.set(name, (part ?? 0) + 1);
    this.rows.files.push({
      id,
      dropKey: `seed/${id}`,
      name,
      origin: "seed",
      sha256: createHash("sha256").update(content).digest("hex"),
      content,
      createdAt,
    });
    return id;
  }
}

function orderRow(
  event: SeedEdiOrder,
  position: number,
  ledger: Ledger,
  { partner, store }: { partner: string; store: { id: number; alias: string } },
) {
  const messages = event.messageKeys.flatMap((key) => {
    const document = ledger.messageOf(key);
    return typeof document === "object" && document !== null
      ? [orderMessage(seedIdOf(key), Object.fromEntries(Object.entries(document)))]
      : [];
  });
  const { key, at, updatedAt, interchangeKey, messageKeys: _keys, references, notes, ...row } = event;
  const isOpen = (stream: string) => !["completed", "rejected"].includes(row.streams[stream]?.state ?? "");
  return {
    ...row,
    responseOwedSince: isOpen("order/create") ? at : null,
    despatchOwedSince: shipmentStream in row.streams && isOpen(shipmentStream) ? at : null,
    id: seedIdOf(key),
    storeId: store.id,
    position,
    revision: 1,
    interchangeId: seedIdOf(interchangeKey),
    partner,
    storeAlias: store.alias,
    state: summaryState(row.streams),
    messages,
    stepAt: null,
    attempts: 0,
    createdAt: at,
    updatedAt,
    referenceList: storableJson(references),
    histories: storableJson(written(notes, updatedAt)),
  } satisfies typeof ediOrders.$inferInsert;
}

async function inBatches<T>(rows: readonly T[], insert: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize)
    await insert(rows.slice(start, start + batchSize));
}

/**
 * Loads interchanges and order documents around the newest orders of the partner's store, and the odd interchanges.
 * None of them goes on by itself.
 */
async function loadEdi({ database, size, anchor, report }: SeedContext): Promise<void> {
  if (!partnerStore) throw new Error("The seed has no store of an EDI partner");
  const newest = await database
    .select({ id: orders.id, status: orders.status, document: orders.document })
    .from(orders)
    .where(eq(orders.storeId, partnerStore.id))
    .orderBy(desc(orders.storePosition))
    .limit(threadCounts[size]);
  const stories = newest.flatMap((order, index) => threadOf(partnerStore, order, index, anchor) ?? []);
  const second = secondPartnerStory(anchor);
  const events = [
    ...stories.flatMap(({ interchanges }) => interchanges),
    ...oddSeedInterchanges(partnerStore, size, anchor),
    ...second.story.interchanges,
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
  const keys = new Set(events.map(({ key }) => key));
  const ledger = new Ledger(partnerStore.id);
  for (const event of events) ledger.add(event, keys);
  const { files, interchanges, contents } = ledger.rows;
  await inBatches(files, (batch) => database.insert(ediFiles).values(batch));
  await inBatches(interchanges, (batch) => database.insert(ediInterchanges).values(batch));
  await inBatches(contents, (batch) => database.insert(ediContents).values(batch));
  const first = { partner: seedPartner.identification, store: partnerStore };
  const orderRows = [
    ...stories.flatMap((story) => story.orders.map((event) => ({ event, of: first }))),
    ...second.story.orders.map((event) => ({ event, of: second })),
  ]
    .sort((one, other) => one.event.at.getTime() - other.event.at.getTime())
    .map(({ event, of }, index) => orderRow(event, index + 1, ledger, of));
  await inBatches(orderRows, (batch) => database.insert(ediOrders).values(batch));
  await database.insert(ediCounters).values([
    { series: controlSeries(seedSelf, seedPartner), last: ledger.lastOutbound },
    { series: controlSeries(seedSelf, second.party), last: second.lastOutbound },
    { series: "sscc", last: 100_000_000 },
  ]);
  report(threadCounts[size]);
}

export const interchangesPart: SeedPart = {
  name: "interchanges",
  tables: ["edi_files", "edi_parts", "edi_interchanges", "edi_contents", "edi_orders"],
  rows: ediCount,
  load: loadEdi,
};
