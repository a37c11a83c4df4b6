import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import pino from "pino";
import { metaProducts } from "#platform/database/schema/metaproducts.ts";
import { findEvent, recordEvent } from "#platform/domains/actions/repository.ts";
import { availableActions } from "#platform/domains/metaproducts/rules.ts";
import { startJobs } from "#platform/jobs/start.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { idleFiles, idleFolder } from "./ediFolders.ts";
import { openPlace, say } from "./mortal.ts";
import { promptReturns } from "./returns.ts";

/**
 * A platform's database and jobs in a process of their own, for tests that kill it.
 * `submit <where>` submits a publish action whose channel never answers, and prints the event's id once
 * the job is in the middle of it. `finish <where> <event id>` takes up what was left behind, and prints the
 * event's outcome and the product. `where` is a PostgreSQL URL or a folder for PGlite.
 */
const [command = "", where = "", awaited = ""] = process.argv.slice(2);

const connection = await openPlace(where);
const { database } = connection;
const log = pino({ level: "silent" });

async function submit(): Promise<void> {
  const storeChannel = ({ reference }: { reference: string }) => {
    say({ performing: reference });
    return new Promise<string>(() => setInterval(() => undefined, 60_000));
  };
  const jobs = await startJobs(
    connection,
    { ...simulatedOutside, storeChannel },
    { returns: promptReturns(database), ediFolder: idleFolder, files: idleFiles },
    log,
  );
  const products = await database.select().from(metaProducts).where(eq(metaProducts.storeId, 1));
  const product = products.find((row) => availableActions(row).some(({ value }) => value === "publish"));
  if (!product) throw new Error("No product of the seed can be published");
  const id = randomUUID();
  await recordEvent(database, {
    id,
    subject: "test",
    idempotencyKey: null,
    action: "publish",
    target: product.id,
    storeGroup: "Clarks",
    payload: "",
    sourceType: "bigcommerce",
    submittedBy: "clerk@utopia.example",
    submittedAt: new Date(),
  });
  await jobs.wakeActions();
}

async function finish(): Promise<void> {
  const jobs = await startJobs(
    connection,
    simulatedOutside,
    { returns: promptReturns(database), ediFolder: idleFolder, files: idleFiles },
    log,
  );
  let event = await findEvent(database, awaited);
  while (event && !event.performedAt) {
    await delay(20);
    event = await findEvent(database, awaited);
  }
  if (!event) throw new Error(`The event ${awaited} is gone`);
  const [product] = await database.select().from(metaProducts).where(eq(metaProducts.id, event.target));
  say({ outcome: event.outcome, state: product?.state, changes: product?.changes });
  await jobs.stop();
  await connection.close();
}

await (command === "submit" ? submit() : finish());
