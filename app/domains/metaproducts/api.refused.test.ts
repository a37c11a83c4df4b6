import { createServer } from "node:http";
import { expect, test } from "vitest";
import { store } from "#contract/stores.ts";
import { portalOver, userOf } from "#tests/support/portalModules.ts";
import { productSearch } from "./paths.ts";

const message = "No image";
const rows = [
  { id: "1", validationStatus: [message] },
  { id: "2", validationStatus: ["No title"] },
  { title: "no id" },
];
const server = createServer(({ url = "" }, response) => {
  const isList = url.startsWith("/api/getmetaproducts");
  response.writeHead(isList ? 200 : 404, { "Content-Type": "application/json" });
  response.end(JSON.stringify(isList ? rows : {}));
});
const portal = portalOver(server, () => import("./api.server.ts"));

test("products with a message are gathered, and records that can't be read are counted [screens#gathered]", async () => {
  const user = userOf(new Request("https://portal.example/products"));
  const shop = store.parse({ storeName: "Clarks", storeAlias: "CLK", storeType: "iconic" });
  const filter = { ...productSearch.every, message };
  const { products, reach } = await portal().gatherRefused(user, [shop], filter, {
    maxRows: 10,
    maxMs: 9_000,
  });
  expect(products.map(({ row }) => row.row.id)).toEqual(["1"]);
  expect(reach).toMatchObject({ count: 1, read: 1, unread: 1 });
});
