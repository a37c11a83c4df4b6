import { eq } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import {
  askedLine,
  headDifferences,
  laterThan,
  type OrderDifference,
  repeatedNumber,
  replacement,
} from "#edi-orders/index.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { ediNote, interchangeReference, written } from "#platform/domains/edi/documents/streams.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { judgingOf } from "#platform/domains/edi/partners/repository.ts";
import { storedLine } from "./facts.ts";
import { foldOf, readEdiOrder, readPartnerMessage } from "./folded.ts";
import { type Arrived, orderMessage } from "./message.ts";
import { findNumbered, isLiving, olderKind } from "./numbered.ts";
import {
  createStep,
  createStream,
  insertEdiOrder,
  lockArrivals,
  readWholeEdiOrder,
  sentIn,
} from "./repository.ts";

/** The content of an ORDERS message: reading a long one takes a while, so it is done before the transaction. */
export async function prepareEdiOrder(interchange: StoredInterchange, arrived: Arrived) {
  const message = orderMessage(interchange.id, arrived);
  const sent = sentIn(interchange, arrived.place);
  return {
    ordinal: arrived.place,
    documentIdentifier: storable(headed(arrived.document).documentIdentifier.trim(), 100),
    message,
    read: await readPartnerMessage({ ...message, sent, facts: null }),
  };
}

type PreparedOrder = Awaited<ReturnType<typeof prepareEdiOrder>>;

/** The duplicated order, in words, and the differences from the living order of its number. */
async function repetitionOf(
  transaction: Database,
  interchange: StoredInterchange,
  { documentIdentifier, read }: PreparedOrder,
  at: Date,
): Promise<OrderDifference[]> {
  if (documentIdentifier === "") return [];
  const identity = { partner: interchange.sender, isTest: interchange.isTest, documentIdentifier };
  const numbered = await findNumbered(transaction, identity);
  if (numbered.length === 0) return [];
  const judging = await judgingOf(transaction, interchange.sender, at);
  const { kind, words, decision } = repeatedNumber(documentIdentifier, judging);
  if (decision === "order") return [];
  const living = numbered.find(isLiving);
  const whole = living && (await readWholeEdiOrder(transaction, living.id));
  const repeated = { kind, words, ...(decision === "refuse" && { answer: "refused" as const }) };
  if (!whole) return [repeated];
  const standing = await readEdiOrder(whole);
  const order = foldOf(standing);
  const later = laterThan(standing.partnerMessages, read);
  const older = `it was sent before ${later?.sent.controlReference}, which the living order follows`;
  const { lines } = replacement(order.lines, read.lines.map(askedLine), judging.terms.units);
  return [
    repeated,
    ...(later ? [{ kind: olderKind, words: older }] : []),
    ...headDifferences(order.head, read.head).map((words) => ({ kind: "line", words })),
    ...lines.map(({ words }) => ({ kind: "line", words })),
  ];
}

const maxListed = 5;

function duplicateWords([repetition, ...lines]: readonly OrderDifference[]): string {
  if (lines.length === 0)
    return `${repetition?.words}. It says the same as the living order, or there is none`;
  const messages = lines.slice(0, maxListed).map(({ words }) => words);
  const more = lines.length > maxListed ? [`${lines.length - maxListed} more`] : [];
  return `${repetition?.words}. It differs: ${[...messages, ...more].join("; ")}`;
}

export async function addEdiOrder(
  transaction: Database,
  interchange: StoredInterchange,
  prepared: PreparedOrder,
  at: Date,
): Promise<{ id: string; documentIdentifier: string }> {
  const { ordinal, documentIdentifier, message, read } = prepared;
  const id = `${interchange.id}-${ordinal}`;
  // Of two interchanges that bring the same number at one moment, only one must be first.
  await lockArrivals(transaction);
  const differences = await repetitionOf(transaction, interchange, prepared, at);
  const isHeld = differences.length > 0 && differences.every(({ answer }) => answer === undefined);
  const [store] = await transaction
    .select({ alias: stores.alias })
    .from(stores)
    .where(eq(stores.id, interchange.storeId));
  const name = documentIdentifier || "without a number";
  await insertEdiOrder(transaction, {
    id,
    storeId: interchange.storeId,
    interchangeId: interchange.id,
    documentIdentifier,
    partner: interchange.sender,
    isTest: interchange.isTest,
    storeAlias: store?.alias ?? "",
    streams: { [createStream]: { state: isHeld ? "hold" : "new", step: createStep } },
    heldFor: isHeld ? "duplicate" : null,
    differences,
    // A repeated number may be refused by the partner's terms, without a person.
    decisions: differences.flatMap(({ answer, ...one }) =>
      answer ? [{ about: "order", answer, ...one } as const] : [],
    ),
    lines: read.lines.map((line) => storedLine(askedLine(line))),
    messages: [message],
    stepAt: isHeld ? null : at,
    // A test has no due times.
    responseOwedSince: interchange.isTest ? null : at,
    createdAt: at,
    updatedAt: at,
    referenceList: [
      interchangeReference(
        "interchange:orders",
        `Order ${name} (interchange ${interchange.controlReference})`,
        interchange.id,
        at,
      ),
    ],
    histories: written(
      [
        ediNote("order:received", `Order ${name} came with ${interchange.controlReference}`),
        ...(isHeld ? [ediNote("order:duplicate", duplicateWords(differences))] : []),
      ],
      at,
    ),
  });
  return { id, documentIdentifier: name };
}
