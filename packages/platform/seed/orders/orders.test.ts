import { expect, test } from "vitest";
import { type OrderRecord, orderRecord } from "#contract/orders.ts";
import { seedStores } from "#platform/seed/stores.ts";
import type { OrderRow } from "./orders.ts";
import { orderAt } from "./orders.ts";
import { orderTimeline } from "./timeline.ts";

const anchor = new Date("2026-11-20T00:00:00Z");
const places = [...orderTimeline("small", anchor)];
const rows = places.map((place) => orderAt(place, "small", anchor).row);

const wireOf = ({ id, status, document, history }: OrderRow): OrderRecord =>
  orderRecord.parse({ id, status, history, order: document });

test("the seed is the same every time", () => {
  const again = [...orderTimeline("small", anchor)].map((place) => orderAt(place, "small", anchor).row);
  expect(again).toEqual(rows);
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

test("the contract can read every order, and every large enough store has the edge cases", () => {
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
