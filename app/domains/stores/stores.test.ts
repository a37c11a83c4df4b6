import { describe, expect, test } from "vitest";
import { listOf } from "#contract/envelopes.ts";
import { store } from "#contract/stores.ts";
import { storeTypes } from "#contract/storeTypes.ts";
import { globalMenu, storeMenu } from "../navigation.ts";
import { findStore, outsideHref, toStoreCards, toStoreFrame } from "./model.ts";
import { canonicalStoreUrl, storePath } from "./paths.ts";
import { openStorePages, storeHasPage, storePage } from "./storePages.ts";

const read = (body: unknown) => listOf(store).parse(body);
const labels = (storeType: string, roles: string[]) =>
  openStorePages(storeType, roles).map((page) => page.label);

describe("the table of store pages [roles#store-pages]", () => {
  const base = ["Overview", "Meta Products", "Orders", "Print Label", "Shipments"];

  test("a type is known in any case; another one stays as it came [stores#types]", () => {
    const typeOf = (storeType: unknown) => {
      const [row] = read([{ storeName: "a", storeAlias: "A", storeType }]);
      return row?.readable && row.row.storeType;
    };
    expect(typeOf(" BigCommerce")).toBe("bigcommerce");
    expect(typeOf("TikTokShop")).toBe("TikTokShop");
    expect(typeOf(7)).toBe("");
  });

  test.each(storeTypes.map((type) => [type]))("%s gets the pages of its type", (type) => {
    const extra: Record<string, string[]> = {
      bigcommerce: ["Custom Rules", "Returns and Exchanges", "NSW Voucher"],
      shopify: ["Custom Rules", "Returns and Exchanges"],
      edimarketplace: ["EDI Interchanges", "EDI Orders"],
    };
    expect(labels(type, ["Admin"]).sort()).toEqual([...base, ...(extra[type] ?? [])].sort());
  });

  test("an unknown store type gets the five base pages", () => {
    expect(labels("a-new-marketplace", ["Admin"])).toEqual(base);
  });

  test.each([
    ["User", ["Overview", "Meta Products", "Orders"]],
    ["PrintLabel", ["Print Label", "Shipments"]],
    ["Store", ["Shipments"]],
    ["Visitor", []],
  ])("%s opens its pages only", (role, expected) => {
    expect(labels("iconic", [role])).toEqual(expected);
  });

  test("a page knows which types have it", () => {
    expect(storeHasPage(storePage("nswvoucher"), "bigcommerce")).toBe(true);
    expect(storeHasPage(storePage("nswvoucher"), "shopify")).toBe(false);
  });
});

describe("stores", () => {
  const rows = read([
    { storeName: "Volley", storeAlias: "VOL", storeType: "shopify" },
    { storeName: "amazon", storeAlias: "AMZ", storeType: "amazon" },
    { storeName: "Odd", storeAlias: "", storeType: "dom" },
    { storeAlias: "NON" },
    {
      storeName: "Clarks",
      storeAlias: "CLK",
      storeType: "bigcommerce",
      managementBaseUrl: "https://x.example/m",
    },
  ]);

  test("cards come by name; what cannot be read is said, with its id", () => {
    const { cards, unreadable } = toStoreCards(rows);
    expect(cards.map(({ name, href }) => [name, href])).toEqual([
      ["amazon", "/store/AMZ"],
      ["Clarks", "/store/CLK"],
      ["Volley", "/store/VOL"],
    ]);
    expect(unreadable.map(({ id }) => id)).toEqual(["Odd", "NON"]);
  });

  test("the side menu lists the global pages, then every store", () => {
    expect([...globalMenu(() => true), ...storeMenu(rows)].map(({ label }) => label)).toEqual([
      "Product Master",
      "Orders",
      "Returns and Exchanges",
      "EDI (Myer)",
      "Stores",
      "amazon",
      "Clarks",
      "Volley",
    ]);
  });

  test("an alias is matched without case, an exact one first", () => {
    const twins = read([
      { storeName: "One", storeAlias: "ab" },
      { storeName: "Two", storeAlias: "AB" },
    ]);
    expect(findStore(rows, "clk")?.storeAlias).toBe("CLK");
    expect(findStore(twins, "AB")?.storeName).toBe("Two");
    expect(findStore(rows, "nope")).toBeUndefined();
  });

  test("the frame groups its menu and links out over http only", () => {
    const clarks = findStore(rows, "CLK");
    if (!clarks) throw new Error("Clarks is missing");
    const frame = toStoreFrame(clarks, ["User"]);
    expect(frame.menu.map(({ heading, items }) => [heading, items.map(({ href }) => href)])).toEqual([
      [undefined, ["/store/CLK"]],
      ["Products", ["/store/CLK/products"]],
      ["Orders", ["/store/CLK/orders"]],
      [undefined, ["/store/CLK/customrules", "/store/CLK/returns", "/store/CLK/nswvoucher"]],
    ]);
    expect(frame.managementHref).toBe("https://x.example/m");
    expect(outsideHref("javascript:alert(1)")).toBeUndefined();
    expect(outsideHref("not an address")).toBeUndefined();
  });

  test("the canonical address changes the alias and nothing else", () => {
    const asked = new URL("http://p.example/store/clk/products/a%2Fb?code=x&page=2");
    expect(canonicalStoreUrl(asked, "CLK")).toBe("/store/CLK/products/a%2Fb?code=x&page=2");
    expect(canonicalStoreUrl(new URL("http://p.example/store/clk/"), "CLK")).toBe("/store/CLK");
    expect(storePath("a/b", "products")).toBe("/store/a%2Fb/products");
  });
});
