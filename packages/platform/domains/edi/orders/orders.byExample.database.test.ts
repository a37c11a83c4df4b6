import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInterchanges } from "#contract/ediCheck.ts";
import { headerCases } from "#edi-orders/index.ts";
import { startTestApi, type TestApi } from "../../../../../tests/support/api.ts";
import { testDatabases } from "../../../../../tests/support/databases.ts";
import { documents } from "../../../../../tests/support/ediBench.ts";
import { fileOf, linesFrom, ordersMessage } from "../../../../../tests/support/ediFiles.ts";

/** The rows of a table of docs/edi.md below an anchor. */
function rowsBeneath(anchor: string) {
  const text = readFileSync(new URL("../../../../../docs/edi.md", import.meta.url), "utf8");
  const [, after = ""] = text.split(`<a id="${anchor}"></a>`);
  const table = /(?:^\|.*\n)+/m.exec(after)?.[0] ?? "";
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((row) => {
      const [, name = "", segments = "", found = "", sent = ""] = row.split("|").map((cell) => cell.trim());
      return {
        name: name.replaceAll("`", ""),
        segments: [...segments.matchAll(/`([^`]+)`/g)].map(([, segment = ""]) => segment),
        found,
        sent,
      };
    });
}

const headerRows = rowsBeneath("header-by-example");
const lineRows = rowsBeneath("lines-by-example");

const base = fileOf("1", [ordersMessage("PO1", linesFrom(1))]);

/** A segment's tag and qualifier. */
const keyOf = (segment: string): string =>
  /^(?:DTM|NAD|CNT|MOA|QTY|PRI)\+\w+/.exec(segment)?.[0] ?? segment.slice(0, 3);

/** The segment after which a new one is inserted. */
const headerPlaces: Readonly<Record<string, RegExp>> = {
  DTM: /^DTM\+137/,
  FTX: /^DTM\+137/,
  NAD: /^NAD\+ST/,
  MOA: /^UNS/,
};
const linePlaces: typeof headerPlaces = { DTM: /^QTY/, MOA: /^QTY/, ALC: /^PRI/ };

/** The base order with these segments replaced; a segment of its key only is removed. */
function orderWith(segments: readonly string[], places: typeof headerPlaces): string {
  let lines = base.split("'");
  for (const segment of segments) {
    const key = keyOf(segment);
    const own = lines.findIndex((line) => keyOf(line) === key);
    const after = lines.findIndex((line) => places[key.slice(0, 3)]?.test(line));
    if (segment === key) lines = lines.filter((line) => keyOf(line) !== key);
    else if (own >= 0) lines[own] = segment;
    else lines.splice(after + 1, 0, segment);
  }
  const first = lines.findIndex((line) => line.startsWith("UNH"));
  const last = lines.findIndex((line) => line.startsWith("UNT"));
  lines[last] = `UNT+${last - first + 1}+1`;
  return lines.join("'");
}

const repeated = () => {
  const messages = [1, 2].map((number) => ({
    ...ordersMessage("PO1", linesFrom(number)),
    reference: String(number),
  }));
  return fileOf("1", messages);
};

let api: TestApi;
let close: () => Promise<void>;
beforeAll(async () => {
  const [database] = testDatabases();
  if (!database) throw new Error("There is no database to test with");
  const connection = await database.open();
  // The seventh article is the table's discontinued one.
  await connection.executeSql(
    "update meta_products set state = 'withdrawn' where store_id = 14 and position = 7",
  );
  api = await startTestApi(connection);
  close = async () => {
    await api.close();
    await connection.close();
  };
});
afterAll(() => close());

/** The codes of our answers: 0083 of a CONTRL, 1225 of an ORDRSP. */
const answerCode = (text: string): string =>
  /'UCI\+[^+]*\+[^+]*\+[^+]*\+(\d+)/.exec(text)?.[1] ?? /'BGM\+231\+[^+]*\+(\d+)/.exec(text)?.[1] ?? "";

/** A file's predicted result in words, and our messages, from the check (edi#check). */
async function triedOut(content: string) {
  const answer = await api.app.inject({
    method: "POST",
    url: `${documents}/interchanges/check?name=order.edi`,
    headers: { authorization: `Bearer ${await api.mint()}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(content),
  });
  const [row] = checkInterchanges.answer.parse(answer.json()).rows;
  if (!row?.readable) throw new Error("The check says nothing");
  const { outcome, orders, replies } = row.row;
  const lines = (orders ?? []).flatMap((order) => order.lines ?? []).map(({ problem }) => problem ?? "");
  return {
    found: [outcome, ...(orders ?? []).map((order) => order.outcome), ...lines].join(" "),
    lines,
    sent: (replies ?? [])
      .map((reply) => `${reply.message_type} ${answerCode(String(reply.interchange_text))}`)
      .join(", "),
  };
}

test("the documentation has a row for every case of the header table [edi#header]", () => {
  expect(headerRows.map(({ name }) => name).sort()).toEqual(
    ["as agreed", ...Object.keys(headerCases)].sort(),
  );
});

test.each(headerRows)("header by example: $name [edi#header]", async ({ name, segments, found, sent }) => {
  const tried = await triedOut(name === "number=repeated" ? repeated() : orderWith(segments, headerPlaces));
  expect(tried.found).toContain(found);
  expect(tried.sent).toBe(sent);
});

test("the documentation has an example of every difference of a line [edi#differences]", () => {
  const kinds = ["article", "date", "pack", "price", "quantity", "stock", "total", "unit", "unread"];
  expect([...new Set(lineRows.map(({ name }) => name))].sort()).toEqual(kinds);
});

test.each(lineRows)("line by example: $segments [edi#differences]", async ({ segments, found, sent }) => {
  const tried = await triedOut(orderWith(segments, linePlaces));
  expect(tried.lines[0]?.split("; ")).toContain(found);
  expect(tried.sent).toBe(sent);
});
