import { createServer, type Server } from "node:http";
import ExcelJS from "exceljs";
import { readSheet } from "read-excel-file/node";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { somePortalDatabase } from "#tests/support/portalDatabases.ts";
import { portalOver, userOf } from "#tests/support/portalModules.ts";
import { readSlices } from "./readSlices.ts";
import { pageOrAll } from "./sheetChoices.ts";
import { notesOf, type SheetSlice } from "./sheetFile.ts";

type Page = (page: number) => unknown;

let answer: Page;
let requests: string[];
const server: Server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://upstream");
  if (url.pathname === "/api/extensions") return response.writeHead(404).end();
  requests.push(url.pathname + url.search);
  const body = answer(Number(url.searchParams.get("page")));
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
});

async function modules() {
  // The configuration is read on import, after the server's URL is known.
  const [exporting, products, orders, shipments, exos, audit, notes] = await Promise.all([
    import("./sheetExport.server.ts"),
    import("#app/domains/metaproducts/api.server.ts"),
    import("#app/domains/orders/screens.server.ts"),
    import("#app/domains/shipments/screens.server.ts"),
    import("#app/domains/exos/screens.server.ts"),
    import("#app/core/audit/audit.server.ts"),
    import("#app/core/http/requestNotes.server.ts"),
  ]);
  return { ...exporting, ...products, ...orders, ...shipments, ...exos, ...audit, ...notes };
}
const portal = portalOver(server, modules, somePortalDatabase());

beforeEach(() => {
  requests = [];
});

const store = { storeName: "Clarks", storeAlias: "CLK", storeType: "shopify" };
const ofStore = (request: Request) => ({ user: userOf(request), store, stores: [store] });
const ofAllStores = (request: Request) => ({ user: userOf(request), store: undefined, stores: [store] });
const productList = "/store/CLK/products";

const asking = (query: string, init: RequestInit = {}) =>
  new Request(`https://portal.example/x?${query}`, init);
const everything = (init: RequestInit = {}) => asking("rows=all", init);

async function productFile(request: Request) {
  const { source, listHref } = await portal().productSheet.open(ofStore(request), request);
  return portal().sheetResponse(request, source, listHref);
}

const rowsOf = (slice: SheetSlice) => slice.records.flatMap(({ rows }) => rows);

const notesIn = (sheet: ExcelJS.Worksheet | undefined) =>
  sheet?.getColumn("A").values.slice(1).map(String).join("\n");

const linesOf = async (answered: Response) => readSheet(Buffer.from(await answered.arrayBuffer()));

const product = (page: number, index: number) => ({
  id: `${page}-${index}`,
  groupId: `G${(page - 1) * 1000 + index}`,
  attributes: { title: "Boot" },
  variants: [{ productSku: "a", attributes: { inventory: 1 } }],
});
const productPage = (page: number, count = 1000) =>
  Array.from({ length: count }, (_, index) => product(page, index));

