import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq, like, or } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection, Database } from "#database/connect.ts";
import { summarise } from "#edifact/index.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { takeIn } from "#platform/domains/edi/interchanges/takeIn.ts";
import { readOrderMessages } from "#platform/domains/edi/orders/repository.ts";
import { type EdiFolder, openEdiFolder } from "#platform/outside/ediFolder.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import { testDatabases } from "../../../tests/support/databases.ts";
import {
  changeMessage,
  fileOf,
  linesFrom,
  ordersMessage,
  testEdiPartner,
} from "../../../tests/support/ediFiles.ts";
import { advanceDueEdi, createInbox, type EdiEngine } from "./edi.ts";

const at = new Date("2026-11-25T01:00:00Z");
const [line] = linesFrom(1);
if (!line) throw new Error("The seed has no article");

/** A partner's message about an order number. */
type Sent = { number: string; kind: "order" | "change"; quantity: number };

const messageOf = ({ number, kind, quantity }: Sent, index: number) =>
  kind === "order"
    ? ordersMessage(number, [{ ...line, quantity }])
    : changeMessage(`CH${index}-${number}`, number, "4", [{ ...line, quantity, number: "1", action: "3" }]);

/** Two order numbers of one partner: each starts with its order, followed by changes and repetitions. */
function sentBy(partner: string, random: Random): Sent[] {
  const waiting = [0, 1].map((index): Sent[] => {
    const number = `${partner}-${index}`;
    const followers = Array.from({ length: random.between(1, 3) }, (): Sent => {
      const kind = random.chance(0.75) ? "change" : "order";
      return { number, kind, quantity: random.between(1, 9) };
    });
    return [{ number, kind: "order", quantity: random.between(1, 9) }, ...followers];
  });
  const sent: Sent[] = [];
  for (let left = waiting; left.length > 0; left = left.filter((one) => one.length > 0)) {
    const next = left[random.between(0, left.length - 1)]?.shift();
    if (next) sent.push(next);
  }
  return sent;
}

function cut<T>(list: readonly T[], most: number, random: Random): T[][] {
  const pieces: T[][] = [];
  for (let rest = [...list]; rest.length > 0; ) pieces.push(rest.splice(0, random.between(1, most)));
  return pieces;
}

/** The expected orders: the first order of a number, with its last change. */
function wanted(sent: readonly Sent[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { number, kind, quantity } of sent)
    if (kind === "change" || !quantities.has(number)) quantities.set(number, quantity);
  return quantities;
}

/**
 * The engine of a process that crashes at one of its transactions or file moves, before or right after it; from then on
 * nothing that it does takes effect.
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
  const transaction: Database["transaction"] = (...words) => point(() => database.transaction(...words));
  const crashingFolder: EdiFolder = {
    ...folder,
    accept: (...words) => point(() => folder.accept(...words)),
    stage: (...words) => point(() => folder.stage(...words)),
    transmit: (...words) => point(() => folder.transmit(...words)),
  };
  const crashingDatabase: Database = Object.create(database, { transaction: { value: transaction } });
  return { engine: { database: crashingDatabase, folder: crashingFolder }, isDead: () => left <= 0 };
}

/** A process until all work is done, or until it has crashed. */
async function live(engine: EdiEngine, isDead: () => boolean): Promise<void> {
  const takeInFolder = createInbox({ ...engine, fileLimit: 1024 }, pino({ level: "silent" }));
  try {
    await takeInFolder(at);
    for (let hasMore = true; hasMore && !isDead(); ) hasMore = (await advanceDueEdi(engine, at)).hasMore;
  } catch (error) {
    if (!isDead()) throw error;
  }
}

