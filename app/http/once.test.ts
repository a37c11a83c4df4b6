import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Records } from "#app/records/records.server.ts";
import { storeOfFiles, twoProcesses } from "#tests/support/stores.ts";
import { ApiError } from "./apiError.server.ts";
import { createOnce, createSharedToken, createTokens, type Once } from "./once.server.ts";

const riley = { subject: "riley" };
const sam = { subject: "sam" };
const { make } = createTokens("another secret of thirty-two characters");
const processes = twoProcesses(storeOfFiles(), (records) => ({
  ...{ records, once: createOnce(records), tokenFor: createSharedToken(records, make) },
}));
let records: Records;
let here: Once;
let elsewhere: Once;
beforeAll(() => {
  const [one, other] = processes();
  [records, here, elsewhere] = [one.records, one.once, other.once];
});

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
  const stumbling: Records = {
    ...records,
    withLock: (...given) => {
      refusals -= 1;
      return refusals < 0
        ? records.withLock(...given)
        : Promise.reject(new Error("the store does not answer"));
    },
  };
  const once = createOnce(stumbling);
  let sent = 0;
  const work = async () => ++sent;
  expect(await once(riley, token, work)).toMatchObject({ outcome: 1, repeated: false });
  expect(await once(riley, token, work), "the process that did it").toMatchObject({ repeated: true });
  const elsewhereToo = await elsewhere(riley, token, work);
  expect(elsewhereToo, "another one, once the store answers").toMatchObject({ outcome: 1, repeated: true });
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
  await expect.poll(() => records.get(`once:riley:${token}`, z.unknown())).toBeDefined();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 13_000 });
  try {
    expect(await elsewhere(riley, token, async () => "done")).toMatchObject({ repeated: false });
    fail(new Error("no answer"));
    await lost;
    const again = await elsewhere(riley, token, async () => "again");
    expect(again).toMatchObject({ outcome: "done", repeated: true });
  } finally {
    vi.useRealTimers();
  }
});

test("a token belongs to one person", async () => {
  const token = randomUUID();
  await here(riley, token, async () => "riley's");
  expect(await here(sam, token, async () => "sam's")).toMatchObject({ outcome: "sam's", repeated: false });
});

test("the form of one thing in one state has one token, in every tab, session and process", async () => {
  const about = { action: "/orders/1/actions/retry", target: { id: 1, status: "SOFT" } };
  const given = await Promise.all(
    [...processes(), ...processes()].map(({ tokenFor }) => tokenFor(riley, about)),
  );
  expect(new Set(given).size).toBe(1);
});

test("another state, another thing, another person, or one submission later: another token", async () => {
  const [{ tokenFor }] = processes();
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

test("a token identifies its person, to the portal only, and so do tokens derived from it", () => {
  const { make, isOf, isOurs } = createTokens("a secret of thirty-two characters");
  const token = make(riley);
  for (const one of [token, `${token}.more`]) {
    expect(isOurs(one)).toBe(true);
    expect(isOf(one, riley)).toBe(true);
    expect(isOf(one, sam)).toBe(false);
  }
  const forged = token.replace(/^./, (first) => (first === "0" ? "1" : "0"));
  for (const one of [forged, `${token}x`, token.slice(0, -1), "", "another"]) expect(isOurs(one)).toBe(false);
  expect(createTokens("a secret of thirty-two letters or so").isOurs(token)).toBe(false);
});
