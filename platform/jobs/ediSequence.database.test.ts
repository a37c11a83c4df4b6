import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { summarise } from "#edifact/index.ts";
import type { Connection } from "#platform/database/connect.ts";
import { ediInterchanges, ediOrders } from "#platform/database/schema/edi.ts";
import { ediPartners } from "#platform/database/schema/ediPartners.ts";
import { takeIn } from "#platform/domains/edi/interchanges/takeIn.ts";
import { readOrderMessages } from "#platform/domains/edi/orders/repository.ts";
import { openEdiFolder } from "#platform/outside/ediFolder.ts";
import { type Random, randomFor } from "#platform/seed/random.ts";
import { testDatabases } from "#tests/support/databases.ts";
import { changeMessage, fileOf, linesFrom, ordersMessage, testEdiPartner } from "#tests/support/ediFiles.ts";
import { advanceDueEdi, type EdiEngine } from "./advanceEdi.ts";

/** What a partner sends of one order number, in this order. */
type Sent = { number: string; kind: "order" | "change"; quantity: number };

const partnersAtOnce = 10;
const [line] = linesFrom(1);
if (!line) throw new Error("The seed has no article");

const messageOf = ({ number, kind, quantity }: Sent, index: number) =>
  kind === "order"
    ? ordersMessage(number, [{ ...line, quantity }])
    : changeMessage(`CH-${number}-${index}`, number, "4", [{ ...line, quantity, number: "1", action: "3" }]);

/** Two order numbers of one partner: each begins with its order, and changes and repetitions of it follow. */
function sentBy(partner: string, random: Random): Sent[] {
  const waiting = Array.from({ length: 2 }, (_, index): Sent[] => {
    const number = `${partner}-${index}`;
    const followers = Array.from(
      { length: random.between(1, 3) },
      (): Sent => ({
        number,
        kind: random.chance(0.75) ? "change" : "order",
        quantity: random.between(1, 9),
      }),
    );
    return [{ number, kind: "order", quantity: random.between(1, 9) }, ...followers];
  });
  const sent: Sent[] = [];
  for (let left = waiting; left.length > 0; left = left.filter((one) => one.length > 0)) {
    const next = left[random.between(0, left.length - 1)]?.shift();
    if (next) sent.push(next);
  }
  return sent;
}

/** Cuts a list into pieces of up to so many. */
function cut<T>(list: readonly T[], most: number, random: Random): T[][] {
  const pieces: T[][] = [];
  for (let rest = [...list]; rest.length > 0; ) pieces.push(rest.splice(0, random.between(1, most)));
  return pieces;
}

/** What the orders have to come to: the first order of a number, with its last change. */
function wanted(sent: readonly Sent[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { number, kind, quantity } of sent)
    if (kind === "change" || !quantities.has(number)) quantities.set(number, quantity);
  return quantities;
}

describe.each(testDatabases())("interchanges of one series on $name", ({ open }) => {
  let connection: Connection;
  let home: string;
  let engines: EdiEngine[];
  let serial = 0;

  beforeAll(async () => {
    connection = await open();
    home = await mkdtemp(join(tmpdir(), "utopia-sequence-"));
    const folder = await openEdiFolder(home);
    engines = [1, 2].map(() => ({ database: connection.database, folder }));
  });
  afterAll(async () => {
    await connection.close();
    await rm(home, { recursive: true, force: true });
  });

  const advance = () => Promise.all(engines.map((engine) => advanceDueEdi(engine, new Date())));

  async function partnerNamed(identification: string) {
    const partner = { ...testEdiPartner, id: identification, name: identification, identification };
    await connection.database.insert(ediPartners).values(partner);
    return { identification, qualifier: partner.qualifier };
  }

  /** Partners send files while two platforms work on them; returns the numbers that came to something else. */
  async function schedule(random: Random, partners: number): Promise<string[]> {
    serial += 1;
    const traffic = await Promise.all(
      Array.from({ length: partners }, async (_, index) => {
        const sender = await partnerNamed(`S${serial}-${index}`);
        const sent = sentBy(sender.identification, random);
        const interchanges = cut(sent.map(messageOf), 3, random).map((piece, place) => {
          const messages = piece.map((message, at) => ({ ...message, reference: String(at + 1) }));
          return fileOf(String(place + 1), messages, { sender, acknowledgementRequested: false });
        });
        return { sent, files: cut(interchanges, 2, random).map((texts) => texts.join("")) };
      }),
    );
    for (let left = traffic; left.length > 0; left = left.filter(({ files }) => files.length > 0)) {
      const content = left[random.between(0, left.length - 1)]?.files.shift() ?? "";
      const key = `schedule/${serial}/${random.fraction()}`;
      const drop = { key, name: "orders.edi", origin: "folder", content: Buffer.from(content) } as const;
      await takeIn(connection.database, drop, new Date());
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

  test("are processed in the order in which they came, by two platforms at once [edi#sequence]", async () => {
    expect(await schedule(randomFor("a short schedule"), 4)).toEqual([]);
  });

  test("come to the same in 200 random schedules", async () => {
    const random = randomFor("schedules");
    const wrong: string[] = [];
    for (let done = 0; done < 200; done += partnersAtOnce)
      wrong.push(...(await schedule(random, partnersAtOnce)));
    expect(wrong).toEqual([]);
  }, 1_800_000);
});
