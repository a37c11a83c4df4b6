import { expect, test } from "vitest";
import { entriesOf, openEnded, searchOf, searchWithout } from "./search.ts";

test("entries of several parts are one query, encoded", () => {
  expect(searchOf([["q", "a b&c"]], [], [["page", ""]])).toBe("?q=a+b%26c&page=");
  expect(searchOf()).toBe("");
});

test("entries come from the query string", () => {
  expect(entriesOf("/a?b=1#c?d=2")).toEqual([["b", "1"]]);
  expect(entriesOf("?b=1?2&b=")).toEqual([
    ["b", "1?2"],
    ["b", ""],
  ]);
  expect(entriesOf("/a")).toEqual([]);
});

test("a path is opened for a value at its end", () => {
  expect(openEnded("/a", "at")).toBe("/a?at=");
  expect(openEnded("/a?b=1", "at")).toBe("/a?b=1&at=");
});

test("a query loses a name, and keeps its spelling where it does not hold it", () => {
  expect(searchWithout("?code=a%20b", "_routes")).toBe("?code=a%20b");
  expect(searchWithout("?_routes=x&page=2", "_routes")).toBe("?page=2");
  expect(searchWithout("?_routes=x", "_routes")).toBe("");
});
