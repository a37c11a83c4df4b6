import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { asc, eq, isNotNull, ne, notInArray } from "drizzle-orm";
import pino from "pino";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { exos } from "#platform/database/schema/exos.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { performEdiOrderAction, performInterchangeAction } from "#platform/domains/edi/actions.ts";
import { Problem } from "#platform/http/requests.ts";
import { startJobs } from "#platform/jobs/start.ts";
import { type EdiFolder, openEdiFolder } from "#platform/outside/ediFolder.ts";
import { openFolderStore } from "#platform/outside/files/folderStore.ts";
import { type Outside, simulatedOutside } from "#platform/outside/simulated.ts";
import { advanceDueOrders } from "#tests/support/due.ts";
import { openPlace } from "./crashingDatabase.ts";
import { promptReturns } from "./returns.ts";

/**
 * A platform's background jobs in a process that tests kill: `<kind> <where> <home> <point> <times>`. `where` is a
 * PostgreSQL URL or a folder for PGlite, `home` has the files. It writes a line for each point that it passes, and
 * kills itself right after the given one, before that is recorded: for `returns` after so many jobs of an outside
 * company; for `edi` after so many times `settle`, `stage` or `transmit` of a file, or `act` of a person. From the
 * point `hang` on it waits to be killed. Without a point it runs until no work is left. The simulated partner collects
 * outbound files immediately.
 */
const [kind = "", where = "", home = "", last = "", times = "0"] = process.argv.slice(2);

const connection = await openPlace(where);
const { database } = connection;
const folder = await openEdiFolder(home);
const collected = join(home, "collected");
await mkdir(collected, { recursive: true });

const passed: string[] = [];
function pass(point: string): void {
  passed.push(point);
  process.stdout.write(`${point}\n`);
  const count = kind === "edi" ? passed.filter((one) => one === point).length : passed.length;
  if (point === last && count >= Number(times)) process.kill(process.pid, "SIGKILL");
}

const { outside, ...pace } = promptReturns(database);
const ask: typeof outside.ask = async (request) => {
  const reply = await outside.ask(request);
  pass(request.job);
  if (last === "hang" && passed.length >= Number(times))
    await new Promise<never>(() => setInterval(() => undefined, 60_000));
  return reply;
};

const ediFolder: EdiFolder = {
  ...folder,
  accept: async (file) => {
    // The file was taken in, and is still in `in`.
    pass("settle");
    await folder.accept(file);
  },
  stage: async (name, content) => {
    const staged = await folder.stage(name, content);
    pass("stage");
    return staged;
  },
  transmit: async (staged, name) => {
    const place = await folder.transmit(staged, name);
    if ((await readdir(join(home, "out"))).includes(name)) {
      await rename(place, join(collected, `${randomUUID()}-${name}`)).catch((error: unknown) => {
        // The partner has collected it through the other process.
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      });
    }
    pass("transmit");
    return place;
  },
};

const numbered = (number: string) =>
  database
    .select({ id: ediInterchanges.id })
    .from(ediInterchanges)
    .where(eq(ediInterchanges.documentIdentifiers, number))
    .orderBy(asc(ediInterchanges.position))
    .limit(1);
const secondOrder = () =>
  database
    .select({ id: ediOrders.id })
    .from(ediOrders)
    .where(eq(ediOrders.documentIdentifier, "PO-1"))
    .orderBy(asc(ediOrders.position))
    .offset(1);

/** The person's operations, in this order; each is retried until it is offered. */
const presses = [
  { action: "discard", perform: performEdiOrderAction, find: secondOrder },
  { action: "resend", perform: performInterchangeAction, find: () => numbered("OR-PO-1-1") },
  { action: "resend-new-reference", perform: performInterchangeAction, find: () => numbered("OR-PO-2-1") },
  { action: "reprocess", perform: performInterchangeAction, find: () => numbered("PO-3") },
] as const;

/** Runs every operation under its own key; returns whether all were accepted. */
async function press(): Promise<boolean> {
  let taken = 0;
  for (const { action, perform, find } of presses) {
    const [target] = await find();
    if (!target) continue;
    const person = { reason: "", subject: "person", user: "person@utopia.example" };
    const request = { ...person, target: target.id, action, idempotencyKey: `${action} once` };
    try {
      await perform(database, request, new Date());
      taken += 1;
      pass("act");
    } catch (error) {
      // Not offered yet.
      if (!(error instanceof Problem && error.status === 409)) throw error;
    }
  }
  return taken === presses.length;
}

/** Work moves from the folder to the database, so the folder is read first, then one snapshot of the database. */
async function isAnythingLeft(): Promise<boolean> {
  const lying = await folder.listInbound();
  const counts = await database.transaction(
    async (moment) => [
      await moment.$count(exos, isNotNull(exos.stepAt)),
      await moment.$count(ediInterchanges, isNotNull(ediInterchanges.stepAt)),
      await moment.$count(ediOrders, isNotNull(ediOrders.stepAt)),
      await moment.$count(orders, ne(orders.status, "COMPLETE")),
      await moment.$count(ediOrders, notInArray(ediOrders.state, ["completed", "rejected"])),
    ],
    { isolationLevel: "repeatable read" },
  );
  return [...counts, lying.length].some((left) => left !== 0);
}

const accepting: Outside = {
  ...simulatedOutside,
  ap21: async () => ({ kind: "accepted", message: "AP21 accepted the order (simulated)" }),
};
const files = await openFolderStore(join(home, "files"));
const options = { returns: { ...pace, outside: { ...outside, ask } }, ediFolder, ediFileLimit: 1024, files };
const jobs = await startJobs(connection, accepting, options, pino({ level: "silent" }));
while ((kind === "edi" && !(await press())) || (await isAnythingLeft())) {
  // Skips the delays of AP21 and the warehouse.
  await database.update(orders).set({ stepAt: new Date() }).where(isNotNull(orders.stepAt));
  await advanceDueOrders(database, accepting, () => new Date());
  await jobs.wakeEdi();
  await delay(30);
}
await jobs.stop();
await connection.close();
