import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { folderForTests, mortals } from "#tests/support/children.ts";
import { newPostgres } from "#tests/support/databases.ts";

const postgres = await newPostgres();
const directory = await folderForTests();
const children = mortals("mortalEdi");

const report = z.object({
  interchanges: z.array(
    z.object({
      direction: z.string(),
      controlReference: z.string(),
      messageTypes: z.array(z.string()),
      state: z.string(),
    }),
  ),
  orders: z.array(z.object({ state: z.string(), messages: z.array(z.looseObject({ list: z.string() })) })),
  utopiaOrders: z.number(),
  collected: z.array(z.string()),
  staged: z.array(z.string()),
});
const line = z.union([report, z.object({ entered: z.number() })]);

/** A child's life: how it ended, and what it reported last. */
async function lifeOf(words: string[]) {
  let said: z.output<typeof line> | undefined;
  const end = await children.lifeOf(words, (word) => {
    said = line.parse(word);
  });
  return { ...end, said };
}

const partnersOrders = 6;
const deaths = [
  ["settle", "2"],
  ["settle", "3"],
  ["stage", "2"],
  ["transmit", "1"],
  ["stage", "1"],
  ["transmit", "1"],
  ["stage", "1"],
  ["transmit", "2"],
  ["transmit", "1"],
  ["act", "1"],
  ["act", "2"],
  ["transmit", "1"],
  ["act", "3"],
  ["act", "4"],
  ["act", "1"],
  ["act", "2"],
  ["act", "3"],
  ["act", "4"],
  ["act", "1"],
  ["act", "4"],
] as const;

// A life on PGlite begins slowly: where there is PostgreSQL, PGlite dies once or twice of each operation.
const short = deaths.filter((_, index) => index % 3 === 1);
// Several processes can share a PostgreSQL only.
const places = [
  {
    name: "PGlite",
    where: join(directory, "database"),
    survivors: 1,
    deaths: postgres ? short : deaths,
  },
  ...(postgres ? [{ name: "PostgreSQL", where: postgres, survivors: 2, deaths }] : []),
];

describe.each(places)(
  "a platform on $name that is killed again and again amid a partner's orders and a person's operations",
  (place) => {
    test("answers each of them once, does each operation once, and sends every file once", async () => {
      const home = join(directory, `files-${place.name}`);
      await lifeOf(["enter", place.where, home, String(partnersOrders)]);
      for (const death of place.deaths) {
        expect(await lifeOf(["run", place.where, home, ...death])).toMatchObject({
          code: null,
          signal: "SIGKILL",
        });
      }
      const survivors = Array.from({ length: place.survivors }, () =>
        lifeOf(["run", place.where, home, "never"]),
      );
      const lives = await Promise.all(survivors);
      for (const { code } of lives) expect(code).toBe(0);
      const { interchanges, orders, utopiaOrders, collected } = report.parse(lives.at(-1)?.said);

      const inbound = interchanges.filter(({ direction }) => direction === "inbound");
      expect(inbound.map(({ controlReference }) => Number(controlReference)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: partnersOrders + 1 }, (_, index) => index + 1),
      );
      // The first order came twice, and its second document was discarded.
      expect(orders.filter(({ state }) => state === "rejected")).toHaveLength(1);
      expect(orders).toHaveLength(partnersOrders + 1);
      expect(utopiaOrders).toBe(partnersOrders);
      for (const { state, messages } of orders.filter((order) => order.state !== "rejected")) {
        expect(state).toBe("completed");
        expect(messages.map(({ list }) => list)).toEqual(["Orders", "OrderResponses", "DespatchAdvices"]);
      }

      // An acknowledgement, a response and a despatch advice for each, under numbers without a gap; beside them the
      // acknowledgement of the second document, and the response that went out under a new reference.
      const outbound = interchanges.filter(({ direction }) => direction === "outbound");
      expect(outbound.map(({ controlReference }) => Number(controlReference)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 3 * partnersOrders + 2 }, (_, index) => index + 1),
      );
      const counts = ["CONTRL", "ORDRSP", "DESADV"].map(
        (type) => outbound.filter(({ messageTypes }) => messageTypes.includes(type)).length,
      );
      expect(counts).toEqual([partnersOrders + 1, partnersOrders + 1, partnersOrders]);
      expect(new Set(outbound.map(({ state }) => state))).toEqual(new Set(["completed"]));
      // The partner collected each file once, although processes died after sending and before writing it down.
      expect(collected.toSorted()).toEqual([...new Set(collected)].toSorted());
      // The one that was sent again as it was has a name of its own.
      expect(collected).toHaveLength(3 * partnersOrders + 3);
      expect(collected.filter((name) => name.includes("-again-"))).toHaveLength(1);
    }, 480_000);
  },
);
