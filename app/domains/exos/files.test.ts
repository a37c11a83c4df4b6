import { describe, expect, test } from "vitest";
import { filesOf } from "./files.ts";

describe("the files of an EXO", () => {
  const raw = {
    references: [
      { id: "ref-1", title: "Return label", meta: { blob: "x", n: 1 } },
      { title: "No id", meta: {} },
      { id: "no-meta" },
      null,
    ],
    exchange: {
      Items: [{ Photos: [{ SourceId: "p/1", Container: "c" }, { Other: 1 }] }, null, { Photos: "none" }],
    },
  };

  test("are asked for by what the server sent, untouched", () => {
    expect(filesOf(raw)).toEqual([
      { id: "ref-1", query: { meta: '{"blob":"x","n":1}' }, name: "Return label" },
      { id: "reference-2", query: { meta: "{}" }, name: "No id" },
      { id: "p/1", query: { blobitem: '{"SourceId":"p/1","Container":"c"}' }, name: "photo 1" },
    ]);
  });

  test.each([[undefined], [null], ["text"], [{ references: "x", exchange: 7 }]])("none in %j", (odd) => {
    expect(filesOf(odd)).toEqual([]);
  });
});
