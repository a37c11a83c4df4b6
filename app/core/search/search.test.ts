import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  codes,
  defineSearch,
  flag,
  givenNames,
  oneOf,
  ordinal,
  pageNumber,
  sameList,
  someOf,
  text,
} from "./search.ts";

const search = defineSearch({
  query: text("q"),
  barcode: text("barcode", { like: /^\d{1,13}$/ }),
  statuses: codes("status", 3),
  stores: givenNames("store", 3),
  states: someOf("state", ["on", "off"]),
  direction: oneOf("direction", ["", "in", "out"]),
  tab: oneOf("tab", [undefined, "raw"]),
  invalid: flag("invalid"),
  asText: flag("as", "text"),
  segment: ordinal("segment"),
  page: pageNumber(),
});
const every = {
  ...{ query: "", barcode: "", statuses: [], stores: [], states: [], direction: "", tab: undefined },
  ...{ invalid: false, asText: false, segment: undefined, page: 1 },
};
const some = {
  ...{ query: "a&b=c? #1/é %", barcode: "0931", statuses: ["HELD_BY", "a:b"] },
  ...{ stores: ["Shoes & Sox", "SNS"], states: ["off" as const] },
  ...({ direction: "out", tab: "raw" } as const),
  ...{ invalid: true, asText: true, segment: 250, page: 3 },
};

describe("a search", () => {
  test("says nothing for everything", () => {
    expect(search.every).toEqual(every);
    expect(search.write(search.every)).toBe("");
    expect(search.write({})).toBe("");
  });

  test("is in the URL in the order of its table, encoded", () => {
    expect(search.write(some)).toBe(
      "?q=a%26b%3Dc%3F+%231%2F%C3%A9+%25&barcode=0931&status=HELD_BY&status=a%3Ab&store=Shoes+%26+Sox&store=SNS" +
        "&state=off&direction=out&tab=raw&invalid=1&as=text&segment=250&page=3",
    );
  });

  test.each([
    ["a query", search.write(some)],
    ["a path", `/returns/7${search.write(some)}#here`],
    ["an address", `https://portal.example/returns/7${search.write(some)}`],
    ["a URL", new URL(`https://portal.example/${search.write(some)}`)],
    ["a form's fields", search.entries(some)],
  ])("is read from %s", (_, input) => expect(search.read(input)).toEqual(some));

  test("a written value is read back, with any characters", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...Object.values(search.names)), anyText)), (entries) => {
        const read = search.read(entries);
        expect(search.read(search.write(read))).toEqual(read);
      }),
    );
  });

  test.each([
    ...["page=0", "page=-4", "page=2.5", "page=1e3", "page=abc", "page=99999999999", "invalid=yes", "as=1"],
    ...["barcode=12a", "barcode=12345678901234", "status=a,b", "status=SELECT ALL", "status="],
    ...["store=%00", "store=%20", "state=none", "direction=sideways", "tab=x", "segment=-3", "segment="],
    ...["q=%E0%A4%A", "&&==&%"],
  ])("a bad value falls back: %s", (input) => {
    expect({ ...search.read(`?${input}`), query: "" }).toEqual(every);
  });

  test("texts are trimmed and truncated, never within a character; choices are unique and limited in number", () => {
    expect(search.read("?q=%20a%20").query).toBe("a");
    expect(search.read(`?q=${"x".repeat(5000)}`).query).toHaveLength(200);
    expect(search.read([["q", `${"x".repeat(199)}🙂`]]).query).toBe("x".repeat(199));
    expect(search.read("?status=a&status=a&status=b&status=c&status=d").statuses).toEqual(["a", "b", "c"]);
    expect(search.read("?state=off&state=on&state=off").states).toEqual(["on", "off"]);
    expect(search.read([["store", "x".repeat(201)]]).stores).toEqual([]);
  });

  test("is filtered by anything but its page [screens#first-page]", () => {
    expect(search.isFiltered({})).toBe(false);
    expect(search.isFiltered({ ...search.every, page: 4 })).toBe(false);
    expect(search.isFiltered({ ...search.every, invalid: true })).toBe(true);
  });
});

test("two URLs show the same list when scope and filter are the same", () => {
  const isSame = sameList(/^(\/store\/[^/]+)?\/orders(?=\/|$)/, search);
  const same = (one: string, other: string) =>
    isSame(new URL(one, "https://portal.example"), new URL(other, "https://portal.example"));
  const again = "/orders/7/actions/retry?page=01&tab=&q=x+&from=detail";
  expect(same("/orders/?q=x&page=1", again)).toBe(true);
  for (const [one, other] of [
    ["/orders/?q=x", "/orders/?q=y"],
    ["/orders/", "/store/SNS/orders"],
    ["/store/SNS/orders", "/store/CLK/orders"],
    ["/ordersheet", "/ordersheet"],
  ] as const)
    expect(same(one, other), other).toBe(false);
});
