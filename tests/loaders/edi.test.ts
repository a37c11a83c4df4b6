import { readSheet } from "read-excel-file/node";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { linksOf, wordsOf } from "#tests/support/html.ts";
import { ediOrderId, interchangeIds } from "#tests/support/seeded.ts";
import { type Stack, sharedStack } from "#tests/support/stack.ts";
import { json } from "#tests/support/upstream/proxy.ts";
import { formIn, type Visitor } from "#tests/support/visitor.ts";

type Reference = { type: string };

const service = "/api/bc-myer/v1";
const interchangesCall = `${service}/documents/interchanges`;
const ordersCall = `${service}/documents/orders`;
const [sent, received] = interchangeIds;
const ediText =
  "UNA:+.? 'UNB+UNOC:3+MYER:ZZ+UTOPIA:ZZ+261118:2200+7001++++1'UNH+1+ORDERS:D:01B:UN:EAN010'BGM+220+PO-7001+9'FTX+AAI+++IT?'S 5?+3'UNS+S'UNT+9+1'UNZ+1+7001'";

/** Interchanges with one edge case each. */
const oddOnes: Record<string, Record<string, unknown>> = {
  "ic-odd": {
    transmission_direction: "sideways",
    acknowledged: "perhaps",
    stream_statuses: { "interchange/by-pigeon": { state: "levitating", step: "coo" } },
    interchange: { otherMessages: [{ messageHeader: { messageIdentifier: { messageType: "INVOIC" } } }] },
    ...{ references: null, histories: null },
  },
  "ic-text": { interchange_text: ediText },
  "ic-empty": { stream_statuses: {}, interchange: null, interchange_text: null },
};
/** Adds this edge case to the service's interchanges. */
const withOdd = (id: string) => {
  const item = { id, control_reference: "7001", ...oddOnes[id] };
  const path = `${interchangesCall}/${id}`;
  stack.upstream.fail(path, json(200, { item }));
  const body = String(oddOnes[id]?.interchange_text ?? "");
  stack.upstream.fail(`${path}/text`, { status: 200, body, type: "text/plain" });
  return item;
};

let stack: Stack;
let clerk: Visitor;
beforeAll(async () => {
  stack = await sharedStack();
  clerk = await stack.signedIn("clerk");
  await clerk.get("/edi/myer/");
});
afterEach(() => stack.upstream.reset());

const calls = (path: string) => stack.upstream.calls.filter((call) => call.path === path);
const filtersSent = (path: string): unknown => JSON.parse(calls(path).at(-1)?.query.get("filters") ?? "{}");
const read = async (path: string) => wordsOf((await clerk.get(path)).text);

describe("the spreadsheets", () => {
  const sheetOf = async (path: string, column: string) => {
    const [heading = [], ...rows] = await readSheet((await clerk.get(path)).body, "Sheet1");
    return rows.map((row) => row[heading.indexOf(column)]);
  };

  test.each(["/edi/myer/interchanges", "/edi/myer/orders"])(
    "of %s: the page, and all that match",
    async (list) => {
      const { text } = await clerk.get(list);
      const hrefs = [...text.matchAll(/href="([^"]*export\.xlsx[^"]*)"/g)].map(([, href = ""]) => href);
      expect(hrefs).toEqual([`${list}/export.xlsx`, `${list}/export.xlsx?rows=all`]);
      expect(wordsOf(text)).toMatch(/Download To Excel These \d+/);
      const shown = await sheetOf(`${list}/export.xlsx`, "Database Document ID");
      const all = await sheetOf(`${list}/export.xlsx?rows=all`, "Database Document ID");
      const slice = JSON.parse((await clerk.get(`${list}/export.json?rows=all`)).text);
      expect(all.slice(0, shown.length)).toEqual(shown);
      expect(new Set(all).size).toBe(all.length);
      expect(slice.records).toHaveLength(all.length);
      expect(slice).not.toHaveProperty("nextHref");
    },
  );
});