describe("everything that matches, in one file", () => {
  test("products: every row of every page in order, up to the first page that is not full [screens#more-rows]", async () => {
    answer = (page) => productPage(page, page === 3 ? 7 : 1000);
    const [heading = [], ...lines] = await linesOf(await productFile(everything()));
    const at = heading.indexOf("Code");
    expect(lines.map((line) => line[at])).toEqual(Array.from({ length: 2007 }, (_, index) => `G${index}`));
    expect(requests.map((call) => call.replace(/.*page=(\d+).*/, "$1"))).toEqual(["1", "2", "3"]);
  });

  test("orders of all stores, by the names of their stores; an unreadable one keeps its row", async () => {
    answer = () => [{ id: 7, order: { sourceId: "0071", sourceStore: "clk" } }, { status: "no id" }];
    const request = everything();
    const { source, listHref } = await portal().orderSheet.open(ofAllStores(request), request);
    const file = await portal().sheetResponse(request, source, listHref);
    const [heading = [], first = [], second = []] = await linesOf(file);
    expect(first[heading.indexOf("Store")]).toBe("Clarks");
    expect(first[heading.indexOf("Order")]).toBe("0071");
    expect(second[heading.indexOf("Status")]).toContain("could not be read");
  });

  test("orders, by a service that announces nothing: every page of 20, in slices, too", async () => {
    answer = (page) =>
      Array.from({ length: page === 26 ? 5 : 20 }, (_, index) => ({ id: `${page}-${index}` }));
    const request = everything();
    const { source, listHref } = await portal().orderSheet.open(ofAllStores(request), request);
    const lines = await linesOf(await portal().sheetResponse(request, source, listHref));
    expect(lines).toHaveLength(1 + 25 * 20 + 5);
    const sizes = requests.map((call) => new URL(call, "http://upstream").searchParams.get("pagesize"));
    expect(new Set(sizes)).toEqual(new Set(["20"]));
    const slice = await (await portal().sheetSliceResponse(source)).json();
    expect(slice.nextHref).toContain("page=2");
    expect(slice.records).toHaveLength(500);
  });

  test("shipments: small pages, rows without an order number omitted; slices have the same", async () => {
    answer = (page) =>
      Array.from({ length: page === 26 ? 3 : 20 }, (_, index) => ({
        docketNumber: index,
        orderNumber: index === 0 ? null : `${page}-${index}`,
      }));
    const request = everything();
    const { source } = await portal().shipmentSheet.open({ user: userOf(request), store }, request);
    const lines = await linesOf(await portal().sheetResponse(request, source, "/list"));
    expect(lines).toHaveLength(1 + 25 * 19 + 2);
    const slice = await (await portal().sheetSliceResponse(source)).json();
    expect(slice.nextHref).toContain("page=2");
    expect(slice.records).toHaveLength(25 * 20);
    expect(rowsOf(slice)).toHaveLength(25 * 19);
  });

  test("returns: as many pages as the responses say, whatever their size, in slices, too", async () => {
    answer = (page) => ({
      summaries: page > 27 ? [] : [{ id: `${page}-a` }, { id: `${page}-b` }].slice(0, page === 27 ? 1 : 2),
      currentPage: page,
      totalPages: 27,
    });
    const request = everything();
    const { source, listHref } = await portal().exoSheet.open(ofAllStores(request), request);
    const lines = await linesOf(await portal().sheetResponse(request, source, listHref));
    expect(lines).toHaveLength(1 + 26 * 2 + 1);
    expect(requests).toHaveLength(27);
    const slice = await (await portal().sheetSliceResponse(source)).json();
    expect(slice.nextHref).toContain("page=2");
    expect(slice.records).toHaveLength(50);
    const last = await (await portal().sheetSliceResponse({ ...source, page: 2 })).json();
    expect(last.records).toHaveLength(3);
    expect(last).not.toHaveProperty("nextHref");
  });

  test("its headings filter every column, down to its last row [screens#sheet]", async () => {
    answer = () => ({ summaries: [{ id: "a" }, { id: "b" }], totalPages: 1 });
    const request = everything();
    const { source, listHref } = await portal().exoSheet.open(ofAllStores(request), request);
    const answered = await portal().sheetResponse(request, source, listHref);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await answered.arrayBuffer());
    expect(book.worksheets[0]?.autoFilter).toBe("A1:M3");
  });
});

