import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn } from "#tests/support/portalModules.ts";
import type { Outcome, RecordProgress } from "./follow.server.ts";

const before: RecordProgress = { revision: "1", at: "labels", words: "Task Failed", moves: false };

onPortalDatabases((database) => {
  const portal = portalOn(database, async () => ({
    ...(await import("./follow.server.ts")),
    ...(await import("./followInBackground.server.ts")),
    ...(await import("#app/core/http/apiError.server.ts")),
  }));
  const riley = { subject: "riley" };
  const sentAs = (submission: string) => ({
    ...{ submission, kind: "returns", alias: "", id: "exo-1", action: "retry", before },
    ...{ object: "Retry for exchange order", name: "EXO-1", href: "/returns/exo-1", closeTo: "/returns/" },
    at: Date.parse("2026-11-29T01:00:00Z"),
  });
  const kept = async (submission: string, person = riley) =>
    (await portal().followedOf(person, [submission])).get(submission);

  test("what became of a command is written down until its record is at rest, for who sent it alone [actions#outcome]", async () => {
    const { keepFollowed, noteOutcome } = portal();
    const one = randomUUID();
    await keepFollowed(riley, sentAs(one));
    expect(await kept(one)).toMatchObject(sentAs(one));
    expect(await kept(one, { subject: "sam" })).toBeUndefined();
    const known: Outcome = {
      is: "wentOn",
      words: "went on: Processing",
      reason: "",
      ways: [],
      isAtRest: false,
    };
    const atRest: Outcome = { ...known, words: "went on: Completed", isAtRest: true };
    expect(await noteOutcome(riley, one, undefined)).toBe(false);
    expect(await noteOutcome(riley, one, known)).toBe(false);
    expect(await kept(one)).toMatchObject({ outcome: { words: "went on: Processing" } });
    await keepFollowed(riley, sentAs(one), true);
    expect(await noteOutcome(riley, one, atRest)).toBe(true);
    expect(await noteOutcome(riley, one, { ...known, is: "failed", words: "failed later" })).toBe(false);
    expect(await kept(one)).toMatchObject({ outcome: atRest });
  });

  test("what was submitted is followed until its record is at rest, whether or not a page asks [actions#followed]", async () => {
    const { ApiError, followUntilAtRest, keepFollowed } = portal();
    const one = randomUUID();
    await keepFollowed(riley, sentAs(one));
    const unread = new ApiError({ statusLine: "", code: 503, message: "m", correlationId: "c", advice: "" });
    const moving = { revision: "2", at: "triage", words: "went on: Processing", moves: true };
    const failure = { again: "failed again at Triage", now: "failed at Triage", reason: "Checks" };
    const later = [moving, unread, before, { ...moving, revision: "3", moves: false, failure }, moving];
    const seen: (string | undefined)[] = [];
    const waited: number[] = [];
    await followUntilAtRest(
      {
        ...{ person: riley, submission: one, before },
        async read() {
          const next = later.shift();
          if (next instanceof ApiError) throw next;
          return next;
        },
      },
      async (ms) => {
        waited.push(ms);
        seen.push((await kept(one))?.outcome?.words);
      },
    );
    expect(await kept(one)).toMatchObject({ outcome: { is: "failed", words: "failed at Triage" } });
    expect(seen).toEqual([undefined, ...Array(3).fill("went on: Processing")]);
    expect(waited).toEqual([5_000, 7_500, 11_250, 16_875]);
    expect(later, "it is not read again").toEqual([moving]);
  });

  test("nobody is followed beyond their session, nor for more than half an hour [actions#followed]", async () => {
    const { followUntilAtRest, keepFollowed } = portal();
    const one = randomUUID();
    await keepFollowed(riley, sentAs(one));
    let reads = 0;
    const following = (read: () => Promise<RecordProgress>) =>
      followUntilAtRest({ person: riley, submission: one, before, read }, async () => undefined);
    await following(async () => {
      reads += 1;
      throw new Response(null, { status: 302 });
    });
    expect(reads).toBe(1);
    await following(async () => {
      reads += 1;
      return before;
    });
    expect(reads).toBeGreaterThan(30);
    expect(reads).toBeLessThan(40);
  });
});
