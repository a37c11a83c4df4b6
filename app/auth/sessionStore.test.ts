import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createSeal } from "#app/database/seal.server.ts";
import { createRecords, type RecordStore } from "#app/records/records.server.ts";
import { schedules } from "#tests/support/models.ts";
import { interleaved, onEveryStore, storeOfFiles } from "#tests/support/stores.ts";
import { createSessionStore, revocationKey, type SessionRecord } from "./sessionStore.server.ts";

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

onEveryStore((open) => {
  let store: RecordStore;
  beforeAll(() => {
    store = open();
  });
  afterAll(() => store.close());
  const sessionsHere = () => createSessionStore(createRecords(store, seal), lives);
  /** Signs a person in; resolves to the session's ID. */
  const signIn = async (subject: string, sid?: string) => {
    const sessions = sessionsHere();
    return sessions.start(sessionOf(subject, await sessions.now(), sid), "a device");
  };
  const aliveOf = async (ids: readonly string[]) => {
    const read = await Promise.all(ids.map((id) => sessionsHere().read(id)));
    return ids.filter((_, at) => read[at] !== undefined);
  };

  test("people who sign in at one moment are all on the list, and all end [sign-in#own-sessions, sign-in#end-means-end]", async () => {
    const subject = randomUUID();
    const ids = await Promise.all(Array.from({ length: 12 }, () => signIn(subject)));
    const listed = await sessionsHere().list(subject);
    expect(listed.map(({ sessionId }) => sessionId).sort()).toEqual([...ids].sort());
    expect(await sessionsHere().endPerson(subject)).toHaveLength(12);
    expect(await aliveOf(ids)).toEqual([]);
    expect(await sessionsHere().list(subject)).toEqual([]);
    expect(await aliveOf([await signIn(subject)]), "who signs in afterwards").toHaveLength(1);
  });

  test("a session that is on no list ends with its person's others", async () => {
    const subject = randomUUID();
    const id = await signIn(subject);
    await store.take(`sessions-of:${subject}`);
    expect(await sessionsHere().endPerson(subject)).toEqual([]);
    expect(await aliveOf([id])).toEqual([]);
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

  test("a revocation of everybody ends all earlier sessions, such as those of a backup", async () => {
    const id = await signIn(randomUUID());
    const records = createRecords(store, seal);
    const revocation = { revokedBefore: await records.now() };
    await records.set(revocationKey("everybody"), revocation, 3600);
    expect(await aliveOf([id])).toEqual([]);
    await records.delete(revocationKey("everybody"));
  });

  test("any interleaving of sign-ins, ends, log-outs and renewals leave nothing alive that ended", async () => {
    let clock = Date.now();
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
            // Lets the disk operations of the others proceed.
            await setImmediate();
          };
          // Timestamps are unique, so that before and after are distinguishable.
          const ticking = { ...interleaved(store, turn), now: async () => (clock += 1) };
          const sessions = createSessionStore(createRecords(ticking, seal, { pause: turn }), lives);
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
              const at = clock;
              await sessions.endPerson(subjectOf(person));
              revoked.push({ person, at, except: undefined });
            } else if (kind === "end others" && it) {
              const at = clock;
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
            const ids = alive.filter((it) => it.person === person).map(({ id }) => id);
            expect(listed.map(({ sessionId }) => sessionId).sort()).toEqual(ids.sort());
          }
        },
      ),
      schedules(60),
    );
  });
});

describe("the list of people", () => {
  const open = storeOfFiles();
  test("who signed in longer ago than a session lasts is off it, however many sign in since", async () => {
    const store = open();
    const sessions = createSessionStore(createRecords(store, seal), lives);
    const begun = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: begun });
    try {
      for (const [n, hours] of [0, 20, 40, 60].entries()) {
        vi.setSystemTime(begun + hours * hour);
        await sessions.start(sessionOf(`person ${n}`, Date.now()), "a device");
      }
      const people = await sessions.people();
      expect(people.map(({ subject }) => subject).sort()).toEqual(["person 1", "person 2", "person 3"]);
    } finally {
      await store.close();
      vi.useRealTimers();
    }
  });
});
