import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { printEntry, bootView as product } from "#tests/support/labels.ts";
import { cases } from "#tests/support/models.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { isOpen, lineKey } from "./batch.ts";
import {
  emptyBatch,
  jobsOf,
  maxBatchLines,
  refusedText,
  type Scanned,
  withAllBack,
  withEdits,
  withFree,
  withHanded,
  withoutLine,
  withPrinted,
  withPutBack,
  withScanned,
  withTaken,
} from "./batchChanges.ts";
import type { Batch, Edit } from "./batchRecord.ts";
import { barcodeDesign } from "./label.ts";
import { fullText, maxOpenJobs } from "./stations/queue.ts";
import { batchOf, createStations } from "./stations/stations.server.ts";

const [six, seven] = ["9312300010018", "9312300010025"];
const of = (barcode: string, more: Partial<Scanned> = {}): Scanned => ({
  barcode,
  count: 1,
  product,
  ...more,
});
const scan = (batch: Batch, ...scanned: Scanned[]) => withScanned(batch, scanned).batch;
const productOf = () => product;
const look = { design: barcodeDesign };
const edit = (barcode: string, field: Edit["field"], from: string, to: string): Edit => ({
  ...{ barcode, field, from, to },
});
const edited = (batch: Batch, ...edits: Edit[]) => withEdits(batch, edits, productOf);
const shown = ({ lines }: Batch) =>
  lines.map((entry) => [lineKey(entry), entry.quantity, ...(entry.price === undefined ? [] : [entry.price])]);

describe("scans", () => {
  test("of the same barcode add one, and the line keeps its place [labels#batch]", () => {
    expect(shown(scan(emptyBatch, of(six), of(seven), of(six)))).toEqual([
      [six, "2"],
      [seven, "1"],
    ]);
  });

  test("begin a line anew that was handed over, and a batch that was handed over whole [labels#sent-lines]", () => {
    const sent = withTaken(withHanded(scan(emptyBatch, of(six, { count: 4 })), "page"), "page");
    expect(shown(sent)).toEqual([[`${six} sent`, "4"]]);
    expect(shown(scan(sent, of(seven)))).toEqual([[seven, "1"]]);
    const part = withTaken(withHanded(scan(emptyBatch, of(six)), "page"), "page");
    const open = { ...part, lines: [...part.lines, ...scan(emptyBatch, of(seven)).lines] };
    expect(shown(scan(open, of(six)))).toEqual([
      [six, "1"],
      [seven, "1"],
    ]);
  });

  test("of a label that is on its way are another line: nobody knows of the first one yet", () => {
    const handed = withHanded(scan(emptyBatch, of(six)), "page");
    const both = scan(handed, of(six));
    expect(shown(both)).toEqual([
      [`${six} page`, "1"],
      [six, "1"],
    ]);
    expect(shown(withAllBack(both, "page"))).toEqual([[six, "2"]]);
  });

  test("are refused beyond the last line and the last copy, and say which [labels#batch]", () => {
    const codes = Array.from({ length: maxBatchLines }, (_, index) => of(String(1000 + index)));
    const full = scan(emptyBatch, ...codes);
    expect(full.lines).toHaveLength(maxBatchLines);
    expect(withScanned(full, [of("7")])).toEqual({ batch: full, refused: ["7"] });
    expect(refusedText(full, "7")).toContain(`full with ${maxBatchLines} barcodes`);
    const many = scan(emptyBatch, of(six, { count: 999 }));
    expect(withScanned(many, [of(six)]).refused).toEqual([six]);
    expect(refusedText(many, six)).toContain("999 labels");
  });

  test("keep a line's own price, and take a new one", () => {
    const batch = scan(emptyBatch, of(six, { price: "5" }));
    expect(shown(scan(batch, of(six)))).toEqual([[six, "2", "5"]]);
    expect(shown(scan(batch, of(six, { price: undefined })))).toEqual([[six, "2"]]);
  });
});

