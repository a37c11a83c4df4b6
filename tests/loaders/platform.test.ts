import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type PortalOnPlatform, startPortalOnPlatform } from "#tests/support/portalOnPlatform.ts";
import { attributeOf, formsIn, type Visitor } from "#tests/support/visitor.ts";

let house: PortalOnPlatform;
let merch: Visitor;

beforeAll(async () => {
  house = await startPortalOnPlatform();
  merch = await house.signedIn("merch");
}, 240_000);
afterAll(() => house?.stop());

/** The headings of a list's rows, in order. */
const namesOf = (html: string): string[] =>
  [...html.matchAll(/data-row=""[^>]*>(?:<[^>]*>)*([^<]+)/g)].map(([, name = ""]) => name);

describe("order and days", () => {
  test.each([
    ["/orders/", "oldest", "ascending"],
    // No header is of the amount: it is chosen in 'Order', and no column is the one that the list goes by.
    ["/store/CLK/orders", "lowest", undefined],
    ["/returns/", "untouched", "ascending"],
    ["/store/CLK/returns", "oldest", "ascending"],
  ])("%s comes in the order that is asked for: %s", async (list, sort, direction) => {
    const plain = (await merch.get(list)).text;
    expect(wordsOf(plain)).not.toContain("cannot narrow it by date");
    expect(plain).toContain('aria-sort="descending"');
    const { text, status } = await merch.get(`${list}?sort=${sort}`);
    expect(status).toBe(200);
    expect(/aria-sort="(\w+)"/.exec(text)?.[1]).toBe(direction);
    expect(namesOf(text).length).toBeGreaterThan(5);
    expect(namesOf(text)).not.toEqual(namesOf(plain));
    expect(text).toContain(`sort=${sort}&amp;rows=all`);
  });

  test.each(["/orders/", "/returns/"])("%s has none of the days before anything was", async (list) => {
    expect(wordsOf((await merch.get(`${list}?last=2001-01-01`)).text)).toMatch(
      /No (orders|returns or exchanges) match/,
    );
    expect(namesOf((await merch.get(`${list}?first=2001-01-01`)).text)).toEqual(
      namesOf((await merch.get(list)).text),
    );
  });
});

describe("addresses", () => {
  test.each([
    ["/", 200],
    ["/store", 200],
    ["/store/", 200],
    ["/store/CLK", 200],
    ["/store/CLK/", 200],
    ["/store/CLK/products", 200],
    ["/store/CLK/products/", 200],
    ["/store/CLK/products?page=99999", 200],
    ["/store/CLK/products?page=-1&invalid=maybe", 200],
    ["/store/NOPE", 404],
    ["/store/CLK/orders", 200],
    ["/store/CLK/nswvoucher", 200],
    ["/store/RBK/nswvoucher", 404],
    ["/orders/no-such-order", 404],
    ["/products/no-such-style", 404],
    ["/returns", 200],
    ["/returns/", 200],
    ["/returns/?page=99999", 200],
    ["/returns/no-such-exo", 404],
    ["/store/CLK/returns", 200],
    ["/store/ICN/returns", 404],
    ["/store/CLK/nothing", 404],
    ["/gallery", 404],
    ["/store/CLK/products/export.xlsx", 200],
    ["/store/CLK/products/export.json", 200],
  ])("%s answers %i [addresses#trailing-slash, addresses#not-found]", async (path, status) => {
    const reply = await merch.get(path);
    expect(reply.status, wordsOf(reply.text).slice(0, 300)).toBe(status);
  });

  test.each([
    ["/store/clk", "/store/CLK"],
    ["/store/clk/products?code=AB&page=2", "/store/CLK/products?code=AB&page=2"],
  ])("%s leads to the canonical %s [addresses#alias]", async (path, canonical) => {
    const reply = await merch.get(path);
    expect(reply.status).toBe(302);
    expect(reply.location).toBe(house.portal.url + canonical);
  });

  test.each(["labels", "store"])(
    "%s is refused products, their export and their actions with 403",
    async (who) => {
      const visitor = await house.signedIn(who);
      for (const path of [
        "products",
        "products/export.xlsx",
        "products/export.json",
        "products/x?group=x",
        "products/x/actions/publish?group=x",
      ])
        expect((await visitor.get(`/store/CLK/${path}`)).status, path).toBe(403);
      expect(
        (await visitor.post("/store/CLK/products/x/actions/publish?group=x", { token: "t" })).status,
      ).toBe(403);
    },
  );
});