describe("the interchanges", () => {
  test("cost one call, and say how many records the page has", async () => {
    expect(await read("/edi/myer/interchanges")).toContain("20 records on this page");
    expect(calls(interchangesCall)).toHaveLength(1);
    expect(await read(`/edi/myer/interchanges?id=${sent}`)).toContain("1 record on this page");
  });

  test("send every filter, and each only where it filters, and leave the page size to the service [edi#interchange-filters, calls#page-sizes]", async () => {
    await clerk.get("/edi/myer/interchanges?mode=all&page=2");
    expect(filtersSent(interchangesCall)).toEqual({});
    expect(calls(interchangesCall)[0]?.query.get("page")).toBe("2");
    expect(calls(interchangesCall)[0]?.query.has("pagesize")).toBe(false);
    await clerk.get(
      "/edi/myer/interchanges?id=a&reference=b&document=c&direction=outbound&acknowledged=no&type=CONTRL&type=ORDERS&mode=all",
    );
    expect(filtersSent(interchangesCall)).toEqual({
      documentId: "a",
      interchangeControlReference: "b",
      documentIdentifier: "c",
      transmissionDirection: "outbound",
      acknowledged: false,
      containsMessageTypes: ["CONTRL", "ORDERS"],
      containsMessageTypesMode: "all",
    });
  });

  test("show unknown directions, states and acknowledgements as such [edi#direction]", async () => {
    stack.upstream.fail(interchangesCall, json(200, { items: [withOdd("ic-odd")], pages: { total: 1 } }));
    const reply = await clerk.get("/edi/myer/interchanges");
    expect(wordsOf(reply.text)).toContain('Unknown: "sideways"');
    expect(wordsOf(reply.text)).toContain("Unknown State");
    expect(reply.text).toContain('aria-label="Unknown"');
    expect(wordsOf(reply.text)).toMatch(/interchange\/by-pigeon \/ coo .{0,10}levitating/);
  });

  test("are links to their records [edi#folded-references, edi#references]", async () => {
    const { text } = await clerk.get(`/edi/myer/interchanges?id=${received}`);
    expect(text).toContain('href="/edi/myer/orders/787c4dab-b370-48a4-a104-2395e3f561d8"');
    expect(text).toContain('href="/edi/myer/interchanges/574d43d8-754c-4176-afe9-8d847a1c9ded"');
    expect(await read(`/edi/myer/interchanges?id=${sent}`)).toContain("edi/out/sent-inventory.edi");
  });
});

describe("an interchange", () => {
  test.each([
    "",
    "?tab=messages",
    "?tab=references",
    "?tab=history",
    "?tab=document",
    "?tab=document&as=text",
  ])("%s costs one call of its own", async (search) => {
    expect(await read(`/edi/myer/interchanges/${sent}${search}`)).toContain("Interchange Detail");
    expect(calls(`${interchangesCall}/${sent}`)).toHaveLength(1);
  });

  test.each([
    ["", "No status information is available for this interchange."],
    [
      "?tab=messages",
      "No message summaries are available for viewing for this interchange. (This page can only display CONTRL, ORDERS, ORDRSP, ORDCHG, INVRPT, and DESADV messages.)",
    ],
  ])("without anything %s says so", async (search, words) => {
    withOdd("ic-empty");
    expect(await read(`/edi/myer/interchanges/ic-empty${search}`)).toContain(words);
  });

  test.each([
    ["references", "This interchange does not define any references at this time."],
    ["history", "This interchange does not define any history records at this time."],
    ["messages", "1 message of other types (INVOIC)"],
    ["status", "The stream 'interchange/by-pigeon' cannot be rendered."],
  ])("that is odd says so under %s [edi#detail-references]", async (tab, words) => {
    withOdd("ic-odd");
    expect(await read(`/edi/myer/interchanges/ic-odd?tab=${tab}`)).toContain(words);
  });

  test("that does not exist is reported in the panel", async () => {
    const reply = await clerk.get("/edi/myer/interchanges/nothing");
    expect(reply.status).toBe(404);
    expect(wordsOf(reply.text)).toContain("The interchange nothing was not found.");
  });

  test("is a file [edi#document]", async () => {
    const reply = await clerk.get(`/edi/myer/interchanges/${sent}/document.json`);
    expect(reply.headers["content-disposition"]).toBe(
      'attachment; filename="interchange-000000039-document.json"',
    );
    expect(JSON.parse(reply.text)).toHaveProperty("id", sent);
  });
});

