import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords, type Records } from "#app/records/records.server.ts";
import { createSeal } from "#app/records/seal.server.ts";
import { ApiError } from "./apiError.server.ts";
import { createOnce, createSharedToken, type Once } from "./once.server.ts";
import { createTokens } from "./onceToken.server.ts";

const riley = { subject: "riley" };
const sam = { subject: "sam" };
let folder: string;
let records: Records;
let here: Once;
let elsewhere: Once;
let tokenFors: ReturnType<typeof createSharedToken>[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "once-"));
  const seal = createSeal("a secret of thirty-two characters");
  const one = createRecords(
    openFileStore(folder, () => undefined),
    seal,
  );
  const other = createRecords(
    openFileStore(folder, () => undefined),
    seal,
  );
  records = one;
  here = createOnce(one);
  elsewhere = createOnce(other);
  const { make } = createTokens("another secret of thirty-two characters");
  tokenFors = [createSharedToken(one, make), createSharedToken(other, make)];
});
afterAll(() => rm(folder, { recursive: true }));

const failure = new ApiError({
  statusLine: "Bad Gateway",
  code: 502,
  message: "no",
  correlationId: "c",
  advice: "wait",
});

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
  let sent = 0;
  let finish = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = async () => {
    sent += 1;
    await gate;
    return "done";
  };
  const both = [here(riley, token, work), elsewhere(riley, token, work), here(riley, token, work)];
  finish();
  const outcomes = await Promise.all(both);
  expect(sent).toBe(1);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
  expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
});

test("who waited for a failure gets it too; trying again afterwards works", async () => {
  const token = randomUUID();
  let sent = 0;
  let finish = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const failing = async () => {
    sent += 1;
    await gate;
    throw failure;
  };
  const first = here(riley, token, failing);
  await expect.poll(() => sent).toBe(1);
  const second = elsewhere(riley, token, failing);
  const outcomes = Promise.allSettled([first, second]);
  await new Promise(setImmediate);
  finish();
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const again = await elsewhere(riley, token, async () => "at last");
  expect(again).toMatchObject({ outcome: "at last", repeated: false });
});

test("what was done is not done again where its outcome could not be stored at once [records#once]", async () => {
  const token = randomUUID();
  let refusals = 2;
  const stumbling: Records = {
    ...records,
    set: (...given) => {
      refusals -= 1;
      return refusals < 0 ? records.set(...given) : Promise.reject(new Error("the store does not answer"));
    },
  };
  const once = createOnce(stumbling);
  let sent = 0;
  const work = async () => ++sent;
  expect(await once(riley, token, work)).toMatchObject({ outcome: 1, repeated: false });
  expect(await once(riley, token, work), "the process that did it").toMatchObject({ repeated: true });
  expect(await elsewhere(riley, token, work), "another one, once the store answers").toMatchObject({
    outcome: 1,
    repeated: true,
  });
  expect(sent).toBe(1);
});

test("work whose process died is done by the next; what the dead one says late changes nothing", async () => {
  const token = randomUUID();
  let fail = (_problem: Error): void => undefined;
  const late = here(
    riley,
    token,
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  const lost = expect(late).rejects.toThrow("no answer");
  await expect.poll(() => records.get(`once:riley:${token}`, z.unknown())).toBeDefined();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 121_000 });
  try {
    expect(await elsewhere(riley, token, async () => "done")).toMatchObject({ repeated: false });
    fail(new Error("no answer"));
    await lost;
    expect(await elsewhere(riley, token, async () => "again")).toMatchObject({
      outcome: "done",
      repeated: true,
    });
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
  const given = await Promise.all([...tokenFors, ...tokenFors].map((tokenFor) => tokenFor(riley, about)));
  expect(new Set(given).size).toBe(1);
});

test("another state, another thing, another person, or one submission later: another token", async () => {
  const [tokenFor] = tokenFors;
  const given = await Promise.all([
    tokenFor?.(riley, { action: "retry", target: { id: 2, status: "SOFT" } }),
    tokenFor?.(riley, { action: "retry", target: { id: 2, status: "SOFT" }, after: "first" }),
    tokenFor?.(riley, { action: "retry", target: { id: 2, status: "PROCESSING" } }),
    tokenFor?.(riley, { action: "cancel", target: { id: 2, status: "SOFT" } }),
    tokenFor?.(sam, { action: "retry", target: { id: 2, status: "SOFT" } }),
  ]);
  expect(new Set(given).size).toBe(5);
});

test("a token says whose it is, to its maker only, and what is derived from it says so, too", () => {
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