describe("what is typed", () => {
  const batch = scan(emptyBatch, of(six, { count: 2 }), of(seven));

  test("is taken once, and not where the line has changed since it was shown", () => {
    const first = edited(batch, edit(six, "quantity", "2", "12"), edit(seven, "price", "59.95", "20"));
    expect(shown(first.batch)).toEqual([
      [six, "12"],
      [seven, "1", "20"],
    ]);
    expect(edited(first.batch, edit(six, "quantity", "2", "12"))).toEqual({ batch: first.batch, missed: [] });
    const stale = edited(scan(batch, of(six)), edit(six, "quantity", "2", "12"));
    expect(stale.missed).toEqual([`${six} has changed to 3 meanwhile: 12 was not taken.`]);
    expect(shown(stale.batch)[0]).toEqual([six, "3"]);
  });

  test("keeps no price that stands there anyway, and another price asks for $0.00 anew [labels#nothing]", () => {
    const free = withFree(edited(batch, edit(six, "price", "59.95", "0")).batch, six);
    expect(free.lines[0]).toMatchObject({ price: "0", isFree: true });
    for (const [to, price] of [
      ["5", "5"],
      ["", ""],
      ["59.95", undefined],
    ] as const) {
      const [line] = edited(free, edit(six, "price", "0", to)).batch.lines;
      expect([line?.price, line?.isFree]).toEqual([price, false]);
    }
  });

  test("in a row of the table is a line of the batch, an empty one takes it away, and its price is that of all [labels#row-entries]", () => {
    const row = (barcode: string, from: string, to: string): Edit => ({
      ...edit(barcode, "quantity", from, to),
      isRow: true,
    });
    expect(shown(edited(batch, row(six, "2", ""), row("333", "", "5")).batch)).toEqual([
      [seven, "1"],
      ["333", "5"],
    ]);
    const price = { product: product.key, book: "59.95", field: "price" } as const;
    const priced = edited(batch, { ...price, from: "59.95", to: "40" }).batch;
    expect(priced.rowPrices).toEqual({ [product.key]: "40" });
    expect(edited(priced, { ...price, from: "40", to: "59.95" }).batch.rowPrices).toEqual({});
    // In the batch a field is cleared to type another number.
    expect(shown(edited(batch, edit(six, "quantity", "2", "")).batch)[0]).toEqual([six, ""]);
  });
});

test("labels on paper leave the lines, those that were scanned since stay", () => {
  const batch = scan(emptyBatch, of(six, { count: 3 }), of(seven));
  const printed = new Map([
    [six, 2],
    [seven, 1],
  ]);
  expect(shown(withPrinted(batch, printed))).toEqual([
    [six, "1"],
    [`${seven} sent`, "1"],
  ]);
  expect(shown(withoutLine(batch, six))).toEqual([[seven, "1"]]);
});

test("'Put them back' leaves what may have been printed, which has a press of its own [labels#sent-lines]", () => {
  const sent = withTaken(withHanded(scan(emptyBatch, of(six), of(seven)), "page"), "page");
  const queue = jobsOf({ ...sent }, "page", look).map((job, at) => ({
    ...printEntry(job.id, { ...job, state: at === 0 ? "unknown" : "sent" }),
  }));
  expect(shown(withPutBack(sent, queue, "others"))).toEqual([
    [`${six} sent`, "1"],
    [seven, "1"],
  ]);
  expect(shown(withPutBack(sent, queue, "doubtful"))).toEqual([
    [six, "1"],
    [`${seven} sent`, "1"],
  ]);
});

/** One step of somebody. */
const step = fc.oneof(
  fc.record({
    is: fc.constant("scan" as const),
    code: fc.constantFrom(six, seven),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    is: fc.constant("type" as const),
    code: fc.constantFrom(six, seven),
    to: fc.integer({ min: 1, max: 9 }),
    isStale: fc.boolean(),
  }),
  fc.record({
    is: fc.constant("print" as const),
    page: fc.integer({ min: 0, max: 1 }),
    times: fc.integer({ min: 1, max: 2 }),
    isAnswered: fc.boolean(),
    isStale: fc.boolean(),
  }),
  fc.record({
    is: fc.constant("hand over" as const),
    ends: fc.constantFrom("well", "killed before it printed", "killed after"),
  }),
  fc.record({ is: fc.constant("put back" as const) }),
);

const alias = "CLK";

