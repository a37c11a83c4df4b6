import { expect, test } from "vitest";
import { type Group, suggestionsOf } from "./hits.ts";

const groupOf = (kind: Group["kind"], label: string, ...hrefs: string[]): Group => ({
  kind,
  label,
  hits: hrefs.map((href) => ({ href, title: `${label} ${href}`, about: {}, isExact: false })),
  isCut: false,
});

test("an address is suggested once: a store and its Overview are one [find#suggestions]", () => {
  const groups = [
    groupOf("stores", "Stores", "/store/SDY"),
    groupOf("pages", "Pages", "/store/SDY", "/store/SDY/orders", "/store/SDY/orders"),
  ];
  expect(suggestionsOf(groups).map(({ kind, href }) => [kind, href])).toEqual([
    ["Stores", "/store/SDY"],
    ["Pages", "/store/SDY/orders"],
  ]);
});
