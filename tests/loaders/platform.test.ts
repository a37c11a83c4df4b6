import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linksOf, wordsOf } from "#tests/support/html.ts";
import { type PlatformStack, startPlatformStack } from "#tests/support/stack.ts";
import { attributeOf, formIn, formsIn, type Reply, type Visitor } from "#tests/support/visitor.ts";

let stack: PlatformStack;
let clerk: Visitor;
let merch: Visitor;

beforeAll(async () => {
  // Voucher codes are in no log at any level; a return's jobs follow each other immediately.
  stack = await startPlatformStack({ LOG_LEVEL: "trace", PLATFORM_RETURN_PACE: "0.05" });
  [clerk, merch] = [await stack.signedIn("clerk"), await stack.signedIn("merch")];
});
afterAll(() => stack?.stop());

const namesOf = (html: string): string[] =>
  [...html.matchAll(/data-row=""[^>]*>(?:<[^>]*>)*([^<]+)/g)].map(([, name = ""]) => name);
const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bdata-row=""[^>]*>/g)].map(([tag]) => attributeOf(tag, "href") ?? "");
const columnsOf = (html: string): string[] =>
  [...(/<thead[\s\S]*?<\/thead>/.exec(html)?.[0] ?? "").matchAll(/<th\b[\s\S]*?<\/th>/g)].map(([cell]) =>
    wordsOf(cell),
  );
const wordsAt = async (path: string, visitor = clerk) => wordsOf((await visitor.get(path)).text);
const questionIn = (reply: Reply) => formIn(reply, ({ fields }) => "token" in fields && "kind" in fields);
/** Waits until a job of the platform has put `words` on a page. */
const reaches = (path: string, words: RegExp) => expect.poll(() => wordsAt(path)).toMatch(words);

