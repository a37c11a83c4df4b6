import { describe, expect, test } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { createLastPrices, keyOf, type LastPrice, storedDays } from "./lastPrices.server.ts";

const now = Date.UTC(2026, 10, 23);
const labelOf = (barcode: string | number, fields: Partial<LastPrice> = {}): LastPrice => ({
  ...{ barcode: String(barcode), design: "Common", title: "Harbour Boot, Black, 7", price: "59.95" },
  ...{ book: "Clarks Web", bookPrice: "59.95", at: now, by: "Lee Labels", copies: 1, was: "", wasBook: "" },
  ...fields,
});

onPortalDatabases((database) => {
  /** Two processes of one portal. */
  const started = () =>
    [
      createLastPrices(database(), () => now),
      createLastPrices(
        database.watchedBy((call) => call()),
        () => now,
      ),
    ] as const;

  describe("the last labels of a store", () => {
    test("are there for every process, each once, and are their store's own", async () => {
      const [one, other] = started();
      await Promise.all([
        one.remember("own", [labelOf(1), labelOf(2)]),
        other.remember("own", [labelOf(2), labelOf(3)]),
        other.remember("next", [labelOf(4)]),
      ]);
      const found = await one.list("own");
      expect(found.map(({ barcode }) => barcode).sort()).toEqual(["1", "2", "3"]);
      expect(await other.list("next")).toEqual([labelOf(4)]);
      expect(await other.list("none")).toEqual([]);
    });

    test("are the newest of each barcode and design, however late an older one is told, until one is taken down [labels#last-labels]", async () => {
      const [one] = started();
      await one.remember("newest", [labelOf(1, { price: "49.95", at: now - 1000 })]);
      await one.remember("newest", [labelOf(1, { price: "39.95", at: now - 2000 })]);
      await one.remember("newest", [labelOf(1, { design: "RBK", price: "29.95" })]);
      const keys = async () => (await one.list("newest")).map(keyOf).sort();
      expect(await keys()).toEqual(["Common 1 49.95 ", "RBK 1 29.95 "]);
      await one.remember("newest", [labelOf(1, { price: "49.95", copies: 2 })]);
      await one.takeDown("newest", "1", "Common 1 49.95 ", 2);
      expect((await one.list("newest")).find(({ design }) => design === "Common")?.copies).toBe(1);
      await one.takeDown("newest", "1", "Common 1 49.95 ");
      expect(await keys()).toEqual(["RBK 1 29.95 "]);
    });

    test("are not of the future, whatever a workstation's clock says, and not older than 400 days [labels#remembered]", async () => {
      const [one] = started();
      expect(storedDays).toBe(400);
      const tooOld = now - (storedDays * 24 * 3600_000 + 1);
      await one.remember("clock", [labelOf(1, { at: now + 3600_000 }), labelOf(2, { at: tooOld })]);
      expect(await one.list("clock")).toEqual([labelOf(1)]);
    });

    test("are as many as were printed, those of a full batch too [labels#remembered]", async () => {
      const [one] = started();
      const labels = Array.from({ length: 2_500 }, (_, index) => labelOf(index, { at: now - index }));
      await one.remember("many", labels);
      await one.remember("many", labels.slice(0, 10));
      expect(await one.list("many")).toHaveLength(labels.length);
    });

    test("of one look add up, whichever of two processes is told first, and a report that is sent again counts once", async () => {
      const [one, other] = started();
      const reports = Array.from({ length: 8 }, (_, index) => labelOf(1, { at: now - index }));
      await Promise.all(reports.map((report, at) => (at % 2 ? one : other).remember("sum", [report])));
      await one.remember("sum", reports);
      expect(await other.list("sum")).toMatchObject([{ copies: 8 }]);
    });
  });
});