describe("the segments", () => {
  beforeEach(() => void withOdd("ic-text"));

  test("are shown with names, meanings and findings, and the raw text", async () => {
    const reply = await clerk.get("/edi/myer/interchanges/ic-text/segments");
    const words = wordsOf(reply.text);
    expect(words).toContain("BGM Beginning of message");
    expect(words).toContain("220 – Order");
    expect(words, "released characters").toContain("FTX+AAI+++IT?'S 5?+3'");
    expect(words).toMatch(/UNT counts 9 segments, there are 5\. \(0085: 29\)/);
    expect(reply.text).toContain('id="segment-4"');
  });

  test("their raw text is a file, to read in place as well, and can run nothing", async () => {
    const file = await clerk.get("/edi/myer/interchanges/ic-text/text");
    expect(file.text).toMatch(/^UNA:\+\.\? 'UNB/);
    expect(file.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": 'attachment; filename="interchange-ic-text.txt"',
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const inPlace = await clerk.get("/edi/myer/interchanges/ic-text/text?form=inline");
    expect(String(inPlace.headers["content-disposition"])).toMatch(/^inline; /);
  });
});

describe("the EDI orders", () => {
  test("send their filters, and link by the specified words [edi#order-filters, edi#order-references]", async () => {
    // A row shows the first four.
    stack.upstream.change(ordersCall, ({ items: [{ references, ...order }], ...rest }) => ({
      ...rest,
      items: [{ ...order, references: references.filter(({ type }: Reference) => /rsp|adv/.test(type)) }],
    }));
    const { text } = await clerk.get(`/edi/myer/orders?id=${ediOrderId}&order=MYR`);
    expect(filtersSent(ordersCall)).toEqual({ documentId: ediOrderId, utopiaOrderNumber: "MYR" });
    stack.upstream.reset();
    await clerk.get("/edi/myer/orders?interchange=ic");
    expect(filtersSent(ordersCall)).toEqual({ ediMyerInterchangeDocumentId: "ic" });
    for (const label of [
      "Order Response (Initial)",
      "Order Response (Update/Cancellation)",
      "Shipment Despatch Advice",
    ])
      expect(linksOf(text)).toContainEqual([
        expect.stringMatching(/^\/edi\/myer\/interchanges\/[\w-]{36}$/),
        label,
      ]);
    expect(linksOf(text)).toContainEqual(["/orders/MYR140100047", "MYR140100047"]);
  });

  test("one shows its streams and the inbound order update messages [edi#order-detail, edi#order-updates]", async () => {
    const words = await read(`/edi/myer/orders/${ediOrderId}`);
    expect(words).toMatch(
      /Order Detail.*order\/create.*Inbound Order Update Messages.*COMPLETE.*final.*Payload/s,
    );
    expect(await read(`/edi/myer/orders/${ediOrderId}?tab=summary`)).toContain("ORDERS Order Message");
    const bare = { id: "eo-2", references: null, stream_statuses: {}, histories: null, order: null };
    stack.upstream.fail(`${ordersCall}/eo-2`, json(200, { item: bare }));
    const nothing = await read("/edi/myer/orders/eo-2");
    expect(nothing).toContain("No status information is available for this order.");
  });
});

describe("Process", () => {
  const cases = [
    [
      "interchange",
      `/edi/myer/interchanges/${sent}/actions/process?direction=outbound`,
      "interchange_document_id",
      sent,
      "000000039",
    ],
    [
      "order",
      `/edi/myer/orders/${ediOrderId}/actions/process?order=MYR&tab=history&from=detail`,
      "order_document_id",
      ediOrderId,
      "MYR140100047",
    ],
  ] as const;

  test.each(cases)(
    "of an %s is asked, sent once, and leads back [edi#process, edi#action-outcome]",
    async (what, path, name, id, called) => {
      const page = await clerk.get(path);
      const words = wordsOf(page.text);
      expect(words).toContain(`Are you sure you want to perform this action on ${what} ${id}?`);
      const form = formIn(page, "Confirm");
      const sent = await clerk.post(form.action, form.fields);
      const back =
        what === "order"
          ? `/edi/myer/orders/${ediOrderId}?order=MYR&tab=history`
          : "/edi/myer/interchanges?direction=outbound";
      expect(sent.location).toBe(stack.portal.url + back);
      expect(wordsOf((await clerk.follow(sent)).text)).toContain(`Submitted: Process for ${what} ${called}`);
      const again = await clerk.follow(await clerk.post(form.action, form.fields));
      expect(wordsOf(again.text)).toContain(`Already submitted: Process for ${what} ${called}`);
      const posts = calls(`${service}/actions/${what}/run`);
      expect(posts).toHaveLength(1);
      expect(Object.fromEntries(posts[0]?.query ?? [])).toEqual({ [name]: id, action: "process" });
      expect(posts[0]?.headers["idempotency-key"]).toBe(form.fields.token);
      expect(posts[0]?.body).toBe("");
    },
  );
});

describe("the actions that a document offers", () => {
  const odd = "späť/odoslať #2?";
  const offering = (available_actions: unknown) =>
    stack.upstream.fail(
      `${interchangesCall}/ic-4`,
      json(200, { item: { id: "ic-4", control_reference: "7004", available_actions } }),
    );
  const run = `${service}/actions/interchange/run`;
  beforeEach(() => stack.upstream.fail(run, { status: 204, body: "" }));
  const path = (action: string) => `/edi/myer/interchanges/ic-4/actions/${encodeURIComponent(action)}`;
  const formOf = async (action: string) => {
    const page = await clerk.get(path(action));
    return formIn(page, "Confirm");
  };

  test("are in the detail under their titles, whatever their names [edi#offered-actions]", async () => {
    offering([{ action: odd, title: "Odoslať späť" }]);
    const { text } = await clerk.get("/edi/myer/interchanges/ic-4");
    expect(text).toContain(`href="${path(odd).replace("/actions/", "/panel/actions/")}"`);
    expect(wordsOf(text)).toContain("Odoslať späť");
    const form = await formOf(odd);
    expect((await clerk.post(form.action, form.fields)).status).toBe(302);
    expect(calls(run)[0]?.query.get("action")).toBe(odd);
  });

  test("say what will happen and to what, and are sent when the warning is ticked and a reason is given [edi#action-warning, edi#action-reason]", async () => {
    const warning = "an order for 7004 exists already";
    const related = [{ kind: "utopia-order", id: "MYR 77", name: "MYR 77" }];
    const description = "Make a second order for 7004.";
    offering([
      {
        action: "process-second-order",
        title: "Second order",
        description,
        warning,
        needs_reason: true,
        related,
      },
    ]);
    const opened = await clerk.get(path("process-second-order"));
    expect(wordsOf(opened.text)).toContain(description);
    expect(wordsOf(opened.text)).toContain(`I know: ${warning}`);
    expect(opened.text).toContain('href="/orders/MYR%2077"');
    const form = await formOf("process-second-order");
    const bare = await clerk.post(form.action, form.fields);
    expect(bare.status).toBe(400);
    expect(wordsOf(bare.text)).toMatch(/Say why\..*Tick this first/s);
    const reason = "Myer asked for it again";
    const unticked = await clerk.post(form.action, { ...form.fields, reason });
    expect(unticked.status).toBe(400);
    expect(unticked.text).toContain(`${reason}</textarea>`);
    expect(calls(run)).toEqual([]);
    const sent = await clerk.post(form.action, { ...form.fields, reason, known: warning });
    expect(sent.status).toBe(302);
    expect(wordsOf((await clerk.follow(sent)).text)).toContain(
      "Submitted: Second order for interchange 7004",
    );
    expect(Object.fromEntries(calls(run)[0]?.query ?? [])).toEqual({
      interchange_document_id: "ic-4",
      action: "process-second-order",
      reason,
    });
  });

  test("are refused in words when they are gone, and asked again with the current state after a conflict [edi#action-conflict]", async () => {
    offering([{ action: "release", title: "Release", description: "Lets it go on." }]);
    expect(wordsOf((await clerk.get(path("process"))).text)).toContain("This action is not offered now.");
    const form = await formOf("release");
    stack.upstream.fail(run, json(409, { error: "It was discarded" }), 1);
    const refused = await clerk.post(form.action, form.fields);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused.text)).toMatch(/It was discarded.*Lets it go on\./s);
  });
});

