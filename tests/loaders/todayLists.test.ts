import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import type { Today } from "#app/features/today/lines.ts";
import { wordsOf } from "#tests/support/html.ts";
import { type Stack, startStack } from "#tests/support/stack.ts";
import { documentedApi } from "#tests/support/upstream/documented.ts";
import { frozenApi } from "#tests/support/upstream/frozen.ts";
import { attributeOf, type Visitor } from "#tests/support/visitor.ts";

const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr\b[\s\S]*?<\/tr>/g)].slice(1).map(([row]) => wordsOf(row));

/** A number that is 'or more' is counted as far as this, and lists are read no further. */
const enough = 150;

/** The rows of every page of the list that a line opens, from each page to the next that it links. */
async function listed(visitor: Visitor, href: string): Promise<string[]> {
  const rows: string[] = [];
  let at: string | undefined = href;
  for (let page = 2; at !== undefined && rows.length < enough; page += 1) {
    const { status, text } = await visitor.follow(await visitor.get(at));
    expect(status, at).toBe(200);
    rows.push(...rowsOf(text).filter((row) => !rows.includes(row)));
    const [next] = new RegExp(`<a\\b[^>]*aria-label="(?:Next page|Page ${page})"[^>]*>`).exec(text) ?? [];
    at = next && attributeOf(next, "href");
  }
  return rows;
}

/** Gaps in control numbers are no records: the EDI page has them one by one. */
const isList = ({ href }: { href: string }) => !href.includes("#");

/** Each number of Today with the address that it leads to: a line's own, or those of its places. */
function numbersOf({ parts }: Pick<Today, "parts">): { line: TodayLine; href: string; count: number }[] {
  const isCounted = ({ isOne, key }: TodayLine) => !isOne && !key.startsWith("delayed:");
  return parts
    .flatMap(({ lines }) => lines.filter(isCounted))
    .flatMap((line) => [
      ...(line.href === "" ? [] : [{ line, href: line.href, count: line.count }]),
      ...(line.places ?? []).map(({ href, words }) => ({
        line,
        href,
        count: Number(words.replace(/\D/g, "")),
      })),
    ])
    .filter(isList);
}

const todayOf = async (visitor: Visitor): Promise<Pick<Today, "parts">> =>
  JSON.parse((await visitor.get("/today/live?since=")).text).view;

describe.each([
  ["the platform", frozenApi],
  ["the documented calls alone", documentedApi(() => "items")],
] as const)("on %s", (service, api) => {
  const isProof = service === "the platform";

  let stack: Stack;
  let admin: Visitor;
  beforeAll(async () => {
    stack = await startStack({}, api);
    admin = await stack.signedIn("admin");
  });
  afterAll(() => stack.stop());

  test(`every number opens a list of exactly its records${isProof ? " [today#opens]" : ""}`, async () => {
    const numbers = numbersOf(await todayOf(admin));
    const kinds = ["/returns/?", "/orders/?", "/products/refused?", "/edi/myer/"];
    for (const kind of kinds) expect(numbers.map(({ href }) => href).join("\n")).toContain(kind);
    const wrong: string[] = [];
    for (const { line, href, count } of numbers) {
      const rows = await listed(admin, href);
      const isRight =
        line.orMore || count > enough ? rows.length >= Math.min(count, enough) : rows.length === count;
      if (!isRight) wrong.push(`${line.words}: ${count}, but ${rows.length} at ${href}`);
    }
    expect(wrong).toEqual([]);
  });

  test(`products refused with one message are acted on together, and taken away, over all stores${isProof ? " [products#message]" : ""}`, async () => {
    const [first] = numbersOf(await todayOf(admin)).filter(({ href }) =>
      href.startsWith("/products/refused"),
    );
    const { text, url } = await admin.get(first?.href ?? "");
    const rows = rowsOf(text);
    const [message] = new URL(url).searchParams.getAll("message");
    expect(wordsOf(text)).toContain(`Refused with ${message}`);
    expect(rows.filter((row) => !row.includes(message ?? ""))).toEqual([]);

    const [button = "", label] = /<button[^>]*name="action"[^>]*>([^<]+)</.exec(text) ?? [];
    const value = attributeOf(button, "value");
    const list = `?message=${encodeURIComponent(message ?? "")}`;
    const query = new URLSearchParams({ list, action: value ?? "", all: "1" });
    const review = await admin.get(`/bulk/products?${query}`);
    expect(wordsOf(review.text)).toMatch(new RegExp(`${label} \\d+`));
    const sheet = JSON.parse((await admin.get(`/products/refused/export.json${list}&rows=all`)).text);
    expect(sheet.columns.map(({ header }: { header: string }) => header)).toContain("Store");
    expect(sheet.records.length).toBeGreaterThanOrEqual(Math.min(first?.count ?? 0, 100));
    expect(JSON.stringify(sheet.records[0])).toContain(message);
  });
});
