import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { globalMenu, storeMenu } from "#app/composition/navigation.ts";
import { listOf } from "#contract/envelopes.ts";
import { store } from "#contract/stores.ts";
import { storeTypes } from "#contract/storeTypes.ts";
import { findStore, openStorePages, outsideHref, storePicture, toStoreCards, toStoreFrame } from "./model.ts";
import { canonicalStoreUrl, storePath } from "./paths.ts";

const read = (body: unknown) => listOf(store).parse(body);
const pagesFor = (storeType: string, ...roles: string[]) =>
  openStorePages(storeType, roles).map((page) => page.label);

test("a type is known in any case; another one is unchanged [stores#types]", () => {
  const types = [" BigCommerce", "TikTokShop", 7];
  const rows = read(types.map((storeType) => ({ storeName: "a", storeAlias: "A", storeType })));
  expect(rows.map((row) => row.readable && row.row.storeType)).toEqual(["bigcommerce", "TikTokShop", ""]);
});

test("every store has five pages, and those of its type; one of an unknown type has the five [stores#base-pages, stores#unknown-type]", () => {
  const base = ["Overview", "Meta Products", "Orders", "Print Label", "Shipments"];
  const extra: Record<string, string[]> = {
    bigcommerce: ["Custom Rules", "Returns and Exchanges", "NSW Voucher"],
    shopify: ["Custom Rules", "Returns and Exchanges"],
    edimarketplace: ["EDI Interchanges", "EDI Orders"],
  };
  for (const type of [...storeTypes, "a-new-marketplace"])
    expect(pagesFor(type, "Admin").sort(), type).toEqual([...base, ...(extra[type] ?? [])].sort());
});

test("a role opens its pages only [roles#store-pages]", () => {
  expect(pagesFor("iconic", "User")).toEqual(["Overview", "Meta Products", "Orders"]);
  expect(pagesFor("iconic", "PrintLabel")).toEqual(["Print Label", "Shipments"]);
  expect(pagesFor("iconic", "Store")).toEqual(["Shipments"]);
  expect(pagesFor("iconic", "Visitor")).toEqual([]);
});

const clarksStore = { storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" };
const rows = read([
  { storeName: "Volley", storeAlias: "VOL", storeType: "shopify" },
  { storeName: "amazon", storeAlias: "AMZ", storeType: "tiktokshop" },
  { storeName: "Odd", storeAlias: "", storeType: "dom" },
  { storeAlias: "NON" },
  { ...clarksStore, managementBaseUrl: "https://x.example/m" },
]);

test("a card per store, by name, with the picture of its type; a store without alias has no page [stores#cards, stores#no-alias, stores#unknown-type]", () => {
  const { cards, unreadable } = toStoreCards(rows);
  expect(cards.map(({ name, href, picture }) => [name, href, picture])).toEqual([
    ["amazon", "/store/AMZ", "/store-types.svg#neutral"],
    ["Clarks", "/store/CLK", "/store-types.svg#bigcommerce"],
    ["Volley", "/store/VOL", "/store-types.svg#shopify"],
  ]);
  expect(unreadable.map(({ id }) => id)).toEqual(["Odd", "NON"]);
  const pictures = [...storeTypes, "somewhere new"].map(storePicture);
  expect(new Set(pictures).size).toBe(storeTypes.length + 1);
  const drawn = readFileSync(new URL("../../../public/store-types.svg", import.meta.url), "utf8");
  const isThere = (address: string) => drawn.includes(`id="${address.split("#")[1]}"`);
  expect(pictures.filter((address) => !isThere(address))).toEqual([]);
});

test("the side menu lists Today, the global pages, then every store [shell#side-menu]", () => {
  expect([...globalMenu(() => true), ...storeMenu(rows)].map(({ label }) => label).join(", ")).toBe(
    "Today, Product Master, Orders, Returns and Exchanges, EDI (Myer), Stores, amazon, Clarks, Volley",
  );
});

test("the pages of a store share its name, type and menu, and link out over http only [stores#frame, stores#store, stores#overview, shell#marketplace, settings#links]", () => {
  const clarks = findStore(rows, "clk");
  if (!clarks) throw new Error("Clarks is missing");
  const frame = toStoreFrame(clarks, ["User"]);
  const managementHref = "https://x.example/m";
  expect(frame).toMatchObject({ name: "Clarks", storeType: "bigcommerce", managementHref });
  expect(frame.menu.map(({ heading, items }) => [heading, items.map(({ href }) => href)])).toEqual([
    [undefined, ["/store/CLK"]],
    ["Products", ["/store/CLK/products"]],
    ["Orders", ["/store/CLK/orders"]],
    [undefined, ["/store/CLK/customrules", "/store/CLK/returns", "/store/CLK/nswvoucher"]],
  ]);
  expect([outsideHref("javascript:alert(1)"), outsideHref("not an address")]).toEqual([undefined, undefined]);
});

test("an alias is matched without case, an exact one first, and the canonical address changes nothing else [addresses#alias]", () => {
  const duplicates = read([
    { storeName: "One", storeAlias: "ab" },
    { storeName: "Two", storeAlias: "AB" },
  ]);
  expect(findStore(duplicates, "AB")?.storeName).toBe("Two");
  expect(findStore(rows, "nope")).toBeUndefined();
  const canonical = (path: string) => canonicalStoreUrl(new URL(path, "http://p.example"), "CLK");
  const product = "products/a%2Fb?code=x&page=2";
  expect(canonical(`/store/clk/${product}`)).toBe(`/store/CLK/${product}`);
  expect(canonical("/store/clk/")).toBe("/store/CLK");
  expect(storePath("a/b", "products")).toBe("/store/a%2Fb/products");
});
