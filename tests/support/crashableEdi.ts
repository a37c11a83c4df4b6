import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { asc, eq, isNotNull, ne, notInArray } from "drizzle-orm";
import pino from "pino";
import { migrate } from "#platform/database/migrate.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { metaProducts } from "#platform/database/schema/metaproducts.ts";
import { orders } from "#platform/database/schema/orders.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { performEdiOrderAction, performInterchangeAction } from "#platform/domains/edi/actions.ts";
import { readOrderMessages } from "#platform/domains/edi/orders/repository.ts";
import { Problem } from "#platform/http/problems.ts";
import { advanceDueOrders } from "#platform/jobs/advanceOrders.ts";
import { startJobs } from "#platform/jobs/start.ts";
import { type EdiFolder, openEdiFolder } from "#platform/outside/ediFolder.ts";
import type { Outside } from "#platform/outside/outside.ts";
import { simulatedOutside } from "#platform/outside/simulated.ts";
import { openPlace, say } from "./crashablePlace.ts";
import { changeMessage, fileOf, ordersMessage, testEdiPartner } from "./ediFiles.ts";
import { idleFiles } from "./ediFolders.ts";
import { promptReturns } from "./returns.ts";

/**
 * The EDI of a platform in a process of its own, for tests that kill it. `enter <where> <folder> <count>` puts that
 * many orders into the inbound folder. `run <where> <folder> <point> <times>` processes everything, ships every order,
 * and kills itself right after that point was passed that often: `settle`, `stage` or `transmit`, before it is written
 * down, or `act`, after a person's action. The first order comes a second time, under its own control reference, and after it a change of the fourth. A person
 * discards that one, sends one response again as it was and one under a new reference, and has an interchange gone
 * through again; each is pressed again and again under one key. With `never` it goes on until nothing is left to do, and prints what there is. The partner collects what is put
 * into its folder at once. `where` is a PostgreSQL URL or a folder for PGlite.
 */
const [command = "", where = "", home = "", word = "", times = "0"] = process.argv.slice(2);

const connection = await openPlace(where);
const { database } = connection;
const folder = await openEdiFolder(home);
const collected = join(home, "collected");
await mkdir(collected, { recursive: true });

const article = { sku: "140200001_BLK_8", ean: "9300000000017", quantity: 14, price: "39.95" };

async function enter(): Promise<void> {
  await migrate(database);
  await database
    .insert(stores)
    .values({ id: 14, name: "Myer", alias: "MYR", type: "edimarketplace", managementBaseUrl: null });
  await database.insert(ediPartners).values(testEdiPartner);
  await database.insert(metaProducts).values({
    id: "myr-1",
    storeId: 14,
    position: 1,
    groupId: "140200001_BLK",
    title: "Loafer",
    codes: article.sku,
    state: "live",
    attributes: {},
    variants: [
      {
        productSku: article.sku,
        attributes: { ean: article.ean, inventory: 999, wholesale_price: article.price },
        status: {},
      },
    ],
    status: {},
    validationMessages: [],
    changes: [],
    waitingCustomer: null,
  });
  const longAgo = new Date(Date.now() - 60_000);
  for (let number = 1; number <= Number(word); number += 1) {
    const path = join(home, "in", `orders-${number}.edi`);
    await writeFile(path, fileOf(String(number), [ordersMessage(`PO-${number}`, [article])]));
    await utimes(path, longAgo, longAgo);
  }
  const again = join(home, "in", "orders-again.edi");
  await writeFile(again, fileOf(String(Number(word) + 1), [ordersMessage("PO-1", [article])]));
  await utimes(again, new Date(), new Date());
  // A change of the fourth order, in the same poll.
  const change = join(home, "in", "orders-change.edi");
  const changed = { ...article, quantity: 9, number: "1", action: "3" };
  await writeFile(change, fileOf(String(Number(word) + 2), [changeMessage("CH-4", "PO-4", "4", [changed])]));
  await utimes(change, new Date(), new Date());
  say({ entered: Number(word) });
}

let done = 0;
function crashAfter(point: string): void {
  if (point !== word) return;
  done += 1;
  if (done >= Number(times)) process.kill(process.pid, "SIGKILL");
}

