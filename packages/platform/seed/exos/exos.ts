import { and, desc, eq, inArray } from "drizzle-orm";
import { storeTypeHas } from "#contract/storeTypes.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import { exos, type StoredExoHistory } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { creditOwedBy, exoNameAt, exoSearchText } from "#platform/domains/exos/repository.ts";
import type { MovingExo } from "#platform/domains/exos/rules.ts";
import { filled, recorded } from "#platform/seed/fixtures.ts";
import { hex, randomFor, scattered } from "#platform/seed/random.ts";
import {
  continuePositions,
  insertMany,
  type SeedContext,
  type SeedPart,
  type SeedSize,
} from "#platform/seed/seed.ts";
import { type SeedStore, seedStores } from "#platform/seed/stores.ts";
import { canComeBack, type ExoPlan, planAt, returnOf, tellStory } from "./stories.ts";

export type ExoRow = typeof exos.$inferInsert;

export type ReturnedOrder = { storeId: number; document: JsonObject };

/**
 * The oldest EXOs of a seed: faulty data of a real feed, and everything at its largest; found by searching for ODD-.
 */
export const edgeCases: readonly object[] = recorded("exos");

const minute = 60_000;
const day = 24 * 60 * minute;
const counts: Record<SeedSize, number> = { small: 150, demo: 320, large: 10_000 };
const daysOf: Record<SeedSize, number> = { small: 30, demo: 90, large: 365 };

// A story with all its waits takes at most this many paces; a stale one takes longest.
const maxStoryLength = 400;
// How many of a demo's unfinished returns continue, one after the other.
const liveInDemo = 12;

export const exoCount = (size: SeedSize): number => counts[size];

/** Stores whose returns come to the platform (roles#store-pages). */
const returnStores = seedStores.filter(({ type }) => storeTypeHas(type, "returns"));
export const returnStoreIds = returnStores.map(({ id }) => id);

const exoIdAt = (position: number): string =>
  `e${scattered(position).slice(1)}-0000-4000-8000-${hex(position, 12)}`;

function storeOf(id: number): SeedStore {
  const store = returnStores.find((known) => known.id === id);
  if (!store) throw new Error(`The store ${id} takes nothing back`);
  return store;
}

function arrivalOf(position: number, store: SeedStore, order: ReturnedOrder, plan: ExoPlan): MovingExo {
  const random = randomFor(`return ${position}`);
  return {
    id: exoIdAt(position),
    name: exoNameAt(position),
    storeName: store.name,
    storeType: store.type,
    status: "new",
    stream: "return",
    step: "triage",
    raNumber: null,
    refusals: 0,
    retries: 0,
    stepSince: null,
    stepAt: null,
    referenceList: [],
    ...returnOf(order.document, plan, random),
  };
}

/** The number of entries, one per minute, that brings a return's history to 2,000. */
const looksAt = ({ createdAt, histories }: Pick<ExoRow, "createdAt" | "histories">): StoredExoHistory[] =>
  Array.from({ length: 2000 - histories.length }, (_, index) => ({
    action: index % 40 === 39 ? "return-shipment-email:send:failure" : "process:run",
    message: `Look ${index + 1}`,
    created_at: new Date(createdAt.getTime() + index * minute).toISOString(),
    meta: null,
  })).reverse();

/** Returns are spread evenly over the days before the anchor; the newest came twenty minutes before it. */
function arrivalTime(position: number, size: SeedSize, anchor: Date): Date {
  const fromNewest = exoCount(size) - position;
  const spread = (daysOf[size] * day) / exoCount(size);
  return new Date(anchor.getTime() - 20 * minute - fromNewest * spread);
}

/**
 * The return at a position, from 1, oldest first, of this order; the same one for the same position, size, anchor and
 * order. The oldest ones are the edge cases. No return of the seed is due, except for the newest of a demo.
 */
export function exoAt(position: number, order: ReturnedOrder, size: SeedSize, anchor: Date): ExoRow {
  const fromNewest = exoCount(size) - position;
  const odd = edgeCases[position - 1];
  const plan = odd ? {} : planAt(fromNewest, exoCount(size), randomFor(`plan ${position}`));
  const store = storeOf(order.storeId);
  const createdAt = arrivalTime(position, size, anchor);
  const pace = Math.min(3 * minute, (anchor.getTime() - createdAt.getTime()) / maxStoryLength);
  const story = tellStory(arrivalOf(position, store, order, plan), plan, createdAt, pace);
  const { exo, histories, updatedAt } = story;
  const isLive = size === "demo" && exo.stepAt !== null && fromNewest < 8 * liveInDemo;
  const liveAt = isLive ? new Date(anchor.getTime() + fromNewest * 2500) : null;
  const { storeName: _name, storeType: _type, ...columns } = exo;
  const row = {
    ...columns,
    storeId: store.id,
    position,
    revision: 1,
    correspondenceEmailAddress: position % 4 === 0 ? exo.emailAddress : null,
    stepSince: liveAt ?? exo.stepSince,
    stepAt: liveAt,
    createdAt,
    updatedAt,
    histories,
  };
  const words = () => ({ ...row, updatedAt: updatedAt.toISOString(), looks: looksAt(row) });
  const finished: typeof row = odd ? { ...row, ...Object(filled(odd, words())) } : row;
  return {
    ...finished,
    searchText: exoSearchText(finished),
    ...creditOwedBy(finished.document, finished.histories),
  };
}

/** Orders of the seed whose goods can be returned, oldest first. */
async function returnedOrders({ database }: SeedContext, count: number): Promise<ReturnedOrder[]> {
  const rows = await database
    .select({ storeId: orders.storeId, document: orders.document })
    .from(orders)
    .where(and(inArray(orders.storeId, returnStoreIds), eq(orders.status, "COMPLETE")))
    .orderBy(desc(orders.position))
    .limit(count);
  return rows.reverse().filter(({ document }) => canComeBack(document));
}

export const returnsPart: SeedPart = {
  name: "returns",
  tables: ["exos"],
  async load(context) {
    const { database, size, anchor } = context;
    const returned = await returnedOrders(context, exoCount(size));
    await insertMany(context, exos, exoCount(size), (position) => {
      const order = returned[position % returned.length];
      if (!order) throw new Error("The seed has no complete order that could be returned");
      return exoAt(position, order, size, anchor);
    });
    await continuePositions(database, exos);
  },
};