describe("a list that changes while it is read", () => {
  /** Pages of ten of these returns, which change after each response. */
  function returnsThat(ids: string[], change: (rows: string[], answers: number) => string[]) {
    let rows = ids;
    let answers = 0;
    answer = (page) => {
      const summaries = rows.slice((page - 1) * 10, page * 10).map((id) => ({ id }));
      const body = { summaries, currentPage: page, totalPages: Math.max(1, Math.ceil(rows.length / 10)) };
      answers += 1;
      rows = change(rows, answers);
      return body;
    };
  }
  const named = (count: number) => Array.from({ length: count }, (_, index) => `exo-${index + 1}`);
  const returnsSheet = () => {
    const request = everything();
    return portal().exoSheet.open(ofAllStores(request), request);
  };
  async function fileOf() {
    const { source, listHref } = await returnsSheet();
    const answered = await portal().sheetResponse(everything(), source, listHref);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await answered.arrayBuffer());
    const [sheet, beside] = book.worksheets;
    const ids = sheet?.getColumn("B").values.slice(2).map(String);
    return { ids, note: notesIn(beside) };
  }
  async function slicesOf() {
    const { source } = await returnsSheet();
    const readSlice = async (href: string): Promise<SheetSlice> => {
      const page = Number(new URL(href, "http://portal").searchParams.get("page") ?? 1);
      return (await portal().sheetSliceResponse({ ...source, page, pagesPerSlice: 1 })).json();
    };
    const read: SheetSlice[] = [];
    for await (const slice of readSlices(await readSlice("/first"), ({ nextHref = "" }) =>
      readSlice(nextHref),
    ))
      read.push(slice);
    return { ids: read.flatMap(rowsOf).map(([, id]) => String(id)), note: notesOf(read).join("\n") };
  }

  const files = [
    ["the server's file", "", fileOf],
    ["a browser's", " [screens#sheet-moved]", slicesOf],
  ] as const;
  test.each(files)(
    "%s has each record once, and says that those that moved may be missing%s",
    async (_, _proves, read) => {
      // A new one, before all others, moves the last of each page to the next.
      returnsThat(named(25), (rows, answers) => [`new-${answers}`, ...rows]);
      const { ids = [], note } = await read();
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(named(20)));
      expect(note).toContain("a record that left it or changed its place meanwhile may be missing");
    },
  );

  test.each(files)("%s of one page is read once, and has nothing to say", async (_, _proves, read) => {
    returnsThat(named(9), (rows) => rows);
    expect(await read()).toEqual({ ids: named(9), note: expect.stringMatching(/^Audit trail: line \d+$/) });
    expect(requests).toHaveLength(1);
  });
});

describe("failures", () => {
  test.each([
    ["a first page of another shape", { rows: "none" }],
    ["a page without rows", []],
  ])("%s is no file: it leads back to the list and starts no download", async (_, page) => {
    answer = () => page;
    const answered = await productFile(everything());
    expect(answered.status).toBe(302);
    expect(answered.headers.get("Location")).toBe(productList);
  });

  test("the rows on the screen are a page of 20, a page of the spreadsheet 1,000", async () => {
    answer = () => productPage(1, 3);
    for (const query of ["page=3&screen=1", "page=3"]) {
      const request = asking(query);
      const { source } = await portal().productSheet.open(ofStore(request), request);
      await portal().sheetSliceResponse(source);
    }
    const pages = requests.map((call) => call.replace(/.*page=(\d+)&pagesize=(\d+).*/, "$1 $2"));
    expect(pages).toEqual(["3 20", "3 1000"]);
  });

  test("a later page of another shape breaks the download off", async () => {
    answer = (page) => (page < 3 ? productPage(page) : { rows: "none" });
    const answered = await productFile(everything());
    expect(answered.status).toBe(200);
    await expect(answered.arrayBuffer()).rejects.toThrow(/broken off/);
  });

  test.each(["the browser goes away", "the reader stops"])("when %s nothing more is read", async (how) => {
    answer = (page) => productPage(page);
    const browser = new AbortController();
    const answered = await productFile(everything({ signal: browser.signal }));
    const reader = answered.body?.getReader();
    await reader?.read();
    if (how === "the reader stops") await reader?.cancel();
    else {
      browser.abort();
      await expect(reader?.closed).rejects.toThrow(/gone/);
    }
    let before = 0;
    const since = () => {
      const calls = requests.length - before;
      before = requests.length;
      return calls;
    };
    await expect.poll(since, { interval: 400 }).toBe(0);
  });

  test("a reader that takes nothing holds the reading back", async () => {
    answer = (page) =>
      productPage(page).map((row) => ({ ...row, attributes: { title: crypto.randomUUID().repeat(10) } }));
    const browser = new AbortController();
    await productFile(everything({ signal: browser.signal }));
    let before = 0;
    const since = () => {
      const calls = requests.length - before;
      before = requests.length;
      return calls;
    };
    await expect.poll(since, { timeout: 20_000, interval: 400 }).toBe(0);
    expect(requests.length).toBeLessThan(20);
    browser.abort();
  });

  test("a HEAD request reads nothing", async () => {
    expect((await productFile(everything({ method: "HEAD" }))).status).toBe(200);
    expect(requests).toEqual([]);
  });
});

