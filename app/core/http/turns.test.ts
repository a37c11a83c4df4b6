import { expect, test } from "vitest";
import { createTurns } from "#app/features/sheets/sheetExport.server.ts";

const here = () => new AbortController().signal;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("so many run at a time, one of each person, in order [errors#rates]", async () => {
  const take = createTurns(2);
  const begun: string[] = [];
  const begin = (who: string, name = who) =>
    take(who, here()).then((leave) => {
      begun.push(name);
      return leave;
    });
  const [first, second] = [begin("sam", "sam 1"), begin("sam", "sam 2")];
  const [lee, ray] = [begin("lee"), begin("ray")];
  await settled();
  expect(begun).toEqual(["sam 1", "lee"]);
  (await lee)();
  await settled();
  expect(begun).toEqual(["sam 1", "lee", "ray"]);
  (await first)();
  (await first)();
  await settled();
  expect(begun).toEqual(["sam 1", "lee", "ray", "sam 2"]);
  (await ray)();
  (await second)();
});

test("an aborted request gives up its turn", async () => {
  const take = createTurns(1);
  const leave = await take("sam", here());
  const gone = new AbortController();
  const waiting = take("lee", gone.signal);
  const after = take("ray", here());
  gone.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  leave();
  await expect(after).resolves.toBeTypeOf("function");
  await expect(take("kim", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
});
