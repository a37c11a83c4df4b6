import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { readOne } from "#app/core/database/batchRead.server.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { createNotes } from "./ledger.server.ts";
import { maxNotes } from "./notes.ts";
import { notedRecords, recordHolders } from "./tables.ts";

const riley = { subject: "riley", by: "Riley" };
const sam = { subject: "sam", by: "Sam" };
const state = {
  name: "EXO-1",
  href: "/returns/exo-1",
  revision: "failed 1",
  lines: ["returns:failed:x"],
  because: "Called them",
};

const shown = { name: state.name, href: state.href };

let numbers = 0;
const fresh = (): RecordRef => {
  numbers += 1;
  return { kind: "return", store: "", id: `exo-${numbers}` };
};

onPortalDatabases((database) => {
  let here: ReturnType<typeof createNotes>;
  let there: ReturnType<typeof createNotes>;
  beforeAll(() => {
    here = createNotes(database());
    there = createNotes(database.watchedBy((call) => call()));
  });

  const handled = async () => (await here.handled(["return"], 1_000)).map(({ id }) => id);

  test("people who write at the same moment lose nothing [notes#once]", async () => {
    const ref = fresh();
    const writes = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? here : there).write(ref, index % 2 ? riley : sam, `n${index}`, `note ${index}`),
    );
    await Promise.all([...writes, here.take(ref, riley, false, shown), there.handle(ref, sam, "h", state)]);
    const { notes, holder, turns } = await there.read(ref);
    expect(notes.map(({ id }) => id).sort()).toEqual([...writes.map((_, index) => `n${index}`), "h"].sort());
    expect(holder?.by).toBe("Riley");
    expect(turns).toBe(14);
    expect(await handled()).toContain(ref.id);
  });

  test("notes live for two years after their last change [notes#kept]", async () => {
    const ref = fresh();
    const isOurs = sql`${notedRecords.id} = ${ref.id}`;
    await here.write(ref, riley, "n", "Once");
    await here.take(ref, riley, false, shown);
    await here.handle(ref, riley, "h", state);
    // Months go by.
    await database().update(notedRecords).set({ expiresAt: sql`now() + interval '1 hour'` }).where(isOurs);
    await here.write(ref, riley, "m", "Once more");
    const [row] = await database()
      .select({ days: sql<number>`extract(day from ${notedRecords.expiresAt} - now())::int` })
      .from(notedRecords)
      .where(isOurs);
    expect([729, 730]).toContain(row?.days);
    expect((await here.read(ref)).notes).toHaveLength(3);
    await database().update(notedRecords).set({ expiresAt: sql`now() - interval '1 second'` }).where(isOurs);
    expect(await here.read(ref)).toEqual({ turns: 0, notes: [] });
    expect(await here.marks([ref])).toEqual([undefined]);
    expect((await here.held(riley.subject)).map(({ id }) => id)).not.toContain(ref.id);
    expect(await handled()).not.toContain(ref.id);
    await here.write(ref, riley, "n", "Anew");
    expect(await here.read(ref)).toMatchObject({ turns: 1, notes: [{ text: "Anew" }] });
  });

  test("what somebody has been handed says by whom and why; one's own notes and older ones do not", async () => {
    const [handed, taken] = [fresh(), fresh()];
    await here.write(handed, sam, "old", "Long ago");
    await here.handOver(handed, sam, riley, { id: "n", text: "Please ring them" }, shown, "");
    await here.write(handed, riley, "own", "Rang them");
    await here.take(taken, riley, false, shown);
    const held = await here.held(riley.subject);
    const noteOn = ({ id }: { id: string }) => held.find((one) => one.id === id)?.note;
    expect(noteOn(handed)).toEqual({ by: "Sam", text: "Please ring them" });
    expect(noteOn(taken)).toBeNull();
  });

  test("the same note twice is one note", async () => {
    const ref = fresh();
    expect(await here.write(ref, riley, "n", "Once")).toEqual({ is: "done" });
    expect(await there.write(ref, riley, "n", "Once")).toEqual({ is: "same" });
    expect((await here.read(ref)).notes).toHaveLength(1);
  });

  test("of two concurrent people one takes the record, and the other gets the name [notes#taken]", async () => {
    const ref = fresh();
    const result = await Promise.all([
      here.take(ref, riley, false, shown),
      there.take(ref, sam, false, shown),
    ]);
    expect(result.filter(({ is }) => is === "done")).toHaveLength(1);
    const holder = (await here.read(ref)).holder?.by;
    expect(result).toContainEqual({ is: "refused", words: `${holder} took it a moment ago.` });
  });

  test("it is taken over, seeing who had it, and given back by who has it only", async () => {
    const ref = fresh();
    await here.take(ref, riley, false, shown);
    await there.take(ref, sam, true, shown);
    expect(await here.read(ref)).toMatchObject({ holder: { by: "Sam" }, hadBy: "Riley" });
    expect(await here.giveBack(ref, riley)).toEqual({ is: "refused", words: "Sam has it now." });
    expect(await there.giveBack(ref, sam)).toEqual({ is: "done" });
    expect(await here.read(ref)).toMatchObject({ hadBy: "Sam" });
    expect((await here.read(ref)).holder).toBeUndefined();
  });

  test("a handled record stays so until that is undone, or it has changed; the reason stays a note", async () => {
    const [one, other] = [fresh(), fresh()];
    await here.handle(one, riley, "a", state);
    await there.handle(other, sam, "b", state);
    expect(await here.handle(one, sam, "c", state)).toMatchObject({ is: "refused" });
    await there.unhandle(one);
    expect(await handled()).not.toContain(one.id);
    const due = async () =>
      (await here.handledToCheck(["return"], { most: 1_000, seconds: 0 })).filter(
        ({ id }) => id === other.id,
      );
    const seen = await due();
    // It changed, and was handled again meanwhile under another mark.
    await here.handle(other, riley, "d", { ...state, revision: "failed 2" });
    await there.forgetHandled(seen);
    expect((await here.read(other)).handled).toMatchObject({ by: "Riley", revision: "failed 2" });
    await there.forgetHandled(await due());
    expect(await handled()).not.toContain(other.id);
    expect((await here.read(other)).handled).toBeUndefined();
    expect((await here.read(other)).notes.map(({ text }) => text)).toEqual(["Called them", "Called them"]);
  });

  test("any number of records is handled, and told by the lines that they left", async () => {
    const since = ["2026-11-20T00:00:00.000Z", "2026-11-19T00:00:00.000Z"];
    const lines = ["many:a", "many:b"];
    for (let n = 0; n < 120; n += 1)
      expect(
        await here.handle({ ...fresh(), kind: "order" }, riley, "h", {
          ...state,
          lines,
          since: since[n % 2],
        }),
      ).toEqual({ is: "done" });
    expect(await readOne(database(), there.handledInLines(["order"]))).toEqual([
      { lines, records: 120, since: since[1] },
    ]);
    await here.handle({ ...fresh(), kind: "order" }, riley, "h", { ...state, lines, since: "some time ago" });
    expect(await readOne(database(), there.handledInLines(["order", "rule"]))).toEqual([
      { lines, records: 121, since: undefined },
    ]);
    expect(await readOne(database(), there.handledInLines([]))).toEqual([]);
    expect(await there.handled(["order"], 100)).toHaveLength(100);
  });

  test("handled records are looked at by one process at a time, those first that were not for the longest [today#handled]", async () => {
    const refs = Array.from({ length: 6 }, () => ({ ...fresh(), kind: "interchange" as const }));
    for (const ref of refs) await here.handle(ref, riley, "h", state);
    const look = (notes: typeof here, most: number) =>
      notes.handledToCheck(["interchange"], { most, seconds: 3_600 });
    const both = (await Promise.all([look(here, 2), look(there, 2)])).flat();
    expect(both).toHaveLength(4);
    const others = await look(here, 100);
    expect([...both, ...others].map(({ id }) => id).sort()).toEqual(refs.map(({ id }) => id).sort());
    expect(await look(there, 100)).toEqual([]);
  });

  test("a record beyond the most that one person can have is refused, and none is dropped [notes#taken]", async () => {
    const full = { subject: "full", by: "Full" };
    const made = await database()
      .insert(notedRecords)
      .values(
        Array.from({ length: 499 }, () => ({ ...fresh(), expiresAt: sql`now() + interval '1 minute'` })),
      )
      .returning({ record: notedRecords.n });
    await database()
      .insert(recordHolders)
      .values(made.map((row) => ({ ...row, ...full, ...shown })));
    const taken = await Promise.all([here, there].map((notes) => notes.take(fresh(), full, false, shown)));
    expect(taken.map(({ is }) => is).sort()).toEqual(["done", "refused"]);
    const refusal = { is: "refused", words: expect.stringContaining("500 records") };
    expect(await here.take(fresh(), full, false, shown)).toMatchObject(refusal);
    expect(await here.handOver(fresh(), sam, full, { id: "n", text: "" }, shown, "")).toMatchObject(refusal);
    expect(await here.held(full.subject)).toHaveLength(500);
  });

  test("a page of rows is read in one call, in its order, whatever their ids are [notes#rows]", async () => {
    const refs = [fresh(), fresh(), { ...fresh(), store: "CLK", id: 'a"b,{}\0' }];
    await here.write(refs[2] ?? fresh(), riley, "n", "Third\0");
    await here.take(refs[1] ?? fresh(), riley, false, shown);
    let calls = 0;
    const counted = createNotes(
      database.watchedBy((call) => {
        calls += 1;
        return call();
      }),
    );
    expect(await counted.marks(refs.map((ref) => ({ ...ref, store: ref.store.toLowerCase() })))).toEqual([
      undefined,
      { notes: 0, takenBy: "Riley", handledRevision: undefined },
      { notes: 1, takenBy: undefined, handledRevision: undefined },
    ]);
    expect(calls).toBe(1);
  });

  test("a full record says so, and loses nothing [notes#note]", async () => {
    const ref = fresh();
    for (let n = 0; n < maxNotes; n += 1) await here.write(ref, riley, `n${n}`, "x");
    expect(await there.write(ref, sam, "more", "x")).toMatchObject({ is: "refused" });
    expect((await here.read(ref)).notes).toHaveLength(maxNotes);
  });

  test("forgotten notes of some records are gone for everybody, and no others", async () => {
    const [one, other] = [fresh(), fresh()];
    for (const ref of [one, other]) {
      await here.write(ref, riley, `forget-${ref.id}`, "Mei rang");
      await here.handle(ref, riley, `handled-${ref.id}`, state);
      await here.take(ref, riley, false, shown);
    }
    expect(await there.forget([one, fresh()], true)).toBe(1);
    expect((await here.read(one)).notes).toEqual([]);
    expect((await here.read(other)).notes).toHaveLength(2);
    expect(await handled()).not.toContain(one.id);
    expect(await handled()).toContain(other.id);
    const held = (await here.held(riley.subject)).map(({ id }) => id);
    expect(held).not.toContain(one.id);
    expect(held).toContain(other.id);
    expect(await there.forget([one], true)).toBe(0);
    expect(await here.forget([other], false)).toBe(1);
    expect((await here.read(other)).notes).toHaveLength(2);
    await here.forget([other], true);
  });
});