onPortalDatabases((database) => {
  const stationsOf = (one: Database) => createStations(one, Date.now, async () => undefined);
  /** Two processes of one portal. */
  const processes = () => [stationsOf(database()), stationsOf(database.watchedBy((call) => call()))] as const;
  let runs = 0;

  test("two scanners at once lose no scan, whichever process takes theirs [labels#batch]", async () => {
    const id = "owntwoscanners";
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        processes()[index % 2]?.changeBatch(alias, id, `scan${index}`, (was) =>
          scan(was, of(index % 4 < 2 ? six : seven)),
        ),
      ),
    );
    const read = async (store: string) => (await processes()[0].read(store, id))?.batch?.lines ?? [];
    expect((await read(alias)).map(({ quantity }) => quantity)).toEqual(["20", "20"]);
    expect(await read("ICN")).toEqual([]);
  });

  test("a batch for which its station has no room, or that has changed since it was read, stays as it is, in words [labels#batch]", async () => {
    const [here] = processes();
    const id = "ownwithoutroom";
    const gathered = await here.changeBatch(alias, id, undefined, (was) => scan(was, of(six), of(seven)));
    if (!gathered) throw new Error("A workstation's own station is always there");
    const press = (batch: Batch) =>
      here.printBatch(alias, id, batch, { name: "press", look, by: "Lee Labels" });
    const stale = await press({ ...batchOf(gathered), revision: 0 });
    expect(stale.problem).toBe("The batch has changed meanwhile. Look at it, then press again.");
    const [job] = jobsOf(withHanded(batchOf(gathered), "other"), "other", look);
    if (!job) throw new Error("A line has its label");
    const others = Array.from({ length: maxOpenJobs - 1 }, (_, index) => ({ ...job, id: `job${index}` }));
    await here.print(alias, id, others, { by: "Lee Labels" });
    const full = await press(batchOf(gathered));
    expect(full.problem).toBe(fullText);
    expect(full.station?.jobs).toHaveLength(others.length);
    expect(batchOf((await here.read(alias, id)) ?? gathered)).toEqual(batchOf(gathered));
  });

  test("asked is in the queue once, waits in the batch, or is named as on its way: two scanners, two printing pages, kills, late and doubled submissions [labels#sent-lines]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        runs += 1;
        const id = `ownmodel${String(runs).padStart(4, "0")}`;
        const [here, there] = processes();
        const read = async () => {
          const station = await here.read(alias, id);
          if (!station) throw new Error("A workstation's own station is always there");
          return { batch: batchOf(station), jobs: station.jobs };
        };
        const change = (to: (was: Batch) => Batch) => here.changeBatch(alias, id, undefined, to);
        const asked: Record<string, number> = { [six]: 0, [seven]: 0 };
        /** The hand-overs to another station that it has. */
        const elsewhere = new Map<string, Record<string, number>>();
        const settled = new Set<string>();
        const unanswered = new Map<number, string>();
        let names = 0;
        let stale = (await read()).batch;
        const sum = (lines: Batch["lines"], code: string) =>
          lines
            .filter(({ barcode }) => barcode === code)
            .reduce((all, { quantity }) => all + Number(quantity), 0);
        const openIn = ({ lines }: Batch, code: string) => sum(lines.filter(isOpen), code);

        for (const one of steps) {
          const { batch: before } = await read();
          names += 1;
          if (one.is === "scan") {
            // A doubled submission comes at the same time.
            await Promise.all(
              [here, there]
                .slice(0, one.times)
                .map((process) =>
                  process.changeBatch(alias, id, `scan${names}`, (was) => scan(was, of(one.code))),
                ),
            );
            asked[one.code] = (asked[one.code] ?? 0) + 1;
          } else if (one.is === "type") {
            const from = String(openIn(one.isStale ? stale : before, one.code) || "");
            const to = String(one.to);
            const typed = { ...edit(one.code, "quantity", from, to), isRow: true };
            await change((was) => edited(was, typed).batch);
            const more = openIn((await read()).batch, one.code) - openIn(before, one.code);
            // Either the number that was meant, on top of what was shown, or nothing.
            expect([0, one.to - openIn(before, one.code)]).toContain(more);
            asked[one.code] = (asked[one.code] ?? 0) + more;
          } else if (one.is === "print") {
            const name = unanswered.get(one.page) ?? `press${names}`;
            const shown = one.isStale ? stale : before;
            await Promise.all(
              [here, there]
                .slice(0, one.times)
                .map((process) => process.printBatch(alias, id, shown, { name, look, by: "Lee" })),
            );
            if (one.isAnswered) unanswered.delete(one.page);
            else unanswered.set(one.page, name);
          } else if (one.is === "hand over") {
            const name = `hand${names}`;
            await change((was) => withHanded(was, name));
            const jobs = jobsOf((await read()).batch, name, look);
            if (jobs.length === 0 || one.ends === "killed before it printed") continue;
            const count = (code: string) =>
              jobs.reduce((all, { label }) => all + (label.barcode === code ? label.copies : 0), 0);
            elsewhere.set(name, { [six]: count(six), [seven]: count(seven) });
            if (one.ends === "killed after") continue;
            for (let sent = 0; sent < 2; sent += 1) await change((was) => withTaken(was, name));
            settled.add(name);
          } else {
            // A person looks at the other station, and asks for those again that it does not have.
            for (const { handed, isSent } of before.lines)
              if (handed !== undefined && !isSent && !elsewhere.has(handed))
                await change((was) => withAllBack(was, handed));
          }
          if (one.is !== "print") stale = before;

          const { batch, jobs } = await read();
          for (const code of [six, seven]) {
            const onWay = sum(
              batch.lines.filter(({ handed, isSent }) => handed !== undefined && !isSent),
              code,
            );
            const queued = jobs.reduce(
              (all, { label }) => all + (label.barcode === code ? label.copies : 0),
              0,
            );
            const sent = [...settled].reduce((all, name) => all + (elsewhere.get(name)?.[code] ?? 0), 0);
            expect(openIn(batch, code) + onWay + queued + sent).toBe(asked[code]);
          }
        }
      }),
      { numRuns: cases(25) },
    );
  });
});
