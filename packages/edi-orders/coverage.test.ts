import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { facts, messageOf, usualOrder as usual, usualChange } from "../../tests/support/partnerMessages.ts";
import { coverage } from "./coverage.ts";
import { desadv } from "./desadv.ts";
import { differences } from "./differences.ts";
import { fold } from "./fold.ts";
import { ordrsp } from "./ordrsp.ts";
import { changeProblems, takingProblems } from "./taking.ts";
import { utopiaOrder } from "./utopiaOrder.ts";

const form = { identifier: "X", preparedAt: "2026-11-29T10:00", directory: "01B" } as const;
const despatch = { ...form, despatchedAt: "2026-11-29", carrier: "", conNote: "", serial: 1 };
const parcels = [new Map(["140200002_BRN_7", "140200006_RED_5", "140200001_STN_L"].map((sku) => [sku, 27]))];

type CoveredType = "ORDERS" | "ORDCHG";

/** What comes of a message: what is named to a person, and everything that we make and send. */
function outcomeOf(segments: readonly string[], type: CoveredType = "ORDERS", advice?: string) {
  const message = messageOf(type, segments, 2, facts, advice);
  const first = messageOf("ORDERS", usual, 1);
  const before = fold([first], [], { parcels });
  const order = fold(type === "ORDERS" ? [message] : [first, message], [], { parcels });
  const problems =
    type === "ORDERS"
      ? differences(order)
      : [...changeProblems(message, facts), ...takingProblems(before, order, facts, facts)];
  return {
    words: problems,
    made: utopiaOrder(order, {}),
    sent: [
      ordrsp(order, type === "ORDERS" ? "opening" : { change: message.id }, form),
      desadv(order, 0, despatch),
    ],
  };
}

test("an order of which everything is read has no difference [edi#covered]", () => {
  expect(outcomeOf(usual).words).toEqual([]);
});

/** The usual order with segments after the one that begins so. */
const withAfter = (start: string, ...more: string[]) =>
  usual.flatMap((segment) => (segment.startsWith(start) ? [segment, ...more] : [segment]));
const lineEnd = "PRI+AAA:70.95";

test.each<[string, string[], string]>([
  [
    "a split over two stores",
    withAfter(lineEnd, "LOC+7+9399990000156::9", "QTY+11:6"),
    "It says LOC+7, a place of its own (Place of delivery): not read here",
  ],
  [
    "two delivery parties",
    withAfter("NAD+ST", "NAD+DP+9399990000163::9"),
    "It names several delivery addresses",
  ],
  [
    "an address of a line",
    withAfter(lineEnd, "NAD+DP+9399990000163::9"),
    "It says NAD+DP, an address of its own (Delivery party): not read here",
  ],
  [
    "a line within a line",
    [...usual.slice(0, -3), "LIN+3++9314000011029:SRV+1:1", "QTY+21:12", "PRI+AAA:29.95", "UNS+S"],
    "It says LIN with a line within a line 5495 '1': not read here",
  ],
  [
    "a currency of a line",
    withAfter(lineEnd, "CUX+2:USD:9"),
    "It says PRI/CUX+2, a currency of its own (Reference currency): not read here",
  ],
  [
    "an allowance of a line",
    withAfter(lineEnd, "ALC+A++++DI", "PCD+3:50"),
    "It says ALC+A, an allowance: not read here",
  ],
  [
    "an allowance of the order",
    withAfter("CUX", "ALC+A++++DI", "PCD+3:50"),
    "It says ALC+A, an allowance: not read here",
  ],
  ["free goods", withAfter("QTY+21:10", "QTY+192:1"), "It says QTY+192, free goods: not read here"],
  [
    "units in a pack",
    withAfter("QTY+21:10", "QTY+59:12"),
    "It says QTY+59, another quantity (Consumer units in the traded unit): not read here",
  ],
  [
    "another total of a line",
    usual.map((one) => one.replace("MOA+203:709.5", "MOA+203:10")),
    "Its total is 10, it comes to 709.50",
  ],
  [
    "a text",
    withAfter("DTM+63", "FTX+AAI+++DO NOT SHIP BEFORE WE CALL YOU"),
    "It says FTX+AAI, the text 'DO NOT SHIP BEFORE WE CALL YOU': not read here",
  ],
  [
    "a day of collection",
    withAfter("DTM+63", "DTM+235:20260101:102"),
    "It says DTM+235, Latest collection: not read here",
  ],
  [
    "a last day of despatch in the past",
    withAfter("DTM+63", "DTM+38:20260101:102"),
    "It was to be delivered by 2026-01-01",
  ],
  ["an unreadable one", withAfter("DTM+63", "DTM+38:soon:102"), "A date of it cannot be read: soon"],
  [
    "a first day far ahead",
    withAfter("DTM+63", "DTM+64:20271231:102"),
    "It is to be delivered on 2027-12-31, in more than a year",
  ],
  [
    "a line's last day in the past, behind another",
    withAfter("DTM+2", "DTM+63:20260101:102"),
    "It was to be delivered by 2026-01-01",
  ],
  [
    "two ship-to parties",
    withAfter("NAD+ST", "NAD+ST+++MYER HOBART+1 ELIZABETH ST+HOBART+TAS+7000"),
    "It says NAD+ST twice",
  ],
  ["two suppliers", withAfter("NAD+SU", "NAD+SU+9300000000008::9"), "It says NAD+SU twice"],
  ["two currencies", withAfter("CUX", "CUX+2:USD:9"), "It says CUX+2 twice"],
  ["two last days", withAfter("DTM+63", "DTM+63:20261216:102"), "It says DTM+63 twice"],
  [
    "a substitute article",
    withAfter("PIA+1", "PIA+4+9314000011029:SRV"),
    "It says PIA+4:SRV, another article number (Substituted for): not read here",
  ],
])("%s is named to a person [edi#covered, edi#said]", (_, segments, words) => {
  expect(outcomeOf(segments).words.join("; ")).toContain(words);
});

