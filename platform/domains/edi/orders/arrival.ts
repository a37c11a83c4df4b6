import { eq } from "drizzle-orm";
import { headDifferences, headOf, partnerLines, repeatedNumber } from "#edi-orders/index.ts";
import { runCooperatively } from "#edifact/index.ts";
import type { Database } from "#platform/database/connect.ts";
import type { StoredDifference } from "#platform/database/schema/ediStored.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { storable } from "#platform/domains/edi/documents/storable.ts";
import { ediNote, interchangeReference, written } from "#platform/domains/edi/documents/streams.ts";
import { headed } from "#platform/domains/edi/interchanges/facts.ts";
import type { StoredInterchange } from "#platform/domains/edi/interchanges/repository.ts";
import { judgingOf } from "#platform/domains/edi/partners/repository.ts";
import { compared, linesToCompare } from "./comparison.ts";
import { findNumbered, isLiving, olderKind } from "./duplicates.ts";
import { type Arrived, orderedIn, orderMessage, storedLine } from "./message.ts";
import {
  createStep,
  createStream,
  findLater,
  insertEdiOrder,
  lockArrivals,
  readWholeEdiOrder,
} from "./repository.ts";

/** The content of an ORDERS message: parsing a long one takes a while, so it is done before the transaction. */
export async function prepareEdiOrder(interchange: Pick<StoredInterchange, "id">, arrived: Arrived) {
  const message = orderMessage(interchange.id, arrived);
  const lines = await runCooperatively(partnerLines(message.message, message.decimalMark));
  return {
    ordinal: arrived.place,
    documentIdentifier: storable(headed(arrived.document).documentIdentifier.trim(), 100),
    lines: lines.map(storedLine),
    message,
  };
}

type PreparedOrder = Awaited<ReturnType<typeof prepareEdiOrder>>;

/** The duplicated order, in words, and the differences from the living order of its number. */
async function repetitionOf(
  transaction: Database,
  interchange: StoredInterchange,
  { documentIdentifier, lines, message }: PreparedOrder,
  at: Date,
): Promise<StoredDifference[]> {
  if (documentIdentifier === "") return [];
  const identity = { partner: interchange.sender, isTest: interchange.isTest, documentIdentifier };
  const numbered = await findNumbered(transaction, identity);
  if (numbered.length === 0) return [];
  const judging = await judgingOf(transaction, interchange.sender, at);
  const { kind, words, decision } = repeatedNumber(documentIdentifier, judging);
  if (decision === "order") return [];
  const living = numbered.find(isLiving);
  const differing = living
    ? compared(await linesToCompare(transaction, living.id), lines, judging.terms)
    : undefined;
  const older = living && (await findLater(transaction, living.id, interchange.position));
  const whole = living && (await readWholeEdiOrder(transaction, living.id));
  const heads = whole ? headDifferences(orderedIn(whole), headOf(message.message, message.decimalMark)) : [];
  const more = [
    ...(older
      ? [
          {
            kind: olderKind,
            words: `it was sent before ${older.controlReference}, which the living order follows`,
          },
        ]
      : []),
    ...heads.map((words) => ({ kind: "line", words })),
    ...(differing?.lines.map((line) => ({ kind: "line", words: line.words })) ?? []),
  ];
  return [{ kind, words, ...(decision === "refuse" && { answer: "refused" as const }) }, ...more];
}

const maxListed = 5;

function duplicateWords([repetition, ...lines]: readonly StoredDifference[]): string {
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
  const { ordinal, documentIdentifier, lines, message } = prepared;
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
    lines,
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
