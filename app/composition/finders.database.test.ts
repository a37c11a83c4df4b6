import { createServer, type Server } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { somePortalDatabase } from "#tests/support/portalDatabases.ts";
import { portalOver, userOf } from "#tests/support/portalModules.ts";

/** A service with the documented calls only: its requests, and its few records. */
let requests: string[];
const exo = { id: "kept/1", name: "EXO-00001", ra_number: "RA-4711", original_order_id: "OO-nasty" };
const product = {
  LevelCode: "BOOT_BLK",
  ProductAttributes: { styleName: "Harbour Boot" },
  ClrAttributes: { colourName: "Black" },
  Sizes: [{ sizeVal: "7", levelCode: "BOOT_BLK_7", barcode: "9312345678907" }],
  Prices: [{ priceBookName: "Clarks Web", priceType: 1, listPrice: 59.95 }],
};
const server: Server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://upstream");
  const send = (body: unknown) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  if (pathname.startsWith("/api/getstores"))
    return send([{ storeName: "Clarks", storeAlias: "CLK", storeType: "bigcommerce" }]);
  requests.push(decodeURIComponent(`${pathname} ${searchParams.get("filters") ?? searchParams}`));
  if (pathname === "/api/bc-order/v1/exos") {
    const said = Object.values<unknown>(JSON.parse(searchParams.get("filters") ?? "{}"));
    const known = [exo.name, exo.ra_number, exo.original_order_id];
    const isFound = said.some((text) => known.includes(String(text)));
    return send({ summaries: isFound ? [exo] : [], currentPage: 1, totalPages: 1 });
  }
  if (pathname === "/api/bc-order/v1/exos/kept%2F1") return send({ item: exo });
  if (pathname === "/api/getallproducts") return send(searchParams.get("barcode") ? [product] : []);
  if (pathname.startsWith("/api/bc-myer/")) return send({ items: [], pages: 1 });
  if (/^\/api\/(get|customRules)/.test(pathname)) return send([]);
  return response.writeHead(404).end();
});
const portal = portalOver(server, () => import("./finders.server.ts"), somePortalDatabase());

beforeEach(() => {
  requests = [];
});

const find = (typed: string, roles: string[] = ["Admin"]) =>
  portal().find({ ...userOf(new Request("https://portal.example/find")), roles }, typed);

describe("by the documented calls alone", () => {
  test.each(["RA-4711", "EXO-00001", "OO-nasty", "kept/1"])(
    "'%s' finds the return that bears it as it is printed [find#documented]",
    async (typed) => {
      const { groups } = await find(typed);
      const [returns] = groups.filter(({ kind }) => kind === "returns");
      expect(returns?.hits.map(({ title }) => title)).toEqual(["EXO-00001"]);
    },
  );

  test("a barcode finds its label product, in Print Label of the store that has it in its price book [find#documented]", async () => {
    const { groups, unsearched } = await find("9312345678907");
    expect(requests).toContain("/api/getallproducts page=1&pagesize=20&barcode=9312345678907");
    expect(groups.flatMap(({ hits }) => hits)).toMatchObject([
      { href: "/store/CLK/printlabel?barcode=9312345678907", title: "Harbour Boot" },
    ]);
    expect(unsearched.join()).toMatch(/Meta Products can't be searched by barcode here/);
  });

  test("a number that looks like a phone number is searched as a number, too", async () => {
    await find("412345678");
    const calls = requests.map((call) => call.split(" ")[0]);
    const paths = ["getorders", "bc-order/v1/exos", "getmetaproducts", "getshipments"];
    for (const path of paths) expect(calls).toContain(`/api/${path}`);
    expect(calls.filter((path) => path?.startsWith("/api/bc-myer/"))).not.toEqual([]);
  });

  test.each(["riley@example.com", "order 10100449", "RA4711", "(00) 3 9312345 000000012 4", "kim lee"])(
    "every kind of record says that it was asked, or why not: %s [find#asking]",
    async (typed) => {
      const found = await find(typed);
      const said = [...found.searched, ...found.unsearched, ...found.unfit].join("\n");
      const records = ["Orders", "Returns and Exchanges", "EDI orders", "EDI interchanges", "Shipments"];
      const products = ["Meta Products", "Product Master", "Label products", "Custom Rules"];
      for (const label of [...records, ...products, "Stores", "Pages"]) expect(said).toContain(label);
    },
  );

  test("an action that a return doesn't offer is answered by why not, and words that find nothing are left out [find#actions, find#without]", async () => {
    const noted = await find("retry EXO-00001");
    const [hit] = noted.groups.flatMap(({ hits }) => hits);
    expect(hit?.note?.words).toMatch(/^EXO-00001 is .+; it cannot be retried\.$/);
    const shorter = await find("RA-4711 refund please");
    expect(shorter.without).toBe("refund please");
    expect(shorter.groups.flatMap(({ hits }) => hits.map(({ title }) => title))).toEqual(["EXO-00001"]);
    expect((await find("refund please")).without).toBeUndefined();
  });

  test("a status leads to its list, an amount asks for orders only, and says what was looked through [find#lists, find#amounts]", async () => {
    const lists = (await find("On hold")).groups.flatMap(({ hits }) => hits);
    expect(lists).toContainEqual(expect.objectContaining({ href: "/returns/?status=hold", isExact: true }));
    requests = [];
    const amount = await find("$485.80");
    expect(requests.filter((call) => call.includes("getorders"))).not.toEqual([]);
    expect(requests.join()).not.toContain("485");
    expect(amount.unsearched.join()).toContain("looked through for an amount");
  });
});