const crashingFolder: EdiFolder = {
  ...folder,
  settle: async (file, to) => {
    // The file was taken in, and still lies there.
    crashAfter("settle");
    await folder.settle(file, to);
  },
  stage: async (name, content) => {
    const staged = await folder.stage(name, content);
    crashAfter("stage");
    return staged;
  },
  transmit: async (staged, name) => {
    const place = await folder.transmit(staged, name);
    const lying = await readdir(join(home, "out"));
    if (lying.includes(name)) {
      await rename(place, join(collected, `${randomUUID()}-${name}`)).catch((error: unknown) => {
        // The partner collected it through the other process.
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      });
    }
    crashAfter("transmit");
    return place;
  },
};

/** What a person does, in this order; each is found once it can be done. */
const presses = [
  {
    action: "discard",
    kind: "order",
    find: () =>
      database
        .select({ id: ediOrders.id })
        .from(ediOrders)
        .where(eq(ediOrders.documentIdentifier, "PO-1"))
        .orderBy(asc(ediOrders.position))
        .offset(1),
  },
  { action: "resend", kind: "interchange", find: () => numbered("OR-PO-1-1") },
  { action: "resend-new-reference", kind: "interchange", find: () => numbered("OR-PO-2-1") },
  { action: "reprocess", kind: "interchange", find: () => numbered("PO-3") },
] as const;

const numbered = (number: string) =>
  database
    .select({ id: ediInterchanges.id })
    .from(ediInterchanges)
    .where(eq(ediInterchanges.documentIdentifiers, number))
    .orderBy(asc(ediInterchanges.position))
    .limit(1);

/** Presses every button, each under its own key; returns whether all of them were taken. */
async function press(): Promise<boolean> {
  let taken = 0;
  for (const { action, kind, find } of presses) {
    const [target] = await find();
    if (!target) continue;
    const request = {
      documentId: target.id,
      action,
      reason: "",
      subject: "person",
      user: "person@utopia.example",
      idempotencyKey: `${action} once`,
    };
    const perform = kind === "order" ? performEdiOrderAction : performInterchangeAction;
    try {
      await perform(database, request, new Date());
      taken += 1;
      crashAfter("act");
    } catch (error) {
      // It is not offered yet.
      if (!(error instanceof Problem && error.status === 409)) throw error;
    }
  }
  return taken === presses.length;
}

const accepting: Outside = {
  ...simulatedOutside,
  ap21: async () => ({ kind: "accepted", message: "AP21 accepted the order (simulated)" }),
};

/** What is done with in one place is in the next by then: the folder is looked at first, then one moment's database. */
async function isAnythingLeft(): Promise<boolean> {
  const lying = await folder.listInbound();
  const counts = await database.transaction(
    async (moment) => [
      await moment.$count(ediInterchanges, isNotNull(ediInterchanges.stepAt)),
      await moment.$count(ediOrders, isNotNull(ediOrders.stepAt)),
      await moment.$count(orders, ne(orders.status, "COMPLETE")),
      await moment.$count(ediOrders, notInArray(ediOrders.state, ["completed", "rejected"])),
    ],
    { isolationLevel: "repeatable read" },
  );
  return [...counts, lying.length].some((left) => left !== 0);
}

async function run(): Promise<void> {
  const options = { returns: promptReturns(database), ediFolder: crashingFolder, files: idleFiles };
  const jobs = await startJobs(connection, accepting, options, pino({ level: "silent" }));
  while (!(await press()) || (await isAnythingLeft())) {
    // AP21 and the warehouse do at once what they would take their time for.
    await database.update(orders).set({ stepAt: new Date() }).where(isNotNull(orders.stepAt));
    await advanceDueOrders(database, accepting, () => new Date());
    await jobs.wakeEdi();
    await delay(30);
  }
  const { direction, controlReference, messageTypes, state } = ediInterchanges;
  say({
    interchanges: await database
      .select({ direction, controlReference, messageTypes, state })
      .from(ediInterchanges),
    orders: await Promise.all(
      (await database.select({ id: ediOrders.id, state: ediOrders.state }).from(ediOrders)).map(
        async ({ id, state }) => ({ state, messages: await readOrderMessages(database, id) }),
      ),
    ),
    utopiaOrders: (await database.select({ id: orders.id }).from(orders)).length,
    collected: (await readdir(collected)).map((name) => name.slice(37)),
    staged: await readdir(join(home, "staged")),
  });
  await jobs.stop();
}

await (command === "enter" ? enter() : run());
await connection.close();