describe("the audit trail of exported rows", () => {
  /** The audit lines written during `work`. */
  async function linesAfter(work: () => Promise<unknown>) {
    const append = vi.spyOn(portal().trail, "append");
    const about = { upstreamMs: 0, address: "127.0.0.1", correlationId: "c", subject: "riley" };
    await portal().noting(about, work);
    const lines = append.mock.calls.map(([{ record, why }]) => ({ record, why }));
    append.mockRestore();
    return lines;
  }
  const slice = async (page: number, title = "") => {
    const request = asking(`rows=all&page=${page}&title=${title}`);
    const { source } = await portal().productSheet.open(ofStore(request), request);
    return portal().sheetSliceResponse(source);
  };

  test("each slice has its line, with its rows and its filter's digest, independent of earlier ones [audit#rows]", async () => {
    answer = (page) => productPage(page, page === 3 ? 7 : 1000);
    const lines = await linesAfter(async () => {
      await slice(1, "zoe@customer.example");
      await slice(2);
      await slice(3);
    });
    const parts = [1, 2, 3].map((part) => `Clarks, all that match, part ${part}`);
    expect(lines.map(({ record }) => record)).toEqual(parts);
    const [narrow = "", wide = "", rest = ""] = lines.map(({ why }) => why);
    expect(narrow).toMatch(/^1000 rows, filter [\w-]{12}$/);
    expect(narrow).not.toContain("zoe");
    expect(wide).not.toBe(narrow);
    expect(rest).toBe(wide.replace("1000", "7"));
  });

  test("a file that streams has a line for each part that was handed over, and none for a part without rows", async () => {
    answer = (page) => productPage(page, page === 3 ? 5 : 1000);
    const whole = await linesAfter(async () => linesOf(await productFile(everything())));
    expect(whole.map(({ why }) => Number.parseInt(why, 10))).toEqual([1000, 1000, 5]);
    answer = (page) => productPage(page, page === 2 ? 0 : 1000);
    const exact = await linesAfter(async () => linesOf(await productFile(everything())));
    expect(exact.map(({ record }) => record)).toEqual(["Clarks, all that match, part 1"]);
  });
});

test("all that match come first once days are chosen, else the rows on the screen [returns#export]", () => {
  const labels = (filter: { page: number; from?: string }) =>
    pageOrAll(
      "returns",
      filter,
      { rows: [1, 2], pages: 3 },
      ({ page }) => `/returns/?page=${page}`,
    ).choices.map(({ label }) => label);
  expect(labels({ page: 2 })).toEqual(["These 2", "All returns that match"]);
  expect(labels({ page: 2, from: "2026-11-16" })).toEqual(["All returns that match", "These 2"]);
});

describe("a trail that cannot be written", () => {
  const nobody = { subject: "", name: "", record: "", href: "", why: "", address: "", correlationId: "" };
  const line = { kind: "export", did: "Took a spreadsheet", outcome: "done", ...nobody } as const;

  test("no row is handed out: in words, as a file and as a slice [audit#first]", async () => {
    answer = () => productPage(1, 3);
    const append = vi.spyOn(portal().trail, "append").mockRejectedValue(new Error("the store is gone"));
    const file = await productFile(everything());
    expect(file.status).toBe(503);
    const words = await file.text();
    expect(words).toContain("audit trail");
    expect(words).not.toContain("G1");
    const request = everything();
    const { source } = await portal().productSheet.open(ofStore(request), request);
    await expect(portal().sheetSliceResponse(source)).rejects.toMatchObject({ status: 503 });
    append.mockRestore();
  });

  test("a later part's rows stay here when its line fails: the file breaks off", async () => {
    answer = (page) => productPage(page, page === 3 ? 7 : 1000);
    const { trail } = portal();
    const first = await trail.append({ ...line, at: Date.now() });
    const append = vi.spyOn(trail, "append");
    append.mockResolvedValueOnce(first).mockRejectedValue(new Error("the store is gone"));
    const file = await productFile(everything());
    await expect(file.arrayBuffer()).rejects.toThrow(/broken off/);
    append.mockRestore();
  });
});