describe("lists", () => {
  test("each has its heading, its columns, a page of rows, a pager above and below, and Refresh [orders#list, orders#page-size, returns#list, products#page-size, product-master#list, product-master#columns, shipments#list]", async () => {
    const cases: [string, string, string, number][] = [
      ["/orders/", "Orders", "Store, Order Details, Address Details, Status, Actions", 20],
      ["/store/SNS/orders", "Orders", "Order Details, Address Details, Status, Actions", 20],
      [
        "/returns/",
        "Returns and Exchanges",
        "Status icon, EXO Name, Status, Source, Order ID, Email Address, Updated / Created At, Actions",
        20,
      ],
      [
        "/store/SNS/products",
        "Meta Products",
        "Image, Code, Brand, Title, Stock, Price, Validation Status, Actions",
        20,
      ],
      ["/products/", "Product Master", "Image, Style Code, Brand Group, Brand, Name, Last Updated", 50],
      [
        "/store/SNS/shipments",
        "Shipments",
        "Docket, Order Number, Sale Date, Style Name, Colour Name, Product SKU, Size, Amount, Qty",
        0,
      ],
    ];
    const admin = await stack.signedIn("admin");
    for (const [path, heading, columns, rows] of cases) {
      const { text } = await admin.get(path);
      expect(wordsOf(/<h1[\s\S]*?<\/h1>/.exec(text)?.[0] ?? ""), path).toBe(heading);
      expect(
        columnsOf(text)
          .filter((column) => column !== "Choose")
          .join(", "),
      ).toBe(columns);
      expect(rowsOf(text), path).toHaveLength(rows);
      expect(text.match(/<nav\b[^>]*aria-label="Pages(, below the list)?"/g), path).toHaveLength(2);
      expect(
        linksOf(text).map(([, words]) => words),
        path,
      ).toContain("Refresh");
    }
  });

  test("a list has the requested sort order and days [orders#order, returns#order]", async () => {
    for (const [list, sort, direction] of [
      ["/orders/", "oldest", "ascending"],
      // No header sorts by the amount: 'Order' does, and no column is marked as sorted.
      ["/store/CLK/orders", "lowest", undefined],
      ["/returns/", "untouched", "ascending"],
      ["/store/CLK/returns", "oldest", "ascending"],
    ]) {
      const plain = (await merch.get(list ?? "")).text;
      expect(wordsOf(plain), list).not.toContain("cannot narrow it by date");
      expect(plain).toContain('aria-sort="descending"');
      const { text } = await merch.get(`${list}?sort=${sort}`);
      expect(/aria-sort="(\w+)"/.exec(text)?.[1], list).toBe(direction);
      expect(namesOf(text).length).toBeGreaterThan(5);
      expect(namesOf(text)).not.toEqual(namesOf(plain));
      expect(text).toContain(`sort=${sort}&amp;rows=all`);
    }
    for (const list of ["/orders/", "/returns/"]) {
      const none = await wordsAt(`${list}?last=2001-01-01`);
      expect(none).toMatch(/No (orders|returns or exchanges) match/);
      const all = namesOf((await merch.get(`${list}?first=2001-01-01`)).text);
      expect(all).toEqual(namesOf((await merch.get(list)).text));
    }
  });

  test("filters narrow a list, and are in its form [products#filters]", async () => {
    const one = await merch.get("/store/SNS/products?code=odd-&title=very%20long");
    expect(namesOf(one.text)).toEqual([expect.stringMatching(/^ODD-LONG/)]);
    expect(one.text).toMatch(/<input[^>]*value="odd-"/);
    const { text } = await merch.get("/store/SNS/products?invalid=1");
    const at = columnsOf(text).indexOf("Validation Status");
    const messages = [...text.matchAll(/<tr\b[\s\S]*?<\/tr>/g)]
      .slice(1)
      .map(([row]) => wordsOf(row.match(/<td\b[\s\S]*?<\/td>/g)?.[at] ?? ""));
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter((message) => message === "")).toEqual([]);
    const nothing = await merch.get("/store/SNS/products?code=there-is-no-such-code");
    expect(wordsOf(nothing.text)).toMatch(/No products match.*Clear filters/);
    expect(nothing.text).not.toContain("export.xlsx");
    expect(await wordsAt("/store/VOL/products", merch)).toContain("This store has no products");
    expect(rowsOf((await merch.get("/store/SNS/products?page=3")).text)).toHaveLength(5);
    expect(await wordsAt("/store/ELK/products?page=3", merch), "an exact multiple").toContain("No more rows");
  });

  test("returns are narrowed by statuses and stores, and to a step, which the page says [returns#filters, returns#step-filter]", async () => {
    const rows = (text: string) =>
      [...text.matchAll(/<tr\b[\s\S]*?<\/tr>/g)].slice(1).map(([row]) => wordsOf(row));
    const some = rows((await clerk.get("/returns/?status=rejected&store=SNS&store=RBK")).text);
    expect(some.length).toBeGreaterThan(0);
    expect(some.filter((row) => !/Rejected.*(Shoes and Sox|Reebok)/.test(row))).toEqual([]);
    const [name = ""] = namesOf((await clerk.get("/store/SNS/returns")).text);
    expect(await wordsAt(`/store/SNS/returns?q=${name}`)).toContain("1 record on this page");
    const stepped = await clerk.get("/returns/?status=failed&step=acquire-shipment-labels");
    expect(wordsOf(stepped.text)).toContain("Acquire shipment labels");
    expect(rows(stepped.text).filter((row) => !row.includes("Acquire shipment labels"))).toEqual([]);
    expect(linksOf(stepped.text).map(([href]) => href)).toContain("/returns/?status=failed");
  });
});