describe("a store's pages", () => {
  /** The order MYR140100056, and its interchange. */
  const [order, source] = ["58cc68c9-6100-4e50-a495-933532605fa7", "ebdd3347-5931-43ed-afd9-68e02664c9df"];
  test("query the store by name, ten at a time, with the filters [store-edi#interchanges, store-edi#page-size, store-edi#by-interchange]", async () => {
    await clerk.get("/store/MYR/interchanges?q=70&order=MYR77&direction=inbound&page=2");
    expect(Object.fromEntries(calls("/api/getEdiInterchanges")[0]?.query ?? [])).toEqual({
      storegroup: "Myer",
      page: "2",
      pagesize: "10",
      search: "70",
      ordernumber: "MYR77",
      directions: "inbound",
    });
    await clerk.get("/store/MYR/ediorders?q=MYR");
    expect(Object.fromEntries(calls("/api/getEdiOrders")[0]?.query ?? [])).toEqual({
      storegroup: "Myer",
      page: "1",
      pagesize: "10",
      search: "MYR",
    });
  });

  test("show control number, kinds, text by segments, and raw data [store-edi#interchange-detail]", async () => {
    expect(await read("/store/MYR/interchanges?q=48041")).toMatch(
      /Inbound : 48041.*Orders.*Order MYR140100056/s,
    );
    const { text } = await clerk.get(`/store/MYR/interchanges/${source}`);
    expect(wordsOf(text)).toContain("BGM+220+4540100056");
    expect(await read(`/store/MYR/interchanges/${source}?tab=raw`)).toContain("interchangeText");
    expect(await read("/store/MYR/ediorders")).toMatch(
      /Processing \(Waiting\).*MYR140100056.*Source interchange 48041/s,
    );
    expect(await read(`/store/MYR/ediorders/${order}`)).toContain("Raw Data");
    expect((await clerk.get("/store/MYR/ediorders/none")).status).toBe(404);
  });

  test("show notes on a document among all of them [notes#store-edi]", async () => {
    for (const at of [`interchanges/${source}`, `ediorders/${order}`]) {
      const page = await clerk.get(`/store/MYR/${at}`);
      const form = formIn(page, ({ fields }) => fields.intent === "take");
      const { pathname, search } = new URL(form.action);
      const reply = await clerk.post(pathname + search, form.fields);
      expect(reply.location).toContain(`/store/MYR/${at}`);
      expect(await read(`/store/MYR/${at}`)).toContain("You have this");
      expect(await read(`/edi/myer/${at.replace("ediorders", "orders")}`)).toContain("You have this");
    }
    expect(await read("/store/MYR/interchanges?q=48041")).toMatch(/Inbound : 48041.* has it/s);
  });
});
