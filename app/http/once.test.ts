import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords } from "#app/records/records.server.ts";
import { createSeal } from "#app/records/seal.server.ts";
import { ApiError } from "./apiError.server.ts";
import { createOnce, createOnceToken, type Once } from "./once.server.ts";

const riley = { subject: "riley" };
const sam = { subject: "sam" };
let folder: string;
let here: Once;
let elsewhere: Once;
let tokens: ReturnType<typeof createOnceToken>[];

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
  here = createOnce(one);
  elsewhere = createOnce(other);

  tokens = [createOnceToken(one), createOnceToken(other)];
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

test("a token belongs to one person", async () => {
  const token = randomUUID();
  await here(riley, token, async () => "riley's");
  expect(await here(sam, token, async () => "sam's")).toMatchObject({ outcome: "sam's", repeated: false });
});

test("the form of one thing in one state has one token, in every tab and process", async () => {
  const tab = { sessionId: "s1" };
  const about = { action: "/orders/1/actions/retry", target: { id: 1, status: "SOFT" } };
  const given = await Promise.all([...tokens, ...tokens].map((tokenFor) => tokenFor(tab, about)));
  expect(new Set(given).size).toBe(1);
});

test("another state, another thing or another session has another token", async () => {
  const [tokenFor] = tokens;
  const given = await Promise.all([
    tokenFor?.({ sessionId: "s1" }, { action: "retry", target: { id: 2, status: "SOFT" } }),
    tokenFor?.({ sessionId: "s1" }, { action: "retry", target: { id: 2, status: "PROCESSING" } }),
    tokenFor?.({ sessionId: "s1" }, { action: "cancel", target: { id: 2, status: "SOFT" } }),
    tokenFor?.({ sessionId: "s2" }, { action: "retry", target: { id: 2, status: "SOFT" } }),
  ]);
  expect(new Set(given).size).toBe(4);
});
