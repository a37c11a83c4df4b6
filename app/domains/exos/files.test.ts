import { describe, expect, test } from "vitest";
import { filesOf, safeFileName } from "./files.ts";

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

test.each([
  ["EXO-1", "Return label", "pdf", "EXO-1-Return-label.pdf"],
  ["EXO-1", "label.pdf", "pdf", "EXO-1-label.pdf"],
  ["../../etc", 'passwd"\r\nX: y', "png", "etc-passwd-X-y.png"],
  ["Ünï", "Étiquette", "pdf", "U-ni-E-tiquette.pdf"],
  ["", "", "pdf", "file.pdf"],
  ["x".repeat(300), "", "pdf", `${"x".repeat(100)}.pdf`],
])("%s, %s becomes a safe name", (exo, name, ending, expected) => {
  expect(safeFileName(exo, name, ending)).toBe(expected);
});
