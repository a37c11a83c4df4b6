import { expect, test } from "vitest";
import { filesOf } from "./references.ts";

test("an EXO's files are requested by the server's references, unchanged [returns#files]", () => {
  const label = { id: "ref-1", title: "Return label", meta: { blob: "x", n: 1 } };
  const photo = { SourceId: "p/1", Container: "c" };
  const raw = {
    references: [label, { title: "No id", meta: {} }, { id: "no-meta" }, null],
    exchange: { Items: [{ Photos: [photo, { Other: 1 }] }, null, { Photos: "none" }] },
  };
  expect(filesOf(raw)).toEqual([
    { id: "ref-1", query: { meta: '{"blob":"x","n":1}' }, name: "Return label" },
    { id: "reference-2", query: { meta: "{}" }, name: "No id" },
    { id: "p/1", query: { blobitem: '{"SourceId":"p/1","Container":"c"}' }, name: "photo 1" },
  ]);
  for (const odd of [undefined, null, "text", { references: "x", exchange: 7 }])
    expect(filesOf(odd)).toEqual([]);
});