describe("addresses", () => {
  test("answer, or say that there is nothing [addresses#trailing-slash, addresses#not-found, addresses#alias]", async () => {
    const cases: [string, number][] = [
      ...["/", "/store", "/store/", "/store/CLK", "/store/CLK/", "/store/CLK/products/"].map(
        (path): [string, number] => [path, 200],
      ),
      ["/store/CLK/products?page=99999", 200],
      ["/store/CLK/products?page=-1&invalid=maybe", 200],
      ["/store/NOPE", 404],
      ["/store/CLK/orders", 200],
      ["/store/CLK/nswvoucher", 200],
      ["/store/RBK/nswvoucher", 404],
      ["/orders/no-such-order", 404],
      ["/products/no-such-style", 404],
      ["/store/SNS/products/no-such-product?group=NO-SUCH", 404],
      ["/returns", 200],
      ["/returns/?page=99999", 200],
      ["/returns/no-such-exo", 404],
      ["/store/CLK/returns", 200],
      ["/store/ICN/returns", 404],
      ["/store/CLK/nothing", 404],
      ["/nowhere/at/all", 404],
      ["/store/CLK/products/export.xlsx", 200],
      ["/store/CLK/products/export.json", 200],
    ];
    const answered = await Promise.all(
      cases.map(async ([path]): Promise<[string, number]> => [path, (await merch.get(path)).status]),
    );
    expect(answered).toEqual(cases);
    expect(await wordsAt("/store/NOPE")).toContain("Store Not Found");
    for (const [path, canonical] of [
      ["/store/clk", "/store/CLK"],
      ["/store/clk/products?code=AB&page=2", "/store/CLK/products?code=AB&page=2"],
    ]) {
      const reply = await merch.get(path ?? "");
      expect([reply.status, reply.location]).toEqual([302, stack.portal.url + canonical]);
    }
  });

  test("a role that opens no products is refused them, their export and their actions with 403", async () => {
    for (const who of ["labels", "store"]) {
      const visitor = await stack.signedIn(who);
      for (const path of ["", "/export.xlsx", "/export.json", "/x?group=x", "/x/actions/publish?group=x"])
        expect((await visitor.get(`/store/CLK/products${path}`)).status, path).toBe(403);
      const action = "/store/CLK/products/x/actions/publish?group=x";
      expect((await visitor.post(action, { token: "t" })).status).toBe(403);
      expect(await wordsAt("/store/CLK/products", visitor)).toContain("Admin, User");
      expect((await visitor.get("/store/")).text).not.toContain("Meta Products");
    }
  });

  test("a product's URL alone opens it, wherever it is in its list [products#address]", async () => {
    const { text } = await merch.get("/store/SNS/products?page=2");
    const at = 3;
    const { pathname } = new URL(rowsOf(text)[at] ?? "", stack.portal.url);
    expect(await wordsAt(pathname, merch)).toContain(`Product Data - ${namesOf(text)[at]}`);
  });

  test("an order's number and a return's name open it, and an unknown one leads to the search [orders#find, returns#by-name]", async () => {
    const [number = ""] = namesOf((await clerk.get("/store/CLK/orders")).text);
    expect(await wordsAt(`/orders/${number}`)).toContain(`Order Details - ${number}`);
    const none = await clerk.get("/orders/no-such-order");
    expect(linksOf(none.text)).toContainEqual(["/orders/?q=no-such-order", "Search the orders for it"]);
    const { text } = await clerk.get("/returns/");
    const named = await clerk.follow(await clerk.get(`/returns/${namesOf(text)[0]}`));
    expect(new URL(named.url).pathname).toBe(new URL(rowsOf(text)[0] ?? "", stack.portal.url).pathname);
  });
});

/** The distinct links of a page that start so. */
const linksIn = (html: string, start: string): string[] => [
  ...new Set(
    [...html.matchAll(/<a\b[^>]*>/g)]
      .map(([tag]) => attributeOf(tag, "href") ?? "")
      .filter((href) => href.startsWith(start)),
  ),
];

