import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createSeal } from "#app/database/seal.server.ts";
import { openFileStore } from "#app/records/fileStore.server.ts";
import { createRecords, LockLost } from "#app/records/records.server.ts";

// Writes into a folder of records concurrently with other processes: replaces expired ones, then appends to a list
// under its lock.
const [folder = "", id = "", expired = "0", appends = "0"] = process.argv.slice(2);
const say = (words: string) => process.stdout.write(`${words}\n`);
const store = openFileStore(folder, (problem) => {
  throw problem;
});
const records = createRecords(store, createSeal("a secret of thirty-two characters"), {
  pause: () => delay(1),
});
say("ready");
while ((await store.get("begin")) === undefined) await delay(1);
for (let n = 0; n < Number(expired); n += 1)
  if (await store.set(`expired:${n}`, id, 600, { only: "absent" })) say(`took ${n}`);
for (let n = 0; n < Number(appends); n += 1) {
  const append = () =>
    records.withLock("list", 5, async (locked) => {
      const before = (await locked.get("list", z.array(z.string()))) ?? [];
      await locked.set("list", [...before, `${id}${n}`], 600);
    });
  let isMade = false;
  while (!isMade) {
    isMade = await append().then(
      () => true,
      (error: unknown) => {
        // Its lease ended on a busy machine: the change was not made.
        if (error instanceof LockLost) return false;
        throw error;
      },
    );
  }
  say(`appended ${id}${n}`);
}
await store.close();
say("done");
