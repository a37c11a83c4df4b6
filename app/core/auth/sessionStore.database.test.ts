import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeal, hashedName } from "#app/core/database/seal.server.ts";
import { schedules } from "#tests/support/models.ts";
import { inTurn, onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { createSessionStore, type SessionRecord } from "./sessionStore.server.ts";
import { peopleSignedIn, sessions as sessionRows } from "./tables.ts";

const seal = createSeal("a secret of thirty-two characters");
const hour = 3_600_000;
const lives = { idleMs: 12 * hour, maxMs: 48 * hour };

const sessionOf = (subject: string, signedInAt: number, sid?: string): SessionRecord => ({
  subject,
  identity: { email: "", username: "riley", initials: "R", fullname: "Riley", roles: ["User"] },
  confirmed: { renewAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER },
  signedInAt,
  refreshToken: "first",
  ...(sid === undefined ? {} : { sid }),
});

onPortalDatabases((database) => {
  const sessionsHere = () => createSessionStore(database(), seal, lives);
  /** Signs a person in; resolves to the session's ID. */
  const signIn = async (subject: string, sid?: string) => {
    const sessions = sessionsHere();
    return sessions.start(sessionOf(subject, await sessions.now(), sid), "a device");
  };
  const aliveOf = async (ids: readonly string[]) => {
    const read = await Promise.all(ids.map((id) => sessionsHere().read(id)));
    return ids.filter((_, at) => read[at] !== undefined);
  };
  const devicesOf = async (subject: string) => (await sessionsHere().list(subject)).length;
  /** As if so many hours had passed for a session. */
  const pass = (id: string, hours: number) => {
    const ago = sql`make_interval(hours => ${hours})`;
    const { signedInAt, seenAt, expiresAt } = sessionRows;
    return database()
      .update(sessionRows)
      .set({
        ...{ signedInAt: sql`${signedInAt} - ${ago}`, seenAt: sql`${seenAt} - ${ago}` },
        expiresAt: sql`${expiresAt} - ${ago}`,
      })
      .where(eq(sessionRows.id, hashedName(id)));
  };

  test("the database has no session's id and nothing of its content to read", async () => {
    const id = await signIn("reader");
    const [row] = await database().select().from(sessionRows).where(eq(sessionRows.subject, "reader"));
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${id}|Riley|first`));
  });

  test("people who sign in at one moment are all on the list, and all end [sign-in#own-sessions, sign-in#end-means-end]", async () => {
    const subject = randomUUID();
    const ids = await Promise.all(Array.from({ length: 12 }, () => signIn(subject)));
    expect(await devicesOf(subject)).toBe(12);
    expect(await sessionsHere().endPerson(subject)).toHaveLength(12);
    expect(await aliveOf(ids)).toEqual([]);
    expect(await devicesOf(subject)).toBe(0);
    expect(await aliveOf([await signIn(subject)]), "who signs in afterwards").toHaveLength(1);
  });

  test("a sign-in that is under way while its person's sessions end does not count", async () => {
    const subject = randomUUID();
    const sessions = sessionsHere();
    const signedInAt = await sessions.now();
    expect(await sessions.endPerson(subject)).toEqual([]);
    const id = await sessions.start(sessionOf(subject, signedInAt), "a device");
    expect(await aliveOf([id])).toEqual([]);
    expect(await devicesOf(subject)).toBe(0);
  });

  test("one of a person's sessions ends by its handle, and no other person's does", async () => {
    const [subject, other] = [randomUUID(), randomUUID()];
    const ids = [await signIn(subject), await signIn(subject)];
    const [own = ""] = ids;
    const listed = await sessionsHere().list(subject, own);
    expect(listed.map(({ isThis }) => isThis).sort()).toEqual([false, true]);
    const handle = listed.find(({ isThis }) => !isThis)?.handle ?? "";
    expect(await sessionsHere().endListed(other, handle)).toEqual([]);
    expect(await sessionsHere().endListed(subject, handle)).toHaveLength(1);
    expect(await aliveOf(ids)).toEqual([own]);
  });

  test("a session that ends while it is renewed stays ended", async () => {
    const id = await signIn(randomUUID());
    const renewed = await sessionsHere().change(id, async (session) => {
      await sessionsHere().end(id);
      return { ...session, refreshToken: "second" };
    });
    expect(renewed).toBeUndefined();
    expect(await aliveOf([id])).toEqual([]);
  });

  test("one process renews a session at a time; one that took too long changes nothing any more", async () => {
    const id = await signIn(randomUUID());
    const [here, there] = [sessionsHere(), sessionsHere()];
    let stop = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let isBegun = false;
    const slow = here.change(id, async (session) => {
      isBegun = true;
      await until;
      return { ...session, refreshToken: "late" };
    });
    await expect.poll(() => isBegun).toBe(true);
    let isOther = false;
    const other = there.change(id, async (session) => {
      isOther = true;
      return { ...session, refreshToken: `after ${session.refreshToken}` };
    });
    await there.peek(id);
    expect(isOther).toBe(false);
    await database()
      .update(sessionRows)
      .set({ renewingUntil: sql`now() - interval '1 second'` })
      .where(eq(sessionRows.id, hashedName(id)));
    expect((await other)?.refreshToken).toBe("after first");
    stop();
    expect((await slow)?.refreshToken).toBe("after first");
  });

  test("one's own session continues when one ends the others, unless somebody else has ended it", async () => {
    const subject = randomUUID();
    const [own = "", other = ""] = [await signIn(subject), await signIn(subject)];
    await sessionsHere().endPerson(subject, own);
    expect(await aliveOf([own, other])).toEqual([own]);
    await sessionsHere().endPerson(subject);
    await sessionsHere().endPerson(subject, own);
    expect(await aliveOf([own])).toEqual([]);
  });

  test("a sign-in under an ended session of the provider does not count", async () => {
    const [subject, sid] = [randomUUID(), randomUUID()];
    const other = await signIn(subject);
    await sessionsHere().endProviderSession(sid, undefined);
    expect(await aliveOf([await signIn(subject, sid), other])).toEqual([other]);
  });

  test("however busy, a session ends after its longest life [sign-in#longest]", async () => {
    const id = await signIn(randomUUID());
    for (const hours of [8, 8, 8, 8, 8, 7]) {
      await pass(id, hours);
      expect(await aliveOf([id])).toEqual([id]);
    }
    await pass(id, 1);
    expect(await aliveOf([id])).toEqual([]);
  });

  test("use restarts the idle time; peeking, a renewal and reading how long it lasts do not [sign-in#idle, sign-in#polls]", async () => {
    const [used, open] = [await signIn(randomUUID()), await signIn(randomUUID())];
    for (const id of [used, open]) await pass(id, 11);
    const sessions = sessionsHere();
    expect(await sessions.read(used)).toBeDefined();
    expect(await sessions.peek(open)).toBeDefined();
    expect(await sessions.change(open, async (now) => ({ ...now, refreshToken: "new" }))).toBeDefined();
    const left = await sessions.lifeLeft(open);
    expect(left).toBeLessThanOrEqual(hour);
    expect(left).toBeGreaterThan(hour / 2);
    for (const id of [used, open]) await pass(id, 2);
    expect(await aliveOf([used, open])).toEqual([used]);
    expect(await sessions.peek(open)).toBeUndefined();
    expect(await sessions.lifeLeft(open)).toBe(0);
  });

  test("who signed in longer ago than a session lasts is off the list of people, however many sign in since", async () => {
    const sessions = sessionsHere();
    await database().delete(peopleSignedIn);
    const now = await sessions.now();
    for (const [n, hours] of [60, 40, 20, 0].entries())
      await sessions.start(sessionOf(`person ${n}`, now - hours * hour), "a device");
    const subjects = (people: { subject: string }[]) => people.map(({ subject }) => subject).sort();
    expect(subjects(await sessions.people())).toEqual(["person 1", "person 2", "person 3"]);
    expect(subjects(await sessions.peopleWithSessions())).toEqual(["person 1", "person 2", "person 3"]);
  });

  test("any interleaving of sign-ins, ends, log-outs and renewals leave nothing alive that ended", async () => {
    const people = ["riley", "sam"];
    const several = (kind: string, count: number) => Array.from({ length: count }, () => kind);
    const often = [...several("renew", 4), ...several("end one", 4), ...several("sign in", 2)];
    const operation = fc.record({
      kind: fc.constantFrom(...often, "end person", "end others", "log out", "read"),
      person: fc.constantFrom("riley", "riley", "riley", "sam"),
      n: fc.nat(1),
      /** Starts after this many turns of the others. */
      after: fc.nat(8),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(operation, { minLength: 4, maxLength: 9 }),
        async (scheduler, operations) => {
          const run = randomUUID();
          const turn = async () => {
            await scheduler.schedule(Promise.resolve());
            // Lets the queries of the others proceed.
            await setImmediate();
          };
          const sessions = createSessionStore(database.watchedBy(inTurn(turn)), seal, lives, turn);
          const subjectOf = (person: string) => `${run} ${person}`;
          const sidOf = (person: string, n: number) => `${run} ${person} ${n}`;
          type Known = { id: string; person: string; sid: string; signedInAt: number; role: string };
          const known: Known[] = [];
          const ended = new Set<string>();
          /** Revocations with the moment at which they were acknowledged. */
          const revoked: { person: string; at: number; except: string | undefined }[] = [];
          const overSids = new Set<string>();
          const start = async (person: string, n: number) => {
            const sid = sidOf(person, n);
            const signedInAt = await sessions.now();
            const id = await sessions.start(sessionOf(subjectOf(person), signedInAt, sid), "a device");
            known.push({ id, person, sid, signedInAt, role: "User" });
          };
          const one = (person: string, n: number) => known.filter((it) => it.person === person)[n];

          const perform = async ({ kind, person, n, after }: (typeof operations)[number]): Promise<void> => {
            for (let turns = 0; turns < after; turns += 1) await turn();
            const it = one(person, n);
            if (kind === "sign in") return start(person, n);
            if (kind === "end person" || (kind === "end others" && !it)) {
              const at = await sessions.now();
              await sessions.endPerson(subjectOf(person));
              revoked.push({ person, at, except: undefined });
            } else if (kind === "end others" && it) {
              const at = await sessions.now();
              await sessions.endPerson(subjectOf(person), it.id);
              revoked.push({ person, at, except: it.id });
            } else if (kind === "log out") {
              const sid = sidOf(person, n);
              await sessions.endProviderSession(sid, await sessions.ownerOf(sid));
              overSids.add(sid);
            } else if (!it) return;
            else if (kind === "end one") {
              await sessions.end(it.id);
              ended.add(it.id);
            } else if (kind === "renew") {
              const role = `role ${randomUUID()}`;
              const renewed = await sessions.change(it.id, async (session) => {
                await turn();
                return { ...session, identity: { ...session.identity, roles: [role] } };
              });
              if (renewed) it.role = role;
            } else await sessions.read(it.id);
          };

          for (const person of people) for (const n of [0, 1]) await scheduler.waitFor(start(person, n));
          await scheduler.waitFor(Promise.all(operations.map(perform)));

          const shouldBeOver = ({ id, person, sid, signedInAt }: Known) =>
            ended.has(id) ||
            overSids.has(sid) ||
            revoked.some((by) => by.person === person && by.except !== id && signedInAt <= by.at);
          const alive: Known[] = [];
          for (const it of known) {
            const session = await scheduler.waitFor(sessions.read(it.id));
            if (shouldBeOver(it)) expect(session, "ended means ended").toBeUndefined();
            if (!session) continue;
            alive.push(it);
            expect(session.identity.roles, "the newest roles").toEqual([it.role]);
          }
          for (const person of people) {
            const listed = await scheduler.waitFor(sessions.list(subjectOf(person)));
            expect(listed).toHaveLength(alive.filter((it) => it.person === person).length);
          }
        },
      ),
      schedules(60),
    );
  });
});
