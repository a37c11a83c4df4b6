import { expect, test } from "vitest";
import { lookSearch } from "#app/core/search/search.ts";
import { choosingPath, shownColumns, withColumn, withLook } from "./List.tsx";

const columns = [
  { key: "store", header: "Store", width: "w-1/4" },
  { key: "number", header: "Number", narrow: "title", width: "w-1/4" },
  { key: "status", header: "Status", width: "w-1/2" },
];
const keysAt = (search: string) => shownColumns(columns, lookSearch.read(search)).map(({ key }) => key);

test("an address leaves columns out, but never the one that names the rows, nor one that the list has not [screens#look]", () => {
  expect(keysAt("")).toEqual(["store", "number", "status"]);
  expect(keysAt("?hide=status&hide=gone")).toEqual(["store", "number"]);
  expect(keysAt("?hide=status&hide=number&hide=store")).toEqual(["number"]);
});

test("the width of hidden columns goes to the column that names the rows", () => {
  const widths = shownColumns(columns, { hidden: ["status"] }).map(({ width }) => width);
  expect(widths).toEqual(["w-1/4", undefined]);
});

test("a list without its filters looks as it did", () => {
  const looking = (search: string) => withLook("/orders/", lookSearch.read(search));
  expect(looking("?q=boot&hide=store&density=roomy&page=3")).toBe("/orders/?hide=store&density=roomy");
  expect(looking("?q=boot&density=tiny")).toBe("/orders/");
});

test("a column is left out, and comes back, by a link: what is seen is ticked [screens#look]", () => {
  const without = withColumn("/orders/?q=boot&hide=store&columns=1", "status", false);
  expect(without).toBe("/orders/?q=boot&hide=store&columns=1&hide=status");
  expect(withColumn(without, "store", true)).toBe("/orders/?q=boot&columns=1&hide=status");
});

test("while its look is chosen a list stays where it is", () => {
  const choosing = choosingPath("/orders/?q=boot&page=2", true);
  expect(choosing).toBe("/orders/?q=boot&page=2&columns=1");
  expect(choosingPath(choosing, false)).toBe("/orders/?q=boot&page=2");
});
