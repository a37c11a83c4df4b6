import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createSeal, hashedName } from "#app/core/database/seal.server.ts";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { ApiError } from "./apiError.server.ts";
import { createOnce, createSharedToken, createTokens, type Once } from "./once.server.ts";
import { submissions } from "./tables.ts";

const seal = createSeal("a secret of thirty-two characters");
const riley = { subject: "riley" };
const sam = { subject: "sam" };
const { make } = createTokens("another secret of thirty-two characters");

/** Work that counts its starts, and ends on demand. */
function heldWork<Outcome>(end: () => Outcome) {
  let sent = 0;
  let finish = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = async () => {
    sent += 1;
    await until;
    return end();
  };
  return { work, sent: () => sent, finish: () => finish() };
}

onPortalDatabases((database) => {
  const here: Once = (...given) => createOnce(database(), seal)(...given);
  const elsewhere = here;

  test("a second submission shows the first outcome and sends nothing", async () => {
    const token = randomUUID();
    let sent = 0;
    const work = async () => ({ id: ++sent });
    const first = await here(riley, token, work);
    const second = await elsewhere(riley, token, work);
    expect(first).toMatchObject({ outcome: { id: 1 }, repeated: false });
    expect(second).toEqual({ outcome: { id: 1 }, repeated: true, at: first.at });
    expect(sent).toBe(1);
  });

  test("a double click waits for the first, on whichever process it lands", async () => {
    const token = randomUUID();
    const { work, sent, finish } = heldWork(() => "done");
    const both = [here(riley, token, work), elsewhere(riley, token, work), here(riley, token, work)];
    finish();
    const outcomes = await Promise.all(both);
    expect(sent()).toBe(1);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
    expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  test("everybody who waited for a failure gets it too; a retry afterwards works", async () => {
    const token = randomUUID();
    const failing = heldWork(() => {
      throw new ApiError({ statusLine: "", code: 502, message: "no", correlationId: "c", advice: "wait" });
    });
    const first = here(riley, token, failing.work);
    await expect.poll(failing.sent).toBe(1);
    const second = elsewhere(riley, token, failing.work);
    const outcomes = Promise.allSettled([first, second]);
    await new Promise(setImmediate);
    failing.finish();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = await elsewhere(riley, token, async () => "at last");
    expect(again).toMatchObject({ outcome: "at last", repeated: false });
  });

  test("a finished write is not repeated if its result could not be stored immediately [records#once]", async () => {
    const token = randomUUID();
    let refusals = 2;
    let isDone = false;
    const once = createOnce(
      database.watchedBy(async (call) => {
        if (isDone && refusals > 0) {
          refusals -= 1;
          throw new Error("the database does not answer");
        }
        return call();
      }),
      seal,
    );
    let sent = 0;
    const work = async () => {
      isDone = true;
      return ++sent;
    };
    expect(await once(riley, token, work)).toMatchObject({ outcome: 1, repeated: false });
    expect(await once(riley, token, work), "the process that did it").toMatchObject({ repeated: true });
    const elsewhereToo = await elsewhere(riley, token, work);
    expect(elsewhereToo, "another one, once the database answers").toMatchObject({
      outcome: 1,
      repeated: true,
    });
    expect(sent).toBe(1);
  });

  test("work of a crashed process is done by the next; a late result of the crashed one changes nothing", async () => {
    const token = randomUUID();
    let fail = (_problem: Error): void => undefined;
    const unanswered = new Promise((_, reject) => {
      fail = reject;
    });
    const late = here(riley, token, () => unanswered);
    const lost = expect(late).rejects.toThrow("no answer");
    const isIt = eq(submissions.token, hashedName(token));
    await expect.poll(() => database().$count(submissions, isIt)).toBe(1);
    await database().update(submissions).set({ leasedUntil: sql`now() - interval '1 second'` }).where(isIt);
    expect(await elsewhere(riley, token, async () => "done")).toMatchObject({ repeated: false });
    fail(new Error("no answer"));
    await lost;
    const again = await elsewhere(riley, token, async () => "again");
    expect(again).toMatchObject({ outcome: "done", repeated: true });
  });

  test("a late run that stores its result just as another would take its place keeps it [records#once]", async () => {
    const token = randomUUID();
    const { work, sent, finish } = heldWork(() => "done");
    const late = here(riley, token, work);
    await expect.poll(sent).toBe(1);
    const isIt = eq(submissions.token, hashedName(token));
    let calls = 0;
    const other = createOnce(
      database.watchedBy(async (call) => {
        calls += 1;
        // Before it looks at the run, and between that look and its claim.
        if (calls === 2)
          await database()
            .update(submissions)
            .set({ leasedUntil: sql`now() - interval '1 second'` })
            .where(isIt);
        if (calls === 3) {
          finish();
          await late;
        }
        return call();
      }),
      seal,
    );
    expect(await other(riley, token, work)).toMatchObject({ outcome: "done", repeated: true });
    expect(calls).toBeGreaterThan(3);
    expect(sent()).toBe(1);
  });

  test("a token belongs to one person", async () => {
    const token = randomUUID();
    await here(riley, token, async () => "riley's");
    expect(await here(sam, token, async () => "sam's")).toMatchObject({ outcome: "sam's", repeated: false });
  });

  test("the form of one thing in one state has one token, in every tab, session and process", async () => {
    const about = { action: "/orders/1/actions/retry", target: { id: 1, status: "SOFT" } };
    const given = await Promise.all(
      Array.from({ length: 4 }, () => createSharedToken(database(), seal, make)(riley, about)),
    );
    expect(new Set(given).size).toBe(1);
  });

  test("another state, another thing, another person, or one submission later: another token", async () => {
    const tokenFor = createSharedToken(database(), seal, make);
    const target = { id: 2, status: "SOFT" };
    const given = await Promise.all([
      tokenFor(riley, { action: "retry", target }),
      tokenFor(riley, { action: "retry", target, after: "first" }),
      tokenFor(riley, { action: "retry", target: { id: 2, status: "PROCESSING" } }),
      tokenFor(riley, { action: "cancel", target }),
      tokenFor(sam, { action: "retry", target }),
    ]);
    expect(new Set(given).size).toBe(5);
  });

  test("the database has neither the token nor what came of it to read, and another secret reads none of it", async () => {
    const token = randomUUID();
    await here(riley, token, async () => "what was answered");
    const rows = await database().select().from(submissions);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${token}|what was answered`));
    const other = createOnce(database(), createSeal("another secret of thirty-two characters"));
    expect(await other(riley, token, async () => "anew")).toMatchObject({ outcome: "anew", repeated: false });
  });
});
