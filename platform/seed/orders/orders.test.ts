import { expect, test } from "vitest";
import { type OrderRecord, orderRecord, orderStatusCodes } from "#contract/orders.ts";
import { seedStores } from "#platform/seed/stores.ts";
import { orderAt } from "./orders.ts";
import type { OrderRow } from "./row.ts";
import { unlabelledStatus } from "./statuses.ts";
import { orderCount, orderTimeline, orderTotal } from "./timeline.ts";

const anchor = new Date("2026-11-20T00:00:00Z");
const places = [...orderTimeline("small", anchor)];
const rows = places.map((place) => orderAt(place, "small", anchor).row);

const wireOf = ({ id, status, document, history }: OrderRow): OrderRecord =>
  orderRecord.parse({ id, status, history, order: document });

test("the seed is the same every time", () => {
  const again = [...orderTimeline("small", anchor)].map((place) => orderAt(place, "small", anchor).row);
  expect(again).toEqual(rows);
});

test("one store has exactly a page of orders, one has none, the others about sixty", () => {
  const counts = seedStores.map((store) => orderCount(store, "small"));
  expect(counts.filter((count) => count === 20)).toHaveLength(1);
  expect(counts.filter((count) => count === 0)).toHaveLength(1);
  expect(counts.filter((count) => count >= 55 && count <= 65)).toHaveLength(seedStores.length - 2);
});

test("a large seed has a million orders", () => {
  expect(orderTotal("large")).toBe(1_000_000);
});

test("positions have no gaps, over all and within a store, and times never go back", () => {
  expect(places.map(({ position }) => position)).toEqual(places.map((_, index) => index + 1));
  const times = places.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));
  for (const store of seedStores) {
    const ordinals = places.filter((place) => place.store === store).map(({ ordinal }) => ordinal);
    expect(ordinals).toEqual(ordinals.map((_, index) => index + 1));
  }
});

test("no two orders share an id", () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("every status is there, and one without a label", () => {
  const statuses = new Set(rows.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([...orderStatusCodes, unlabelledStatus].sort());
});

test("the contract can read every order, and the odd ones are there in every large enough store", () => {
  const wire = rows.map(wireOf);
  const odd = wire.filter(({ order }) => order?.sourceId?.startsWith("ODD-"));
  expect(odd.filter(({ order }) => order?.sourceId?.includes("NOCUSTOMER"))).toHaveLength(
    seedStores.length - 2,
  );
  const withoutCustomer = odd.filter(({ order }) => !order?.customer);
  const withoutAddresses = odd.filter(({ order }) => !order?.addresses);
  expect(withoutCustomer.length).toBeGreaterThan(0);
  expect(withoutAddresses.length).toBeGreaterThan(0);
  expect(odd.some(({ order }) => order?.lineItems?.length === 200)).toBe(true);
  expect(odd.some(({ history }) => history?.some(({ meta }) => typeof meta === "string"))).toBe(true);
  expect(wire.some(({ order }) => !order?.sourceId)).toBe(true);
});

test("shipments carry what was ordered, once", () => {
  for (const { order, status } of rows.map(wireOf)) {
    if (status !== "COMPLETE" || order?.sourceId?.startsWith("ODD-") || !order?.sourceId) continue;
    const ordered = order.lineItems?.reduce((sum, { quantity }) => sum + Number(quantity), 0);
    const sent = order.shipments
      ?.flatMap(({ contents }) => contents ?? [])
      .reduce((sum, { quantity }) => sum + Number(quantity), 0);
    expect(sent).toBe(ordered);
  }
});

test("soft failures have been tried, and most of them will be tried again", () => {
  const soft = rows.filter(({ status }) => status === "UNPROCESSABLE_SOFT");
  expect(soft.every(({ retry_count }) => retry_count > 0)).toBe(true);
  const scheduled = soft.filter(({ step_at }) => step_at !== null);
  expect(scheduled.length).toBeGreaterThan(soft.length / 2);
  expect(scheduled.every(({ step_at }) => Date.parse(step_at ?? "") > anchor.getTime())).toBe(true);
  expect(rows.some(({ status, step_at }) => status !== "UNPROCESSABLE_SOFT" && step_at)).toBe(false);
});
