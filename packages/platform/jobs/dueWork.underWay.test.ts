import { expect, test } from "vitest";
import { createUnderWay } from "./dueWork.ts";

test("waits for work, for failing work, and for work that these start when they end", async () => {
  const underWay = createUnderWay();
  const ended: string[] = [];
  const starts: (() => void)[] = [];
  const job = new Promise<void>((resolve) => starts.push(resolve)).then(() => {
    ended.push("job");
    void underWay.track(Promise.resolve().then(() => ended.push("its last statement")));
  });
  void underWay.track(job);
  const failing = underWay.track(Promise.reject(new Error("down")));
  const settled = underWay.settled().then(() => ended.push("settled"));
  await expect(failing).rejects.toThrow("down");
  for (const start of starts) start();
  await settled;
  expect(ended).toEqual(["job", "its last statement", "settled"]);
});