/** A script from a record, or an injected tag: the portal's own have a nonce, or are text. */
const written = /<script>|<\w+(?:\s+[\w:-]+(?:="[^"]*")?)*\s+onerror=|href="javascript:/;

describe("a record of unusual and hostile values is readable at every tab", () => {
  test.each([
    [
      "clerk",
      ["UNKNOWNSTATUS", "BADJOBS", "NOEXCHANGE", "SCRIPT", "TEXTNUMBERS", "LONG"],
      "/returns/?order=ODD-%-",
      3,
    ],
    [
      "clerk",
      ["BADMETA", "LONG", "TEXTNUMBERS", "NULLS", "NOLINES", "SCRIPT", "200LINES", "NOADDRESS"],
      "/store/SNS/orders?q=ODD-%",
      4,
    ],
    ["merch", ["LONG", "SCRIPT", "UNKNOWN", "NAMELESS"], "/store/SNS/products?code=ODD-%", 2],
    [
      "edi",
      ["alert", "ODD-00001", "ODD-00007", "ODD-00030", "ODD-00031"],
      "/edi/myer/interchanges?document=%",
      5,
    ],
  ] as const)("by %s: %s", async (who, words, list, tabs) => {
    const visitor = await stack.signedIn(who);
    for (const word of words) {
      const [record = ""] = rowsOf((await visitor.get(list.replace("%", word))).text);
      const panel = await visitor.get(record);
      const addresses = linksIn(panel.text, new URL(record, panel.url).pathname).filter((href) =>
        /[?&]tab=|\/segments/.test(href),
      );
      expect(addresses.length, word).toBeGreaterThanOrEqual(tabs);
      for (const address of [record, ...addresses]) {
        const { status, text } = await visitor.get(address);
        expect(status, `${address}: ${wordsOf(text).slice(0, 300)}`).toBe(200);
        expect(text, address).not.toMatch(written);
        expect(text.length, address).toBeLessThan(400_000);
      }
    }
  });
});

describe("an action", () => {
  test("is done once, however often its form is sent, and survives in the product [actions#note, roles#offered, purpose#service]", async () => {
    const list = await merch.get("/store/SNS/products?page=2");
    const href = list.text.match(/href="([^"]*\/actions\/reject[^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const form = questionIn(await merch.get(href));
    const note = { ...form.fields, note: "Sent three times at once" };
    const replies = await Promise.all([1, 2, 3].map(() => merch.post(href, note)));
    expect(replies.map(({ status }) => status)).toEqual([302, 302, 302]);
    const detail = new URL(href, stack.portal.url);
    const feed = `${detail.pathname.replace(/\/actions\/.*/, "")}?group=${detail.searchParams.get("group")}&tab=changes`;
    const times = async () => (await wordsAt(feed, merch)).split("Sent three times at once").length - 1;
    await expect.poll(times).toBe(1);
    const unknown = href.replace("/actions/reject", "/actions/explode");
    expect((await merch.post(unknown, { token: "t1", kind: "none" })).status, "not offered").toBe(409);
  });

  test("of an order asks with the dialog's words, redirects with a message, and is in its history [orders#actions]", async () => {
    const list = await clerk.get("/store/SWH/orders?status=UNPROCESSABLE_SOFT");
    const href = list.text.match(/href="([^"]*\/actions\/retry[^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const response = await clerk.get(href);
    expect(wordsOf(response.text)).toContain("Are you sure you want to Retry Order?");
    const sent = await clerk.post(href, questionIn(response).fields);
    expect(sent.location).toBe(list.url);
    expect(wordsOf((await clerk.follow(sent)).text)).toMatch(
      /Submitted: Retry Order for order \S+.*\d{4}.*(am|pm)\sAE[SD]T/,
    );
    const { pathname } = new URL(href, stack.portal.url);
    await reaches(`${pathname.replace(/\/actions.*/, "")}?tab=history`, /clerk@utopia\.example/);
  });

  test("of a return that is held takes it on to its end, job by job [returns#action-outcome, returns#confirming]", async () => {
    const list = await clerk.get("/returns/?status=hold");
    const href = list.text.match(/href="([^"]*\/actions\/resume[^"]*)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const response = await clerk.get(href);
    expect(wordsOf(response.text)).toMatch(
      /Confirm Action.*Are you sure you want to perform this action on exchange order [\w-]+\?/,
    );
    const form = formIn(response, "Confirm");
    expect((await clerk.post(href, form.fields)).location).toBe(list.url);
    const record = new URL(href, stack.portal.url).pathname.replace(/\/actions.*/, "");
    await reaches(record, /Completed.*Return, automatic/);
    expect(await wordsAt(`${record}?tab=history&mundane=1`)).toContain("clerk@utopia.example");
  });
});

describe("shipments", () => {
  test("an order's lines are found by its number, which links to it for whoever may open orders [shipments#order]", async () => {
    const admin = await stack.signedIn("admin");
    const [, number = ""] = /D999\d+ (\S+)/.exec(await wordsAt("/store/SNS/shipments", admin)) ?? [];
    const found = await admin.get(`/store/SNS/shipments?q=${number}`);
    const lines = [...found.text.matchAll(/<tr\b[\s\S]*?<\/tr>/g)].slice(1).map(([row]) => wordsOf(row));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !line.includes(number))).toEqual([]);
    expect(linksOf(found.text)).toContainEqual([`/store/SNS/orders?q=${number}`, number]);
    const store = await stack.signedIn("store");
    const theirs = await store.get(`/store/SNS/shipments?q=${number}`);
    expect(linksOf(theirs.text).map(([, words]) => words)).not.toContain(number);
  });
});

describe("vouchers", () => {
  const page = "/store/CLK/nswvoucher";
  const check = async (visitor: Visitor, code: string, at = page) => {
    const reply = await visitor.post(at, { code });
    const stored = formsIn(reply.text, reply.url).some(({ fields }) => fields.code === code);
    return { ...reply, words: wordsOf(reply.text), stored };
  };

  test("a code is posted to the page itself, whose response is the page", async () => {
    const { text, url } = await clerk.get(page);
    const form = formIn({ text, url }, ({ fields }) => "code" in fields);
    expect(form).toMatchObject({ method: "POST", action: stack.portal.url + page, fields: { code: "" } });
    expect(form.html).toMatch(/<input[^>]*required[\s\S]*Check Balance/);
    const good = await check(clerk, " NSW-KIDS-2501 ");
    expect(good.status).toBe(200);
    expect(good.words).toMatch(/Balance available \$50\.00.*Voucher ending in 2501/);
    expect(good.headers["cache-control"]).toMatch(/no-store/);
    expect(JSON.stringify(good.headers)).not.toContain("KIDS");
    for (const empty of ["", "   "]) {
      const refused = await check(clerk, empty);
      expect([refused.status, refused.words]).toEqual([
        400,
        expect.stringContaining("Enter a voucher code."),
      ]);
    }
  });

  test("a refusal is answered in words, with the code in its field; a failure is an error [vouchers#unknown, vouchers#stores]", async () => {
    const cases: [string, string, number, string][] = [
      ["NSW-NO-SUCH", page, 404, "This is not a valid voucher code."],
      ["NSW-KIDS-2402", page, 422, "This voucher expired on"],
      ["NSW-KIDS-2599", page, 500, "An error occurred: Internal Server Error (500)"],
      ["NSW-KIDS-2501", "/store/HPU/nswvoucher", 422, "Store not supported"],
    ];
    for (const [code, at, status, words] of cases) {
      const reply = await check(clerk, code, at);
      expect([code, reply.status, reply.stored]).toEqual([code, status, true]);
      expect(reply.words).toContain(words);
    }
    expect(stack.portal.output(), "before a call is made").not.toMatch(
      /"voucher looked up".*HPU|HPU.*"voucher looked up"/,
    );
  });

  test("five are looked up a minute by one person, who then waits; the log has person and outcome, never the code [vouchers#rate, vouchers#secret]", async () => {
    const guesser = await stack.signedIn("norole");
    for (let n = 0; n < 5; n += 1) expect((await check(guesser, `GUESS-${n}`)).status).toBe(404);
    const refused = await check(guesser, "GUESS-6");
    expect([refused.status, refused.stored]).toEqual([429, true]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.words).toMatch(/You have looked up as many vouchers.*Try again in \d+ seconds\./s);
    expect((await guesser.post(`${page}.data`, { code: "GUESS-7" }, { accept: "*/*" })).status).toBe(429);
    const lines = stack.portal
      .output()
      .split("\n")
      .filter((line) => line.includes('"voucher looked up"'));
    expect(lines.at(-1)).toMatch(/"subject":"[^"]+","store":"CLK","outcome":"too many"/);
    expect(lines.at(-3)).toMatch(/"outcome":"404"/);
    expect(stack.portal.output()).toContain("getVoucherBalance");
    expect(stack.portal.output()).not.toMatch(/GUESS-|NSW-KIDS|NSW-NO-SUCH/);
  });

  test("are for stores and people who have them", async () => {
    const labels = await stack.signedIn("labels");
    expect([
      (await clerk.get("/store/SDY/nswvoucher")).status,
      (await clerk.post("/store/SDY/nswvoucher", { code: "x" })).status,
      (await labels.get(page)).status,
      (await labels.post(page, { code: "x" })).status,
    ]).toEqual([404, 404, 403, 403]);
  });
});
