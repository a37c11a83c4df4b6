import { beforeAll, expect, test } from "vitest";
import { createSeal } from "#app/database/seal.server.ts";
import { createRecords, type RecordStore } from "#app/records/records.server.ts";
import { onEveryStore, twoProcesses } from "#tests/support/stores.ts";
import { createNotes } from "./ledger.server.ts";
import { maxNotes, type NoteRef } from "./notes.ts";

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
const fresh = (): NoteRef => {
  numbers += 1;
  return { kind: "return", store: "", id: `exo-${numbers}` };
};

onEveryStore((open) => {
  const processes = twoProcesses(open, createNotes);
  let here: ReturnType<typeof createNotes>;
  let there: ReturnType<typeof createNotes>;
  beforeAll(() => {
    [here, there] = processes();
  });

  test("people who write at the same moment lose nothing [notes#once]", async () => {
    const ref = fresh();
    const writes = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? here : there).write(ref, index % 2 ? riley : sam, `n${index}`, `note ${index}`),
    );
    await Promise.all([...writes, here.take(ref, riley, false, shown), there.handle(ref, sam, "h", state)]);
    const { notes, taken, turns } = await there.read(ref);
    expect(notes.map(({ id }) => id).sort()).toEqual([...writes.map((_, index) => `n${index}`), "h"].sort());
    expect(taken?.by).toBe("Riley");
    expect(turns).toBe(14);
    expect((await here.handled()).map(({ id }) => id)).toContain(ref.id);
  });

  test("notes live for two years after their last change [notes#kept]", async () => {
    const lifetimes: number[] = [];
    const store = open();
    const set: RecordStore["set"] = (key, value, seconds, ...rest) => {
      lifetimes.push(seconds);
      return store.set(key, value, seconds, ...rest);
    };
    const watched = createNotes(createRecords({ ...store, set }, createSeal("s".repeat(32))));
    await watched.write(fresh(), riley, "n", "Once");
    await store.close();
    expect(Math.max(...lifetimes)).toBe(2 * 365 * 24 * 3600);
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
    const holder = (await here.read(ref)).taken?.by;
    expect(result).toContainEqual({ is: "refused", words: `${holder} took it a moment ago.` });
  });

  test("it is taken over, seeing who had it, and given back by who has it only", async () => {
    const ref = fresh();
    await here.take(ref, riley, false, shown);
    await there.take(ref, sam, true, shown);
    expect(await here.read(ref)).toMatchObject({ taken: { by: "Sam" }, hadBy: "Riley" });
    expect(await here.giveBack(ref, riley)).toEqual({ is: "refused", words: "Sam has it now." });
    expect(await there.giveBack(ref, sam)).toEqual({ is: "done" });
    expect(await here.read(ref)).toMatchObject({ hadBy: "Sam" });
    expect((await here.read(ref)).taken).toBeUndefined();
  });

  test("a handled record stays so until that is undone, or it has changed; the reason stays a note", async () => {
    const [one, other] = [fresh(), fresh()];
    await here.handle(one, riley, "a", state);
    await there.handle(other, sam, "b", state);
    expect(await here.handle(one, sam, "c", state)).toMatchObject({ is: "refused" });
    await there.unhandle(one);
    const of = async (ref: NoteRef) => (await here.handled()).filter(({ id }) => id === ref.id);
    expect(await of(one)).toEqual([]);
    const seen = await of(other);
    // It changed, and was handled again meanwhile under another mark.
    await here.handle(other, riley, "d", { ...state, revision: "failed 2" });
    await there.forgetHandled(seen);
    expect(await of(other)).toMatchObject([{ by: "Riley", revision: "failed 2" }]);
    await there.forgetHandled(await of(other));
    expect(await of(other)).toEqual([]);
    expect((await here.read(other)).notes.map(({ text }) => text)).toEqual(["Called them", "Called them"]);
  });

  test("one person's marks leave room for those of others [notes#handled]", async () => {
    const eager = { subject: "eager", by: "Eager" };
    const marks = Array.from({ length: 100 }, fresh);
    for (const [n, ref] of marks.entries()) await here.handle(ref, eager, `eager-${n}`, state);
    expect(await here.handle(fresh(), eager, "one-more", state)).toMatchObject({ is: "refused" });
    expect(await there.handle(fresh(), sam, "of-sam", state)).toEqual({ is: "done" });
    const [first = fresh()] = marks;
    await here.unhandle(first);
    expect(await here.handle(fresh(), eager, "now", state)).toEqual({ is: "done" });
  });

  test("a record beyond the most that one person can have is refused, and none is dropped [notes#taken]", async () => {
    const full = { subject: "full", by: "Full" };
    const records = createRecords(open(), createSeal("s".repeat(32)));
    const notes = createNotes(records);
    const at = new Date().toISOString();
    const held = Array.from({ length: 499 }, () => ({ ...fresh(), ...shown, at }));
    await records.set("notes-held:full", held, 60);
    expect(await notes.take(fresh(), full, false, shown)).toEqual({ is: "done" });
    const refusal = { is: "refused", words: expect.stringContaining("500 records") };
    expect(await notes.take(fresh(), full, false, shown)).toMatchObject(refusal);
    expect(await notes.handOver(fresh(), sam, full, { id: "n", text: "" }, shown, "")).toMatchObject(refusal);
    expect((await notes.held(full.subject))[0]).toEqual(held[0]);
  });

  test("a page of rows is read in one call, in its order", async () => {
    const refs = [fresh(), fresh(), fresh()];
    await here.write(refs[2] ?? fresh(), riley, "n", "Third");
    const each = await there.readEach(refs);
    expect(each.map((stored) => stored?.notes.length)).toEqual([undefined, undefined, 1]);
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
    const handled = (await here.handled()).map(({ id }) => id);
    expect(handled).not.toContain(one.id);
    expect(handled).toContain(other.id);
    const held = (await here.held(riley.subject)).map(({ id }) => id);
    expect(held).not.toContain(one.id);
    expect(held).toContain(other.id);
    expect(await there.forget([one], true)).toBe(0);
    expect(await here.forget([other], false)).toBe(1);
    expect((await here.read(other)).notes).toHaveLength(2);
    await here.forget([other], true);
  });
});