test("the decimal mark of the interchange counts [edi#said]", () => {
  const written = usual.map((one) =>
    one.replace("QTY+21:3", "QTY+21:1.000").replace(/(MOA|PRI)\+(.*)\.(\d+)$/, "$1+$2,$3"),
  );
  expect(outcomeOf(written, "ORDERS", "UNA:+,? '").words.join()).toContain(
    "'1.000 (with a comma as its decimal mark)' cannot be read",
  );
});

const tagOf = (segment: string) => segment.slice(0, 3);
/** Segments whose every value the table calls irrelevant, by how they begin. */
const irrelevant = /^(UNS|IMD|PIA\+5|RFF\+CT|RFF\+IA)/;
/** By its number an order is found before its change is looked at. */
const findsOrder = /^RFF\+ON/;
/** What is only compared agrees with nothing, too, when it is left out; so does what a change repeats of its order. */
const onlyCompared = {
  ORDERS: /^(DTM\+137|MOA|CNT|PIA)/,
  ORDCHG: /^(DTM\+137|MOA|CNT|PIA|NAD\+BY|NAD\+SU|CUX|PRI\+AAA:70.95)/,
};

/** The values of a segment, each with the separator after it. */
const valuesOf = (segment: string) => segment.slice(4).split(/(?<=[+:])/);

const strange = ["FTX+AAI+++CALL US", "ALC+C", "ZZZ+1"];
const codes = ["ZZZ", "1", "AB", "7"];

/** A message with one segment twice, of another kind, changed, left out or followed by another one. */
function* mutations(
  message: readonly string[],
): Iterable<[kind: string, segment: string, mutated: string[]]> {
  for (const [place, segment] of message.entries()) {
    const [before, after] = [message.slice(0, place), message.slice(place + 1)];
    yield ["twice", segment, [...before, segment, segment, ...after]];
    yield ["left out", segment, [...before, ...after]];
    for (const added of strange) yield ["followed", segment, [...before, segment, added, ...after]];
    for (const code of codes) {
      const other = segment.replace(/^(...\+)[^+:]*/, (_, tag) => `${tag}${code}`);
      if (other !== segment) yield ["of another kind", segment, [...before, other, ...after]];
    }
    for (const at of valuesOf(segment).keys()) {
      const values = valuesOf(segment).map((value, index) =>
        index === at ? value.replace(/([+:]?)$/, "7$1") : value,
      );
      yield ["changed", segment, [...before, `${tagOf(segment)}+${values.join("")}`, ...after]];
    }
  }
}

test.each([
  ["ORDERS", usual],
  ["ORDCHG", usualChange],
] as const)(
  "every segment of %s twice, of another kind, changed, left out or followed by a strange one has another outcome, unless it is irrelevant [edi#covered]",
  (type, message) => {
    const before = JSON.stringify(outcomeOf(message, type));
    const silent: string[] = [];
    for (const [kind, segment, mutated] of mutations(message)) {
      const isIrrelevant =
        (kind !== "followed" && irrelevant.test(segment)) ||
        (["changed", "left out"].includes(kind) && findsOrder.test(segment));
      if (isIrrelevant || (kind === "left out" && onlyCompared[type].test(segment))) continue;
      if (JSON.stringify(outcomeOf(mutated, type)) === before) silent.push(`${kind}: ${mutated.join("'")}`);
    }
    expect(silent).toEqual([]);
  },
  60_000,
);

test("the documentation prints the table [edi#covered]", () => {
  const text = readFileSync(new URL("../../docs/edi.md", import.meta.url), "utf8");
  const [, after = ""] = text.split('<a id="coverage"></a>');
  const printed = (/(?:^\|.*\n)+/m.exec(after)?.[0] ?? "").trim().split("\n").slice(2);
  const rows = coverage.map(({ place, segments, treatment, words, reads, only }) => {
    const where = [place || "message", only ?? ""].filter(Boolean).join(", ");
    return `| ${where} | ${segments.map((segment) => `\`${segment}\``).join(" ")} | ${treatment} | ${words} | ${reads.join(" ")} |`;
  });
  expect(printed).toEqual(rows);
});
