import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { itemOf, pagedListOf } from "#contract/envelopes.ts";
import { type ExoFilters, exo, exoSummary } from "#contract/exos.ts";
import type { TestApi } from "./api.ts";
import { eventually } from "./eventually.ts";

const page = pagedListOf(exoSummary);
const detail = itemOf(exo);

/** The customer of entered returns, with an exchange that the platform accepts. */
export const exoCustomer = {
  FirstName: "Mei",
  LastName: "Chen",
  Ap21CustomerCode: "C1",
  Ap21CustomerIdx: "2",
};
export const exoItem = {
  Title: "Loafer",
  LevelCode: "10200001_BLK_8",
  Quantity: -1,
  Cost: 99.95,
  Total: -99.95,
};

/** Lists, reads, enters and acts on the returns of a platform. */
export function exoBench(api: () => TestApi) {
  const listed = async (filters: ExoFilters = {}, number = 1) => {
    const query = new URLSearchParams({ page: String(number), filters: JSON.stringify(filters) });
    const { status, body } = await api().get(`/api/bc-order/v1/exos?${query}`);
    expect(status).toBe(200);
    const { rows, ...place } = page.parse(body);
    return { ...place, rows: rows.flatMap((row) => (row.readable ? [row.row] : [])) };
  };
  const every = async (filters: ExoFilters = {}) => {
    const { pages, rows } = await listed(filters);
    for (let number = 2; number <= pages; number += 1) rows.push(...(await listed(filters, number)).rows);
    return rows;
  };
  const read = async (id: string) => {
    const { status, body } = await api().get(`/api/bc-order/v1/exos/${id}`);
    expect(status).toBe(200);
    return detail.parse(body).item;
  };
  const act = (id: string, action: string, key: string = randomUUID()) =>
    api().post(`/api/bc-order/v1/exos/${id}/action/${action}`, undefined, key);
  const enter = async (exchange: object | null, store = "Clarks") => {
    const emailAddress = `${randomUUID()}@customer.example`;
    const body = { store, orderId: "10100042", emailAddress, exchange };
    const answer = await api().post("/api/bc-order/v1/exos", body);
    expect(answer.status).toBe(201);
    return detail.parse(answer.body).item.id;
  };
  const returning = (script: Record<string, string> = {}, store?: string) =>
    enter({ Customer: exoCustomer, Items: [exoItem], Simulated: script }, store);
  const reaches = (id: string, status: string) =>
    eventually(async () => {
      const found = await read(id);
      expect(found.status?.code).toBe(status);
      return found;
    });
  return { listed, every, read, act, enter, returning, reaches };
}
