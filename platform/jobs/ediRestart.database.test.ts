import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { folderForTests, runUntilCrash } from "#tests/support/children.ts";
import { newPostgres } from "#tests/support/databases.ts";

const postgres = await newPostgres();
const directory = await folderForTests();

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

/** Runs a child: how it ended, and what it reported last. */
async function runEdi(words: string[]) {
  let said: z.output<typeof line> | undefined;
  const end = await runUntilCrash("crashableEdi", words, (word) => {
    said = line.parse(word);
  });
  return { ...end, said };
}

const partnersOrders = 6;
const crashes = [
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

// A process on PGlite begins slowly: where there is PostgreSQL, PGlite's dies at some of the points only.
const short = crashes.filter((_, index) => index % 3 === 1);
// Several processes can share a PostgreSQL only.
const places = [
  {
    name: "PGlite",
    where: join(directory, "database"),
    survivors: 1,
    crashes: postgres ? short : crashes,
  },
  ...(postgres ? [{ name: "PostgreSQL", where: postgres, survivors: 2, crashes }] : []),
];

describe.each(places)(
  "a platform on $name that is killed again and again amid a partner's orders and a person's actions",
  (place) => {
    test("answers each of them once, does each action once, and sends every file once", async () => {
      const home = join(directory, `files-${place.name}`);
      await runEdi(["enter", place.where, home, String(partnersOrders)]);
      for (const crash of place.crashes) {
        expect(await runEdi(["run", place.where, home, ...crash])).toMatchObject({
          code: null,
          signal: "SIGKILL",
        });
      }
      const survivors = Array.from({ length: place.survivors }, () =>
        runEdi(["run", place.where, home, "never"]),
      );
      const ended = await Promise.all(survivors);
      for (const { code } of ended) expect(code).toBe(0);
      const { interchanges, orders, utopiaOrders, collected } = report.parse(ended.at(-1)?.said);

      const inbound = interchanges.filter(({ direction }) => direction === "inbound");
      expect(inbound.map(({ controlReference }) => Number(controlReference)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: partnersOrders + 2 }, (_, index) => index + 1),
      );
      // The first order came twice, and its second document was discarded.
      expect(orders.filter(({ state }) => state === "rejected")).toHaveLength(1);
      expect(orders).toHaveLength(partnersOrders + 1);
      expect(utopiaOrders).toBe(partnersOrders);
      for (const { state, messages } of orders.filter((order) => order.state !== "rejected")) {
        expect(state).toBe("completed");
        const [order, ...after] = messages.map(({ list }) => list);
        expect(order).toBe("Orders");
        expect(after.toSorted()).toEqual(
          after.includes("OrderChangeRequests")
            ? ["DespatchAdvices", "OrderChangeRequests", "OrderResponses", "OrderResponses"]
            : ["DespatchAdvices", "OrderResponses"],
        );
      }
      const changes = orders
        .flatMap(({ messages }) => messages)
        .filter(({ list }) => list === "OrderChangeRequests");
      expect(changes).toHaveLength(1);

      // An acknowledgement, a response and a despatch advice for each, under numbers without a gap; beside them the
      // acknowledgement of the second document, acknowledgement and response of the change, and the response that went
      // out under a new reference.
      const outbound = interchanges.filter(({ direction }) => direction === "outbound");
      expect(outbound.map(({ controlReference }) => Number(controlReference)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 3 * partnersOrders + 4 }, (_, index) => index + 1),
      );
      const counts = ["CONTRL", "ORDRSP", "DESADV"].map(
        (type) => outbound.filter(({ messageTypes }) => messageTypes.includes(type)).length,
      );
      expect(counts).toEqual([partnersOrders + 2, partnersOrders + 2, partnersOrders]);
      expect(new Set(outbound.map(({ state }) => state))).toEqual(new Set(["completed"]));
      // The partner collected each file once, although processes died after sending and before writing it down.
      expect(collected.toSorted()).toEqual([...new Set(collected)].toSorted());
      // The one that was sent again as it was has a name of its own.
      expect(collected).toHaveLength(3 * partnersOrders + 5);
      expect(collected.filter((name) => name.includes("-again-"))).toHaveLength(1);
    }, 480_000);
  },
);
