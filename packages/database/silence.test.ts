import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseUnavailable, failWhileSilent, isUnavailable } from "./silence.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database that answers while `isUp`, and holds every call while it is not. */
function createDatabase() {
  const store = { isUp: true, calls: 0 };
  const answer = () =>
    new Promise<string>((resolve) => {
      store.calls += 1;
      if (store.isUp) resolve("it");
    });
  return { store, answer };
}

test("a database that was silent for a second fails the call under way and the next ones at once, and answers again when it is back [errors#before-routes, records#silence]", async () => {
  const { store, answer } = createDatabase();
  const call = failWhileSilent(answer);
  expect(await call(answer)).toBe("it");
  store.isUp = false;
  const underWay = expect(call(answer)).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(1_000);
  await underWay;
  const { calls } = store;
  await expect(call(answer)).rejects.toThrow(DatabaseUnavailable);
  expect(store.calls, "it was not called").toBe(calls);
});

test("a database that answers again is called again", async () => {
  const { store, answer } = createDatabase();
  let isPingUp = true;
  const call = failWhileSilent(async () => {
    if (!isPingUp) throw new Error("Command timed out");
  });
  store.isUp = false;
  isPingUp = false;
  const underWay = expect(call(answer)).rejects.toThrow(DatabaseUnavailable);
  await vi.advanceTimersByTimeAsync(5_000);
  await underWay;
  await expect(call(answer)).rejects.toThrow(DatabaseUnavailable);
  store.isUp = true;
  isPingUp = true;
  await vi.advanceTimersByTimeAsync(250);
  expect(await call(answer)).toBe("it");
});

test("one slow call is no silence while the store answers others", async () => {
  const { answer } = createDatabase();
  const call = failWhileSilent(async () => undefined);
  void call(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await call(answer)).toBe("it");
});

test("a call that fails by itself is passed on, and no silence", async () => {
  const { answer } = createDatabase();
  const call = failWhileSilent(answer);
  await expect(call(() => Promise.reject(new Error("no such table")))).rejects.toThrow("no such table");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await call(answer)).toBe("it");
});

test.each([
  ["one that says nothing", new DatabaseUnavailable(), true],
  ["a refused connection", Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), true],
  ["a server that is starting", Object.assign(new Error("starting up"), { code: "57P03" }), true],
  ["a server that stops", Object.assign(new Error("administrator command"), { code: "57P01" }), true],
  ["a connection that has ended", new Error("Connection terminated unexpectedly"), true],
  ["a query that is wrong", Object.assign(new Error("no such table"), { code: "42P01" }), false],
  ["a constraint", Object.assign(new Error("duplicate key"), { code: "23505" }), false],
  ["nothing of the database's", "ECONNREFUSED", false],
])("%s, also as the cause of a failed query", async (_, problem, expected) => {
  const call = failWhileSilent(async () => undefined);
  const failureOf = (one: unknown) => call(() => Promise.reject(one)).catch((failure: unknown) => failure);
  const failure = await failureOf(problem);
  expect(isUnavailable(failure)).toBe(expected);
  expect(isUnavailable(new Error("Failed query", { cause: failure }))).toBe(expected);
  expect(isUnavailable(await failureOf(new Error("Failed query", { cause: problem })))).toBe(expected);
});