describe.each(testDatabases())("interchanges of one series on $name", ({ open }) => {
  let connection: Connection;
  let home: string;
  let engine: EdiEngine;
  let serial = 0;

  beforeAll(async () => {
    connection = await open();
    home = await mkdtemp(join(tmpdir(), "utopia-schedules-"));
    engine = { database: connection.database, folder: await openEdiFolder(home) };
  });
  afterAll(async () => {
    await connection.close();
    await rm(home, { recursive: true, force: true });
  });

  async function partnerNamed(identification: string) {
    const partner = { ...testEdiPartner, name: identification, identification };
    await connection.database.insert(ediPartners).values(partner);
    return { identification, qualifier: partner.qualifier };
  }

  describe("by a platform that dies amid messages of one order", () => {
    /** Puts an order, two changes and a second order of its number into the folder, in one file or several. */
    async function drop(identification: string, cutsAfter: () => boolean) {
      const sender = await partnerNamed(identification);
      const number = `PO-${identification}`;
      const sent: Sent[] = [
        { number, kind: "order", quantity: 5 },
        { number, kind: "change", quantity: 2 },
        { number, kind: "change", quantity: 9 },
        { number, kind: "order", quantity: 7 },
      ];
      const files: string[] = [];
      for (const [place, message] of sent.map(messageOf).entries()) {
        const before = place > 0 && !cutsAfter() ? (files.pop() ?? "") : "";
        files.push(before + fileOf(String(place + 1), [message], { sender }));
      }
      for (const [index, content] of files.entries()) {
        const hidden = join(home, "in", `.${identification}`);
        await writeFile(hidden, content);
        const changed = new Date(at.getTime() - 60_000 + index);
        await utimes(hidden, changed, changed);
        await rename(hidden, join(home, "in", `${identification}-${index}.edi`));
      }
    }

    /** A partner's orders, and the files sent to it, without the sequence numbers. */
    async function outcomeOf(partner: string) {
      const plain = (text: string) => text.replaceAll(partner, "PARTNER");
      const orders = await connection.database
        .select()
        .from(ediOrders)
        .where(eq(ediOrders.partner, partner))
        .orderBy(asc(ediOrders.position));
      const interchanges = await connection.database
        .select()
        .from(ediInterchanges)
        .where(or(eq(ediInterchanges.sender, partner), eq(ediInterchanges.recipient, partner)));
      const names = await readdir(join(home, "out"));
      const texts = await Promise.all(names.map((name) => readFile(join(home, "out", name), "latin1")));
      return {
        orders: orders.map(({ documentIdentifier, state, heldFor, orderId, lines, ...order }) => ({
          ...{ number: plain(documentIdentifier), state, heldFor, isMade: orderId !== null },
          quantities: lines.map(({ ordered, accepted }) => [ordered, accepted]),
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
        files: texts
          .filter((text) => text.includes(partner))
          .map((text) => plain(text).replace(/(UNB(?:\+[^+']*){4}\+|UNZ\+1\+)[^+']*/g, "$1"))
          .sort(),
      };
    }

    async function schedule(random?: Random) {
      serial += 1;
      const partner = `CRASH${String(serial).padStart(3, "0")}`;
      await drop(partner, () => random?.chance(0.5) ?? false);
      for (let crashes = random?.between(1, 6) ?? 0; random && crashes > 0; crashes -= 1) {
        const process = crashing(engine, random);
        await live(process.engine, process.isDead);
      }
      await live(engine, () => false);
      return outcomeOf(partner);
    }

    async function expectTheSame(schedules: number, random: Random): Promise<void> {
      const undisturbed = await schedule();
      expect(undisturbed.orders.map(({ quantities, heldFor }) => [quantities, heldFor])).toEqual([
        [[[9, 9]], null],
        [[[0, 0]], "duplicate"],
      ]);
      for (let done = 0; done < schedules; done += 1)
        expect(await schedule(random), `schedule ${done}`).toEqual(undisturbed);
    }

    test("have the result of an undisturbed run, and are answered in the same bytes [edi#sequence, edi#one-order]", () =>
      expectTheSame(2, randomFor("two crashes")));

    test("do so in 30 random schedules", () => expectTheSame(30, randomFor("crashes")), 600_000);
  });

  describe("by two platforms concurrently", () => {
    const advance = () => Promise.all([1, 2].map(() => advanceDueEdi(engine, new Date())));

    /** Partners send files while two platforms process them; returns the numbers with unexpected results. */
    async function schedule(random: Random, partners: number): Promise<string[]> {
      serial += 1;
      const traffic = await Promise.all(
        Array.from({ length: partners }, async (_, index) => {
          const sender = await partnerNamed(`S${serial}-${index}`);
          const sent = sentBy(sender.identification, random);
          const interchanges = cut(sent.map(messageOf), 3, random).map((piece, place) => {
            const messages = piece.map((message, index) => ({ ...message, reference: String(index + 1) }));
            return fileOf(String(place + 1), messages, { sender, acknowledgementRequested: false });
          });
          return { sent, files: cut(interchanges, 2, random).map((texts) => texts.join("")) };
        }),
      );
      for (let left = traffic; left.length > 0; left = left.filter(({ files }) => files.length > 0)) {
        const content = Buffer.from(left[random.between(0, left.length - 1)]?.files.shift() ?? "");
        const key = `schedule/${serial}/${random.fraction()}`;
        const file = { key, name: "orders.edi", origin: "folder", content } as const;
        await takeIn(connection.database, file, new Date());
        if (random.chance(0.3)) await advance();
      }
      for (let rounds = await advance(); rounds.some(({ hasMore }) => hasMore); ) rounds = await advance();
      const states = await connection.database
        .selectDistinct({ state: ediInterchanges.state })
        .from(ediInterchanges)
        .where(like(ediInterchanges.sender, `S${serial}-%`));
      const wrong = states.some(({ state }) => state === "manual") ? ["a change was not applied"] : [];
      for (const [number, quantity] of wanted(traffic.flatMap(({ sent }) => sent))) {
        const [first, ...others] = await connection.database
          .select()
          .from(ediOrders)
          .where(eq(ediOrders.documentIdentifier, number))
          .orderBy(ediOrders.position);
        const answers = await readOrderMessages(connection.database, first?.id ?? "", "OrderResponses");
        const last = summarise(answers.at(-1)?.message ?? {});
        const said =
          last.kind === "ORDRSP" && last.messageFunction === "4"
            ? last.order.lines[0]?.quantities.find(({ qualifier }) => qualifier === "113")?.value
            : quantity;
        const isRight =
          first?.lines[0]?.ordered === quantity &&
          said === quantity &&
          first.orderId !== null &&
          others.every(({ orderId, state }) => orderId === null && state === "hold");
        if (!isRight) wrong.push(`${number}: ${first?.lines[0]?.ordered}, answered ${said}, not ${quantity}`);
      }
      return wrong;
    }

    test("are processed in order of arrival", async () => {
      expect(await schedule(randomFor("a short schedule"), 4)).toEqual([]);
    });

    test("come to the same in 200 random schedules", async () => {
      const random = randomFor("schedules");
      const wrong: string[] = [];
      for (let done = 0; done < 200; done += 10) wrong.push(...(await schedule(random, 10)));
      expect(wrong).toEqual([]);
    }, 1_800_000);
  });
});
