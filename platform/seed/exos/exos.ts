import { storeTypeHas } from "#contract/storeTypes.ts";
import type { StoredExoHistory, StoredReference } from "#platform/database/schema/exos.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";
import { creditOwedBy } from "#platform/domains/exos/credit.ts";
import { exoNameAt } from "#platform/domains/exos/repository.ts";
import type { MovingExo } from "#platform/domains/exos/rules.ts";
import { exoSearchText } from "#platform/domains/exos/searchText.ts";
import { filled, recorded } from "#platform/seed/fixtures.ts";
import { randomFor } from "#platform/seed/random.ts";
import { type SeedSize, type SeedStore, seedStores } from "#platform/seed/stores.ts";
import { returnOf } from "./documents.ts";
import { planAt } from "./plans.ts";
import { type ExoPlan, tellStory } from "./stories.ts";

/** A row of `exos` under its column names, ready for a bulk load. */
export type ExoRow = {
  id: string;
  store_id: number;
  position: number;
  revision: number;
  name: string;
  status: string;
  stream: string;
  step: string;
  original_order_id: string | null;
  ra_number: string | null;
  email_address: string | null;
  correspondence_email_address: string | null;
  search_text: string;
  refusals: number;
  retries: number;
  step_since: string | null;
  step_at: string | null;
  created_at: string;
  updated_at: string;
  document: JsonObject;
  reference_list: StoredReference[];
  histories: StoredExoHistory[];
  credit_owed: number | null;
  credit_owed_at: string | null;
};

/** An order whose goods are returned. */
export type ReturnedOrder = { storeId: number; document: JsonObject };

type Fixtures = {
  rows: object[];
  files: { id: string; contentType: string; fileName: string; content: string }[];
};

/**
 * The oldest EXOs of a seed: faulty data of a real feed, and everything at its largest; found by searching for ODD-.
 * And unusual files, to which some of them refer.
 */
export const { rows: edgeCases, files: edgeCaseFiles }: Fixtures = recorded("exos");

const minute = 60_000;
const day = 24 * 60 * minute;
const counts: Record<SeedSize, number> = { small: 150, demo: 640, large: 10_000 };
const daysOf: Record<SeedSize, number> = { small: 30, demo: 90, large: 365 };

// A story with all its waits takes at most this many paces; a stale one takes longest.
const maxStoryLength = 400;
// How many of a demo's unfinished returns continue, one after the other.
const liveInDemo = 12;

export const exoCount = (size: SeedSize): number => counts[size];

/** Stores whose returns come to the platform (roles#store-pages). */
const returnStores = seedStores.filter(({ type }) => storeTypeHas(type, "returns"));
export const returnStoreIds = returnStores.map(({ id }) => id);

const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");

// An odd factor permutes the 32-bit numbers: ids look random, and no two EXOs share one.
const exoIdAt = (position: number): string => {
  const scatter = hex(Math.imul(position, 2_654_435_761) >>> 0, 8);
  return `e${scatter.slice(1)}-0000-4000-8000-${hex(position, 12)}`;
};

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
const looksAt = ({ created_at, histories }: ExoRow): StoredExoHistory[] =>
  Array.from({ length: 2000 - histories.length }, (_, index) => ({
    action: index % 40 === 39 ? "return-shipment-email:send:failure" : "process:run",
    message: `Look ${index + 1}`,
    created_at: new Date(Date.parse(created_at) + index * minute).toISOString(),
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
  const liveAt = new Date(anchor.getTime() + fromNewest * 2500);
  const row: ExoRow = {
    id: exo.id,
    store_id: store.id,
    position,
    revision: 1,
    name: exo.name,
    status: exo.status,
    stream: exo.stream,
    step: exo.step,
    original_order_id: exo.originalOrderId,
    ra_number: exo.raNumber,
    email_address: exo.emailAddress,
    correspondence_email_address: position % 4 === 0 ? exo.emailAddress : null,
    search_text: "",
    refusals: exo.refusals,
    retries: exo.retries,
    step_since: isLive ? liveAt.toISOString() : (exo.stepSince?.toISOString() ?? null),
    step_at: isLive ? liveAt.toISOString() : null,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    document: exo.document,
    reference_list: exo.referenceList,
    histories,
    credit_owed: null,
    credit_owed_at: null,
  };
  const finished: ExoRow = odd ? { ...row, ...Object(filled(odd, { ...row, looks: looksAt(row) })) } : row;
  const { id, name, original_order_id, ra_number, email_address, correspondence_email_address } = finished;
  const { document, reference_list } = finished;
  const { creditOwed, creditOwedAt } = creditOwedBy(document, finished.histories);
  const search_text = exoSearchText({
    id,
    name,
    originalOrderId: original_order_id,
    raNumber: ra_number,
    emailAddress: email_address,
    correspondenceEmailAddress: correspondence_email_address,
    document,
    referenceList: reference_list,
  });
  return {
    ...finished,
    search_text,
    credit_owed: creditOwed,
    credit_owed_at: creditOwedAt?.toISOString() ?? null,
  };
}