/** The addresses of a page's links that begin so, once each. */
const linksIn = (html: string, start: string): string[] => [
  ...new Set(
    [...html.matchAll(/<a\b[^>]*>/g)]
      .map(([tag]) => attributeOf(tag, "href") ?? "")
      .filter((href) => href.startsWith(start)),
  ),
];

/** A script of a record's own, or a tag's: what the portal writes has a nonce, or is text. */
const written = /<script>|<\w+(?:\s+[\w:-]+(?:="[^"]*")?)*\s+onerror=/;

describe("a record of odd and hostile values", () => {
  test.each([
    ...["UNKNOWNSTATUS", "BADJOBS", "NOEXCHANGE", "SCRIPT", "TEXTNUMBERS", "LONG"].map(
      (word) => ["clerk", `/returns/?order=ODD-${word}-`, 4] as const,
    ),
    ...["BADMETA", "LONG", "TEXTNUMBERS", "NULLS", "NOLINES", "SCRIPT"].map(
      (word) => ["clerk", `/store/SNS/orders?q=ODD-${word}`, 4] as const,
    ),
    ...["alert", "ODD-00001", "ODD-00007", "ODD-00030", "ODD-00031"].map(
      (name) => ["edi", `/edi/myer/interchanges?document=${name}`, 5] as const,
    ),
  ])("is read at every tab by %s: the first of %s", async (who, list, tabs) => {
    const visitor = await house.signedIn(who);
    const [row = ""] = (await visitor.get(list)).text.match(/<a\b[^>]*\bdata-row=""[^>]*>/) ?? [];
    const record = attributeOf(row, "href") ?? "";
    const panel = await visitor.get(record);
    const addresses = linksIn(panel.text, new URL(record, panel.url).pathname).filter((href) =>
      /[?&]tab=|\/segments/.test(href),
    );
    expect(addresses.length).toBeGreaterThanOrEqual(tabs);
    for (const address of addresses) {
      const { status, text } = await visitor.get(address);
      expect(status, `${address}: ${wordsOf(text).slice(0, 300)}`).toBe(200);
      expect(text, address).not.toMatch(written);
    }
  });
});

describe("an action", () => {
  test("is done once, however often its form is sent, and survives in the product", async () => {
    const list = await merch.get("/store/SNS/products?page=2");
    const href = list.text.match(/href="([^"]*\/actions\/reject[^"]*)"/)?.[1]?.replaceAll("&amp;", "&");
    const page = await merch.get(href ?? "");
    const form = formsIn(page.text, page.url).find((found) => /Yes/.test(found.html));
    const note = { ...form?.fields, note: "Sent three times at once" };
    const replies = await Promise.all([1, 2, 3].map(() => merch.post(href ?? "", note)));
    expect(replies.every((reply) => reply.status === 302)).toBe(true);

    const detail = new URL(href ?? "", house.portal.url);
    const feed = `${detail.pathname.replace(/\/actions\/.*/, "")}?group=${detail.searchParams.get("group")}&tab=changes`;
    const times = async () =>
      wordsOf((await merch.get(feed)).text).split("Sent three times at once").length - 1;
    await expect.poll(times, { timeout: 15_000 }).toBe(1);
  });

  test("that the product does not offer is refused [roles#offered, purpose#service]", async () => {
    const list = await merch.get("/store/SNS/products");
    const href = list.text.match(/href="([^"]*\/actions\/reject[^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const reply = await merch.post(href.replace("/actions/reject", "/actions/explode"), {
      token: "t1",
      kind: "none",
    });
    expect(reply.status).toBe(409);
  });
});
