import { expect, test } from "vitest";
import { toReferenceCards } from "./references.ts";

const orderHref = (id: string) => `/orders/${id}`;

test("only an interchange's own file can be downloaded from its references [edi#open-file]", () => {
  const references = [
    { type: "outbound-interchange-blob-store-file", uri: "edi/out/1.edi" },
    { type: "incoming-functional-acknowledgement", id: "other" },
  ].map((one) => ({ ...one, created_at: "2026-11-20T01:00:00Z" }));
  expect(toReferenceCards(references, orderHref, "i 1#").map(({ fileHref }) => fileHref)).toEqual([
    "/edi/myer/interchanges/i%201%23/text?form=bytes",
    undefined,
  ]);
  expect(toReferenceCards(references, orderHref)[0]?.fileHref).toBeUndefined();
});
