import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { BulkPlace, BulkRow, RowOutcome } from "#app/core/commands/bulkKind.server.ts";
import type { Outcome } from "#app/core/commands/follow.server.ts";
import { createSeal } from "#app/core/database/seal.server.ts";
import { maxRows } from "#app/core/records/listPaths.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";
import { countRows, outcomesOf } from "./rows.ts";
import type { Claimed, NewRun, Runs } from "./runStore.server.ts";
import { bulkRows, bulkRuns } from "./tables.ts";

onPortalDatabases((database) => {
  const portal = portalOn(database, async () => ({
    ...(await import("./run.server.ts")),
    ...(await import("./due.server.ts")),
    ...(await import("./runStore.server.ts")),
    ...(await import("#app/core/commands/follow.server.ts")),
  }));
  let here: Runs;
  let elsewhere: Runs;
  beforeAll(() => {
    const seal = createSeal("a secret of thirty-two characters");
    const { createRuns } = portal();
    here = createRuns(database(), seal);
    elsewhere = createRuns(
      database.watchedBy((call) => call()),
      seal,
    );
  });

  let riley: { subject: string };
  /** The results of a row's sends, in order; accepted by default. */
  let faults: Map<string, ("failed" | "unknown" | "refused")[]>;
  /** The service's log: the tokens received by row, and how often each row was acted on. */
  let arrived: Map<string, string[]>;
  let outcomes: Map<string, Outcome>;
  let read: string[];
  let acted: Map<string, number>;

  beforeEach(() => {
    riley = { subject: randomUUID() };
    faults = new Map();
    arrived = new Map();
    acted = new Map();
    outcomes = new Map();
    read = [];
  });

  const before = { revision: "1", at: "labels", words: "Task Failed", moves: false };
  const done: RowOutcome = { is: "done", at: "2026-11-22T09:00:00.000Z", repeated: false };

  /** Idempotent by token; a lost response has taken effect. */
  function send(row: Pick<Claimed, "id">, token: string): RowOutcome {
    const known = arrived.get(row.id) ?? [];
    const fault = faults.get(row.id)?.shift();
    if (fault === "failed" || fault === "refused") return { is: fault, why: "no" };
    if (!known.includes(token)) acted.set(row.id, (acted.get(row.id) ?? 0) + 1);
    arrived.set(row.id, [...known, token]);
    return fault === "unknown" ? { is: "unknown", why: "no answer" } : done;
  }

  /** What the command engine does with what it sent. */
  async function sendFollowed(row: Claimed, token: string): Promise<RowOutcome> {
    const result = send(row, token);
    const { id, name, href } = row;
    const about = {
      kind: "returns",
      alias: "",
      id,
      action: "retry",
      object: "Retry",
      name,
      href,
      closeTo: href,
    };
    const { keepFollowed, submissionOf } = portal();
    if (result.is === "done")
      await keepFollowed(riley, { ...about, before, submission: submissionOf(token), at: Date.now() });
    return result;
  }

  const rowToFollow = (row: Pick<Claimed, "id">): Pick<BulkRow, "href" | "look" | "follow"> => ({
    href: "",
    look: () => Promise.reject(new Error("nobody looks")),
    follow: async () => {
      read.push(row.id);
      return outcomes.get(row.id);
    },
  });
  const rowOf = (row: Claimed): BulkRow => ({
    ...rowToFollow(row),
    run: (token) => sendFollowed(row, token),
  });

  const begin = (count: number, review: string = randomUUID(), plan?: NewRun["plan"]) =>
    here.begin(riley, review, {
      plan,
      ...{ kind: "returns", alias: "", list: "", listHref: "/returns/", title: "Returns" },
      ...{ action: "retry", label: "Retry", words: "A note", what: "Retry" },
      rows: Array.from({ length: count }, (_, n) => ({
        ...{ id: `exo-${n}`, name: `EXO-${n}`, href: `/returns/exo-${n}`, token: `token-${n}` },
      })),
    });

  const countsOf = async (id: string) => countRows((await here.read(riley, id))?.rows ?? []);
  const batch = (runs: Runs, id: string, most = 25) => portal().runBatch(runs, riley, { id }, most, rowOf);

  test("a run is there for the person who began it, and begins once for one review [bulk#runs]", async () => {
    const review = randomUUID();
    const id = await begin(3, review);
    expect(await begin(3, review)).toBe(id);
    expect(await here.list(riley)).toMatchObject([{ id, total: 3, left: 3 }]);
    expect(await here.read({ subject: "sam" }, id)).toBeUndefined();
    expect(await here.claim({ subject: "sam" }, id, 25)).toEqual([]);
  });

  test("two processes at one run share its rows: each is done once [bulk#once]", async () => {
    const id = await begin(60);
    await Promise.all([batch(here, id), batch(elsewhere, id), batch(here, id), batch(elsewhere, id)]);
    expect(await countsOf(id)).toMatchObject({ done: 60, waiting: 0 });
    expect([...acted.values()]).toEqual(Array(60).fill(1));
    expect([...arrived].every(([row, tokens]) => tokens.join() === row.replace("exo", "token"))).toBe(true);
  });

  test("a row whose process crashed is claimed again, with the same token, once its lease has expired", async () => {
    const id = await begin(4);
    const dead = await here.claim(riley, id, 2);
    const [first] = dead;
    if (first) send(first, first.token);
    await batch(elsewhere, id);
    expect(await countsOf(id)).toMatchObject({ done: 2, sending: 2 });
    await database()
      .update(bulkRows)
      .set({ claimedUntil: sql`now() - interval '1 second'` })
      .where(and(eq(bulkRows.run, id), eq(bulkRows.state, "sending")));
    await batch(elsewhere, id);
    expect(await countsOf(id)).toMatchObject({ done: 4, sending: 0 });
    expect(arrived.get("exo-0")).toEqual(["token-0", "token-0"]);
    expect([...acted.values()]).toEqual([1, 1, 1, 1]);
  });

  test("a failed row is retried with a new token, one without a response with its own, a refused one not at all [bulk#results]", async () => {
    const id = await begin(4);
    faults = new Map([
      ["exo-1", ["failed"]],
      ["exo-2", ["unknown"]],
      ["exo-3", ["refused"]],
    ]);
    await batch(here, id);
    expect(await countsOf(id)).toMatchObject({ done: 1, failed: 1, unknown: 1, refused: 1 });
    await here.again(riley, id, () => "anew");
    expect(await countsOf(id)).toMatchObject({ waiting: 2, refused: 1 });
    await batch(here, id);
    expect(await countsOf(id)).toMatchObject({ done: 3, refused: 1 });
    expect(arrived.get("exo-1")).toEqual(["anew"]);
    expect(arrived.get("exo-2")).toEqual(["token-2", "token-2"]);
    expect([...acted.values()]).toEqual([1, 1, 1]);
  });

  test("a row that may have been accepted is never marked as not done: it keeps its token", async () => {
    const id = await begin(1);
    faults.set("exo-0", ["unknown", "failed", "refused"]);
    await batch(here, id);
    for (let time = 0; time < 2; time += 1) {
      await here.again(riley, id, () => "anew");
      await batch(here, id);
      expect(await countsOf(id)).toMatchObject({ unknown: 1 });
    }
    await here.again(riley, id, () => "anew");
    await batch(here, id);
    expect(arrived.get("exo-0")).toEqual(["token-0", "token-0"]);
    expect(acted.get("exo-0")).toBe(1);
  });

  test("a stopped run gives out no rows until it is resumed", async () => {
    const id = await begin(6);
    await batch(here, id, 2);
    await here.stop(riley, id);
    await batch(elsewhere, id);
    expect(await countsOf(id)).toMatchObject({ done: 2, waiting: 4 });
    await here.resume(riley, id);
    await batch(elsewhere, id);
    expect(await countsOf(id)).toMatchObject({ done: 6 });
  });

  test("when all of several fail together it stops automatically, and says so [bulk#run]", async () => {
    const id = await begin(12);
    for (let n = 0; n < 12; n += 1) faults.set(`exo-${n}`, ["failed"]);
    const { run } = await batch(here, id, 5);
    expect(run).toMatchObject({ isStopped: true, why: "The last 5 all failed, so it was stopped." });
    await batch(here, id, 5);
    expect(await countsOf(id)).toMatchObject({ failed: 5, waiting: 7 });
  });

  test("an ended session leaves the remaining rows waiting, and finished ones done", async () => {
    const id = await begin(8);
    let sent = 0;
    const signIn = new Response(null, { status: 302 });
    const until = (row: Claimed): BulkRow => ({
      ...rowOf(row),
      run: async (token) => {
        sent += 1;
        if (sent > 3) throw signIn;
        return send(row, token);
      },
    });
    await expect(portal().runBatch(here, riley, { id }, 8, until)).rejects.toBe(signIn);
    expect(await countsOf(id)).toMatchObject({ done: 3, waiting: 5, sending: 0 });
    await batch(elsewhere, id);
    expect([...acted.values()]).toEqual(Array(8).fill(1));
  });

  test("what goes along and the one-time tokens are sealed", async () => {
    const id = await begin(1);
    const [row] = await database()
      .select({ token: bulkRows.token })
      .from(bulkRows)
      .where(eq(bulkRows.run, id));
    const [run] = await database()
      .select({ words: bulkRuns.words })
      .from(bulkRuns)
      .where(eq(bulkRuns.id, id));
    expect(JSON.stringify([row, run])).not.toMatch(/token-0|A note/);
    expect(await here.read(riley, id)).toMatchObject({ words: "A note", rows: [{ token: "token-0" }] });
  });

  test("what was typed for a row is sealed, and sent with it however often it is tried", async () => {
    const address = {
      ...{ company: "", street1: "1 High St", street2: "", suburb: "Parramatta" },
      ...{ postcode: "2150", state: "NSW", country: "AU" },
    };
    const input = { address, change: "Postcode 3000 → 2150" };
    const id = await here.begin(riley, randomUUID(), {
      ...{ kind: "orders", alias: "", list: "", listHref: "/orders/", title: "Orders" },
      ...{ action: "update-address", label: "Update", words: "", what: "Update" },
      rows: [{ id: "exo-0", name: "1", href: "/orders/1", token: "token", input }],
    });
    faults.set("exo-0", ["failed"]);
    await batch(here, id);
    await here.again(riley, id, () => "another token");
    expect((await here.claim(riley, id, 1))[0]?.input).toEqual(input);
    const [stored] = await database().select().from(bulkRows).where(eq(bulkRows.run, id));
    expect(JSON.stringify(stored)).not.toMatch(/High St|3000/);
  });

  /** The records of a run, as whoever begins it by itself reaches them. */
  const placeOf = async (): Promise<BulkPlace> => ({
    user: userOf(new Request("https://portal.example/")),
    ...{ listHref: "/returns/", title: "Returns" },
    page: () => Promise.reject(new Error("nobody lists")),
    row: (id) => ({ ...rowToFollow({ id }), run: async (token) => send({ id }, token) }),
  });
  const runAllDue = async (runs: Runs, place: () => Promise<BulkPlace> = placeOf) => {
    while (await portal().runDue(runs, place));
  };
  const planned = (minutes: number) => ({
    at: Date.now() + minutes * 60_000,
    sessionId: "a session of Riley's",
  });

  test("a planned run waits for its time, by itself and by hand, and is taken back or begun before [bulk#later, bulk#later-back]", async () => {
    const [first, second] = [await begin(2, undefined, planned(60)), await begin(2, undefined, planned(60))];
    await runAllDue(here);
    await batch(here, first);
    expect(arrived.size).toBe(0);
    expect(await here.list(riley)).toMatchObject([{ left: 2, runAt: expect.any(Number) }, { left: 2 }]);
    expect(await portal().runsToday(riley)).toMatchObject([
      { words: expect.stringContaining("begins by itself") },
      {},
    ]);
    await here.stop(riley, first);
    await here.resume(riley, second);
    await batch(here, second);
    expect(await countsOf(first)).toMatchObject({ waiting: 2 });
    expect(await countsOf(second)).toMatchObject({ done: 2 });
    expect(await here.read(riley, first)).toMatchObject({ isStopped: true, runAt: undefined });
    const [stored] = await database().select().from(bulkRuns).where(eq(bulkRuns.id, first));
    expect(stored?.session, "its session is forgotten").toBeNull();
  });

  test("a run whose time has come is done once, by several portals at a time [bulk#later]", async () => {
    const id = await begin(12, undefined, planned(-1));
    const [stored] = await database().select().from(bulkRuns).where(eq(bulkRuns.id, id));
    expect(stored?.session, "sealed").not.toContain("Riley");
    await Promise.all([runAllDue(here), runAllDue(elsewhere), runAllDue(here)]);
    expect(await countsOf(id)).toMatchObject({ done: 12 });
    expect([...acted.values()]).toEqual(Array(12).fill(1));
    expect(await here.read(riley, id)).toMatchObject({ isStopped: false, runAt: undefined });
  });

  test("another portal goes on where one died over a planned run, with the same tokens [bulk#later]", async () => {
    const id = await begin(3, undefined, planned(-1));
    const due = await here.claimDue();
    expect(due).toEqual({ id, subject: riley.subject, sessionId: "a session of Riley's" });
    const [lost] = await here.claim(riley, id, 1);
    if (lost) send(lost, lost.token);
    await runAllDue(elsewhere);
    expect(arrived.size, "it is the other's for now").toBe(1);
    await database()
      .update(bulkRuns)
      .set({ runAtClaimedUntil: new Date(0) })
      .where(eq(bulkRuns.id, id));
    await database()
      .update(bulkRows)
      .set({ claimedUntil: new Date(0) })
      .where(and(eq(bulkRows.run, id), eq(bulkRows.state, "sending")));
    await runAllDue(elsewhere);
    expect(await countsOf(id)).toMatchObject({ done: 3 });
    expect([...acted.values()]).toEqual([1, 1, 1]);
  });

  test("where the session has ended, or its roles are gone, nothing is sent, and the run says why", async () => {
    for (const [status, why] of [
      [302, "Your session had ended when its time had come."],
      [403, "Your roles did not allow it when its time had come."],
    ] as const) {
      const id = await begin(2, undefined, planned(-1));
      await runAllDue(here, () => Promise.reject(new Response(null, { status })));
      expect(await here.read(riley, id)).toMatchObject({ isStopped: true, why, runAt: undefined });
      expect(await countsOf(id)).toMatchObject({ waiting: 2 });
      await runAllDue(here);
      expect(arrived.size, "it is not tried again by itself").toBe(0);
    }
  });

  test("the largest run is whole", async () => {
    const id = await begin(maxRows);
    while ((await countsOf(id)).waiting > 0) await batch(here, id);
    expect(await countsOf(id)).toMatchObject({ done: maxRows });
    expect(await here.list(riley)).toMatchObject([{ total: maxRows, left: 0, again: 0 }]);
  });

  test("an unfinished run stays listed, however many newer ones there are [bulk#runs]", async () => {
    const unfinished = await begin(1);
    for (let n = 0; n < 35; n += 1) await batch(here, await begin(1));
    const listed = await here.list(riley);
    expect(listed.map(({ id }) => id)).toContain(unfinished);
    expect(listed).toHaveLength(31);
  });

  test("what became of each record is read until it is known, kept, and never read again [bulk#outcomes]", async () => {
    const id = await begin(4);
    await batch(here, id);
    const follow = async () => {
      const stored = await here.read(riley, id);
      if (!stored) throw new Error("There is no run");
      const run = () => Promise.reject(new Error("nothing is sent"));
      return portal().followRun(here, riley, stored, (row) => ({ ...rowToFollow(row), run }));
    };
    const known = { ways: [], isAtRest: true };
    const failed = { ...known, is: "failed" as const, words: "failed again at labels", reason: "no label" };
    outcomes.set("exo-0", { ...known, is: "wentOn", words: "went on: Completed", reason: "" });
    outcomes.set("exo-2", failed).set("exo-3", failed);
    expect((await follow()).withOutcome).toEqual([0, 2, 3]);
    const { run } = await follow();
    expect(read).toEqual(["exo-0", "exo-1", "exo-2", "exo-3", "exo-1"]);
    expect(outcomesOf(portal().toRowViews(run))).toEqual({
      ...{ wentOn: 1, needsPerson: 0, failedAgain: 2, notKnown: 1 },
      stuck: [{ reason: "no label", ids: ["exo-2", "exo-3"], next: [] }],
    });
  });
});
