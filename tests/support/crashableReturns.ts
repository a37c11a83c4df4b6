import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { count, isNotNull } from "drizzle-orm";
import pino from "pino";
import { migrate } from "#platform/database/migrate.ts";
import { exos, outsideEffects, storedFiles } from "#platform/database/schema/exos.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { addExo } from "#platform/domains/exos/repository.ts";
import { startJobs } from "#platform/jobs/start.ts";
import { openFolderStore } from "#platform/outside/files/folderStore.ts";
import type { ReturnsOutside } from "#platform/outside/returns.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { openPlace, say } from "./crashablePlace.ts";
import { crashReturns } from "./crashReturns.ts";
import { idleFolder } from "./ediFolders.ts";
import { promptReturns } from "./returns.ts";

/**
 * The process engine of returns in a process of its own, for tests that kill it. `enter <where> <count>` hands in the
 * first returns of the crash test. `run <where> <asks> <job>` processes what is due, reports how often it has asked the
 * outside, and kills itself once it has asked that often and the company has just done this job: after the work, before
 * the answer is stored. With `hang` for a job it then waits for somebody else to kill it. Without a job it goes on until
 * nothing is due any more, and prints what became of each. `where` is a PostgreSQL URL or a folder for PGlite.
 */
const [command = "", where = "", quota = "0", lastJob = ""] = process.argv.slice(2);

const connection = await openPlace(where);
const { database } = connection;

async function enter(): Promise<void> {
  await migrate(database);
  const store = { id: 1, name: "Clarks", alias: "CLK", type: "bigcommerce", managementBaseUrl: null };
  await database.insert(stores).values(store);
  const at = new Date();
  for (const { id, document } of crashReturns.slice(0, Number(quota))) {
    const emailAddress = `${id}@customer.example`;
    await addExo(database, { id, storeId: 1, originalOrderId: id, emailAddress, document }, at);
  }
  say({ entered: Number(quota) });
}

function countedOutside(inner: ReturnsOutside): ReturnsOutside {
  let asks = 0;
  return {
    ...inner,
    ask: async (request) => {
      const reply = await inner.ask(request);
      asks += 1;
      if (asks >= Number(quota) && request.job === lastJob) process.kill(process.pid, "SIGKILL");
      say({ asks });
      if (asks >= Number(quota) && lastJob === "hang") {
        await new Promise<never>(() => setInterval(() => undefined, 60_000));
      }
      return reply;
    },
  };
}

async function isAnythingDue(): Promise<boolean> {
  const [row] = await database.select({ due: count() }).from(exos).where(isNotNull(exos.stepAt));
  return row?.due !== 0;
}

async function run(): Promise<void> {
  const { outside, ...options } = promptReturns(database);
  const files = await openFolderStore(join(tmpdir(), "crashable-worker-files"));
  const returns = { ...options, outside: countedOutside(outside) };
  const jobs = await startJobs(
    connection,
    simulatedOutside,
    { returns, ediFolder: idleFolder, files },
    pino({ level: "silent" }),
  );
  while (await isAnythingDue()) await delay(50);
  const { id, status, raNumber, histories } = exos;
  const effects = outsideEffects;
  say({
    exos: await database.select({ id, status, raNumber, histories }).from(exos),
    effects: await database
      .select({ exoId: effects.exoId, job: effects.job, asked: effects.asked, reply: effects.reply })
      .from(effects),
    blobs: (await database.select({ id: storedFiles.id }).from(storedFiles)).map((blob) => blob.id),
  });
  await jobs.stop();
}

await (command === "enter" ? enter() : run());
await connection.close();
