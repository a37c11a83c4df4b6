import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq, or } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, Database } from "#platform/database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { takeInInterrupted } from "#platform/domains/edi/interchanges/takeIn.ts";
import { type EdiFolder, openEdiFolder } from "#platform/outside/ediFolder.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { changeMessage, fileOf, linesFrom, ordersMessage, testEdiPartner } from "#tests/support/ediFiles.ts";
import { advanceDueEdi, type EdiEngine } from "./advanceEdi.ts";
import { createInbox } from "./ediInbox.ts";

const at = new Date("2026-11-25T01:00:00Z");
const silent = pino({ level: "silent" });
const [line] = linesFrom(1);
if (!line) throw new Error("The seed has no article");

/** What lies in one poll of the folder: an order, two changes of it, and a second order of its number. */
const messagesOf = (number: string) => {
  const change = (identifier: string, quantity: number) =>
    changeMessage(`${identifier}-${number}`, number, "4", [{ ...line, quantity, number: "1", action: "3" }]);
  return [
    ordersMessage(number, [{ ...line, quantity: 5 }]),
    change("CH1", 2),
    change("CH2", 9),
    ordersMessage(number, [{ ...line, quantity: 7 }]),
  ];
};

/**
 * The engine of a process that dies at one of its transactions or moves of a file, before that or right after it: nothing
 * that it tries from then on happens.
 */
function crashing({ database, folder }: EdiEngine, random: Random) {
  let left = random.between(1, 14);
  const happensLast = random.chance(0.5);
  const point = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left < 0 || (left === 0 && !happensLast)) throw new Error("The process died");
    const done = await work();
    if (left <= 0) throw new Error("The process died");
    return done;
  };
  const crashing: Database = Object.create(database, {
    transaction: {
      value: (...words: Parameters<Database["transaction"]>) => point(() => database.transaction(...words)),
    },
  });
  const crashingFolder: EdiFolder = {
    ...folder,
    settle: (...words) => point(() => folder.settle(...words)),
    stage: (...words) => point(() => folder.stage(...words)),
    transmit: (...words) => point(() => folder.transmit(...words)),
  };
  return { engine: { database: crashing, folder: crashingFolder }, isDead: () => left <= 0 };
}

/** A process from its start until nothing is left to do, or until it has died. */
async function live(engine: EdiEngine, isDead: () => boolean): Promise<void> {
  const takeInFolder = createInbox(engine, silent);
  try {
    await takeInInterrupted(engine.database, at);
    await takeInFolder(at);
    for (let hasMore = true; hasMore && !isDead(); ) hasMore = (await advanceDueEdi(engine, at)).hasMore;
  } catch (error) {
    if (!isDead()) throw error;
  }
}

describe.each(testDatabases())("a platform on $name that dies amid messages of one order", ({ open }) => {
  let connection: Connection;
  let home: string;
  let engine: EdiEngine;
  let serial = 0;

  beforeAll(async () => {
    connection = await open();
    home = await mkdtemp(join(tmpdir(), "utopia-crash-"));
    engine = { database: connection.database, folder: await openEdiFolder(home) };
  });
  afterAll(async () => {
    await connection.close();
    await rm(home, { recursive: true, force: true });
  });

  /** Lays the messages of a partner of its own into the folder, in one file or in several. */
  async function drop(identification: string, cutsAfter: (place: number) => boolean) {
    const partner = { ...testEdiPartner, id: identification, name: identification, identification };
    await connection.database.insert(ediPartners).values(partner);
    const sender = { identification, qualifier: partner.qualifier };
    const interchanges = messagesOf(`PO-${identification}`).map((message, index) =>
      fileOf(String(index + 1), [message], { sender }),
    );
    const files: string[] = [];
    for (const [place, text] of interchanges.entries()) {
      const before = place > 0 && !cutsAfter(place) ? (files.pop() ?? "") : "";
      files.push(before + text);
    }
    for (const [index, content] of files.entries()) {
      const path = join(home, "in", `${identification}-${index}.edi`);
      const hidden = join(home, "in", `.${identification}`);
      await writeFile(hidden, content);
      const changed = new Date(at.getTime() - 60_000 + index);
      await utimes(hidden, changed, changed);
      await rename(hidden, path);
    }
  }

  /** What has become of it, and the files that went to the partner, without the numbers that are given in turn. */
  async function outcomeOf(partner: string) {
    const plain = (text: string) => text.replaceAll(partner, "PARTNER");
    const orders = await connection.database
      .select()
      .from(ediOrders)
      .where(eq(ediOrders.partner, partner))
      .orderBy(asc(ediOrders.position));
    const { sender, recipient, position } = ediInterchanges;
    const interchanges = await connection.database
      .select()
      .from(ediInterchanges)
      .where(or(eq(sender, partner), eq(recipient, partner)))
      .orderBy(asc(position));
    const files: string[] = [];
    for (const name of await readdir(join(home, "out"))) {
      const text = (await readFile(join(home, "out", name))).toString("latin1");
      if (text.includes(partner))
        files.push(
          plain(text)
            .replace(/(UNB(?:\+[^+']*){4}\+)[^+']*/, "$1")
            .replace(/(UNZ\+1\+)[^']*/, "$1"),
        );
    }
    return {
      orders: orders.map((order) => ({
        number: plain(order.documentIdentifier),
        state: order.state,
        heldFor: order.heldFor,
        isMade: order.orderId !== null,
        quantities: order.lines.map(({ ordered, accepted }) => [ordered, accepted]),
        references: order.referenceList.map(({ type }) => type).sort(),
        steps: order.histories.map(({ action }) => action),
      })),
      interchanges: interchanges
        .map(({ direction, state, documentIdentifiers, messageTypes, acknowledgementAction, attempts }) =>
          [
            direction,
            state,
            plain(documentIdentifiers),
            messageTypes,
            acknowledgementAction,
            attempts,
          ].join(),
        )
        .sort(),
      files: files.sort(),
    };
  }

  async function schedule(random: Random | undefined) {
    serial += 1;
    const partner = `CRASH${String(serial).padStart(3, "0")}`;
    await drop(partner, () => random?.chance(0.5) ?? false);
    for (let crashes = random?.between(1, 6) ?? 0; crashes > 0; crashes -= 1) {
      const process = crashing(engine, random ?? randomFor("never"));
      await live(process.engine, process.isDead);
    }
    await live(engine, () => false);
    return outcomeOf(partner);
  }

  const undisturbed = async () => {
    const outcome = await schedule(undefined);
    expect(outcome.orders.map(({ quantities, heldFor }) => [quantities, heldFor])).toEqual([
      [[[9, 9]], null],
      [[[0, 0]], "duplicate"],
    ]);
    return outcome;
  };

  test("comes to what an undisturbed one comes to, and answers the same bytes [edi#sequence, edi#one-order]", async () => {
    const random = randomFor("two crashes");
    const wanted = await undisturbed();
    for (let count = 0; count < 2; count += 1) expect(await schedule(random)).toEqual(wanted);
  });

  test("does so in 30 random schedules", async () => {
    const random = randomFor("crashes");
    const wanted = await undisturbed();
    for (let count = 0; count < 30; count += 1)
      expect(await schedule(random), `schedule ${count}`).toEqual(wanted);
  }, 600_000);
});
