import { expect, test } from "vitest";
import { createConnection } from "./connection.ts";

test("a page that leaves while it checks the print service does not connect again", async () => {
  let answer: (isAlive: boolean) => void = () => undefined;
  const calls: string[] = [];
  const connection = createConnection({
    bridge: {
      async connect() {
        calls.push("connect");
        return { signed: true, version: "2.2.6", asks: false };
      },
      disconnect: async () => void calls.push("disconnect"),
      isAlive: () => new Promise((resolve) => (answer = resolve)),
    },
    isDenied: async () => false,
    onState: () => undefined,
    onReady: () => undefined,
  });
  await connection.connect();
  const check = connection.checkAlive();
  await connection.leave();
  answer(false);
  await check;
  expect(calls).toEqual(["connect", "disconnect"]);
});
