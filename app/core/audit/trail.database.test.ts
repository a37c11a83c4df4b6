import { between, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { auditHead, auditLines } from "./tables.ts";
import { type AuditFact, createHeads, createTrail } from "./trail.server.ts";

const secret = "a secret of these tests only, long enough";

const fact = (did: string): AuditFact => ({
  ...{ at: 1_795_000_000_000, subject: "s", name: "Riley", kind: "action", did, record: "", href: "" },
  ...{ outcome: "done", why: "", address: "127.0.0.1", correlationId: "c" },
});

onPortalDatabases((database) => {
  beforeEach(async () => {
    await database().delete(auditLines);
    await database().delete(auditHead);
  });

  async function written(count: number) {
    const trail = createTrail(database(), secret);
    for (let n = 1; n <= count; n += 1) await trail.append(fact(`action ${n}`));
    return trail;
  }

  async function lineOf(n: number) {
    const [line] = await database().select().from(auditLines).where(eq(auditLines.n, n));
    if (!line) throw new Error(`There is no line ${n}`);
    return line;
  }
  const alter = (n: number, fields: Partial<typeof auditLines.$inferInsert>) =>
    database().update(auditLines).set(fields).where(eq(auditLines.n, n));
  const remove = (from: number, to = from) =>
    database()
      .delete(auditLines)
      .where(between(auditLines.n, from, to));
  const signedHead = async () => (await database().select().from(auditHead))[0]?.signed ?? "";

  test("an untouched trail is valid, an empty one, too", async () => {
    expect(await createTrail(database(), secret).check()).toEqual({ lines: 0, head: { n: 0, hash: "" } });
    const trail = await written(5);
    expect(await trail.check()).toEqual({ lines: 5, head: { n: 5, hash: (await lineOf(5)).hash } });
    const lines = await trail.readDown(5, 2);
    const expected = [5, 4, 3, 2].map((n) => [n, `action ${n}`, undefined]);
    expect(lines.map(({ n, entry, problem }) => [n, entry?.did, problem])).toEqual(expected);
  });

  test("whatever a text holds is written, and is as written when it is read again", async () => {
    const trail = createTrail(database(), secret);
    await trail.append({ ...fact("NUL \0, half a pair \ud83d"), why: "“quoted” 🏷" });
    expect(await trail.check()).toMatchObject({ lines: 1, head: { n: 1 } });
    expect(await lineOf(1)).toMatchObject({ did: "NUL \ufffd, half a pair \ufffd", why: "“quoted” 🏷" });
  });

  test("several processes write one trail: each line is taken by one of them, and none is lost [audit#chain]", async () => {
    const trails = [1, 2, 3].map(() =>
      createTrail(
        database.watchedBy((call) => call()),
        secret,
      ),
    );
    const facts = Array.from({ length: 30 }, (_, index) => fact(`action ${index}`));
    await Promise.all(facts.map((one, index) => trails[index % 3]?.append(one)));
    const [trail] = trails;
    expect(await trail?.check()).toMatchObject({ lines: 30, head: { n: 30 } });
    const all = (await trail?.readDown(30, 1)) ?? [];
    expect(new Set(all.map(({ entry }) => entry?.did)).size).toBe(30);
  });

  test("a line that was altered is named", async () => {
    const trail = await written(5);
    await alter(3, { name: "Somebody else" });
    const problem = expect.stringContaining("does not fit its own hash");
    expect(await trail.check()).toEqual({ lines: 5, broken: { n: 3, problem } });
    expect((await trail.readDown(5, 1)).filter(({ problem }) => problem).map(({ n }) => n)).toEqual([3]);
  });

  test("what the page searches of a line is as written, too", async () => {
    const trail = await written(3);
    await alter(2, { searchText: "" });
    expect((await trail.check()).broken?.n).toBe(2);
  });

  test("a line that was written anew with a fitting hash is named: the next one follows another [audit#chain, audit#check]", async () => {
    const other = await written(2);
    await other.append({ ...fact("action 3"), name: "Somebody else" });
    const forged = await lineOf(3);
    await database().delete(auditLines);
    await database().delete(auditHead);
    const trail = await written(5);
    await alter(3, forged);
    expect((await trail.check()).broken?.n).toBe(3);
  });

  test("a line that somebody without the portal's secret wrote is named [audit#chain]", async () => {
    const trail = await written(3);
    await createTrail(database(), "another secret of these tests, long enough").append(fact("action 4"));
    expect((await trail.check()).broken?.n).toBe(3);
    expect((await trail.readDown(4, 4))[0]?.problem).toContain("does not fit its own hash");
  });

  test.each([1, 3, 5])("line %s that is gone is named", async (n) => {
    const trail = await written(5);
    await remove(n);
    const broken = { n, problem: expect.stringContaining("is gone") };
    expect(await trail.check()).toMatchObject({ broken });
  });

  test("a trail continues after its head was lost, and says so for good [audit#check]", async () => {
    const trail = await written(3);
    await database().delete(auditHead);
    const gone = { n: 3, problem: expect.stringContaining("head of the trail is gone") };
    expect(await trail.check()).toEqual({ lines: 3, broken: gone });
    expect((await trail.append(fact("action 4"))).n).toBe(4);
    const cut = { n: 3, problem: expect.stringContaining("cut off") };
    expect(await trail.check()).toEqual({ lines: 4, broken: cut });
  });

  test("a line is never written over, also where an older head was put back", async () => {
    const trail = await written(2);
    const early = await signedHead();
    await trail.append(fact("action 3"));
    await database().update(auditHead).set({ signed: early });
    expect((await trail.append(fact("action 4"))).n).toBe(4);
    expect((await lineOf(3)).did).toBe("action 3");
    expect(await trail.check()).toMatchObject({ lines: 4, broken: { n: 3 } });
  });

  test("an end that was cut off is named, with its head and without, also by the next line [audit#check]", async () => {
    const trail = await written(30);
    await remove(21, 30);
    expect(await trail.check()).toMatchObject({ lines: 30, broken: { n: 21 } });
    await database().delete(auditHead);
    const gone = { n: 20, problem: expect.stringContaining("head of the trail is gone") };
    expect(await trail.check()).toEqual({ lines: 20, broken: gone });
    expect((await trail.append(fact("the next"))).n).toBe(21);
    const cut = { n: 20, problem: expect.stringContaining("cut off") };
    expect(await trail.check()).toEqual({ lines: 21, broken: cut });
  });

  test("a gap is looked past, however the trail lost its head [audit#check]", async () => {
    const trail = await written(11);
    const early = await signedHead();
    for (let n = 12; n <= 30; n += 1) await trail.append(fact(`action ${n}`));
    await database().delete(auditHead);
    await remove(12);
    const broken = { n: 12, problem: expect.stringContaining("is gone") };
    expect(await trail.check()).toEqual({ lines: 30, broken });
    await database().insert(auditHead).values({ signed: early });
    expect(await trail.check()).toEqual({ lines: 30, broken });
  });

  test("an end that was restored whole is detected by a head stored elsewhere, which only the portal writes [audit#head]", async () => {
    const heads = createHeads(secret);
    const trail = await written(20);
    const early = await signedHead();
    for (let n = 21; n <= 30; n += 1) await trail.append(fact(`action ${n}`));
    const apart = await signedHead();
    await remove(21, 30);
    await database().update(auditHead).set({ signed: early });
    expect(await trail.check()).toMatchObject({ lines: 20, head: { n: 20 } });
    const known = heads.read(apart);
    expect(known?.n).toBe(30);
    expect(await trail.check(known && [known])).toMatchObject({ lines: 30, broken: { n: 21 } });
    for (let n = 21; n <= 30; n += 1) await trail.append(fact(`another action ${n}`));
    expect(await trail.check(known && [known])).toMatchObject({ broken: { n: 30 } });
    for (const forged of ["", apart.slice(0, -2), apart.replace(/^30/, "20"), `${apart}x`])
      expect(heads.read(forged)).toBeUndefined();
    expect(createHeads("another secret").read(apart)).toBeUndefined();
  });

  test("erased texts are proved by the erasure's line, and no others [privacy#trail]", async () => {
    const trail = await written(4);
    const before = await lineOf(2);
    const { at, erases: _, erasedBy: __, submission: ___, ...entry } = before;
    await trail.erase(fact("Forgot a customer"), [{ ...entry, at: at.getTime(), record: "[forgotten]" }]);
    expect(await trail.check()).toMatchObject({ lines: 5, head: { n: 5 } });
    const erased = await lineOf(2);
    expect(erased.record).toBe("[forgotten]");
    await alter(2, { why: "Another" });
    expect(await trail.check()).toMatchObject({ broken: { n: 2 } });
    await alter(2, { ...erased, erasedBy: 4 });
    expect(await trail.check()).toMatchObject({ broken: { n: 2 } });
    await alter(2, before);
    await alter(3, { did: "Nothing", erasedBy: 5 });
    expect(await trail.check()).toMatchObject({ broken: { n: 3 } });
  });

  test("no filter hides damage: what is next to a gap or to a line written anew, and an end that is gone [audit#filters]", async () => {
    const trail = await written(12);
    const named = async (did: string, most = 50, skipped = 0) =>
      (await trail.readMatching(eq(auditLines.did, did), most, skipped)).lines.map(
        ({ n, entry }) => `${n}${entry ? "" : " gone"}`,
      );
    expect(await named("action 7")).toEqual(["7"]);
    await remove(12);
    await remove(4, 5);
    expect(await named("action 7")).toEqual(["12 gone", "7", "6", "5 gone"]);
    expect(await named("action 7", 1, 1)).toEqual(["6", "5 gone"]);
  });
});
