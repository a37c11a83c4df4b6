import { setTimeout as delay } from "node:timers/promises";
import { may, type User } from "#app/auth/guard.server.ts";
import { runsToday } from "#app/bulk/today.server.ts";
import { failuresToday } from "#app/confirm/failures.server.ts";
import type { NoteKindKey } from "#app/notes/notes.ts";
import { listStores } from "#app/stores/api.server.ts";
import { readableStores } from "#app/stores/model.ts";
import type { TodaySource } from "#app/today/today.server.ts";
import { delayedToday } from "./delayedToday.server.ts";
import { ediToday } from "./edi/partner/today.server.ts";
import { exosToday } from "./exos/today.server.ts";
import { productsToday } from "./metaproducts/today.server.ts";
import { lookAtHandled } from "./noteKinds.server.ts";
import { ordersToday } from "./orders/today.server.ts";
import { rulesToday } from "./rules/today.server.ts";

/** What is handled is looked at for so long; what was not looked at then stays as it was known last. */
const lookMs = 3_000;

/** Of a part whose records can be handled: its lines, read while those that are handled are looked at. */
const withHandled = (source: TodaySource & { records: readonly NoteKindKey[] }): TodaySource => ({
  ...source,
  async read(user) {
    const looked = Promise.race([
      lookAtHandled(user, source.records),
      delay(lookMs, undefined, { ref: false }),
    ]);
    const [lines] = await Promise.all([source.read(user), looked]);
    return lines;
  },
});

/** Everything that can need a person, in the order of Today. */
const sources: readonly TodaySource[] = [
  {
    key: "actions",
    title: "Your actions that failed",
    commands: ["today"],
    read: async (user) => (await Promise.all([failuresToday(user), runsToday(user)])).flat(),
  },
  {
    key: "delayed",
    title: "Waiting for another company",
    commands: ["store/orders", "store/returns", "store/products"],
    read: delayedToday,
  },
  withHandled({
    key: "returns",
    title: "Returns and Exchanges",
    commands: ["store/returns"],
    records: ["return"],
    read: exosToday,
  }),
  withHandled({
    key: "orders",
    title: "Orders",
    commands: ["store/orders"],
    records: ["order"],
    read: ordersToday,
  }),
  withHandled({
    key: "edi",
    title: "EDI (Myer)",
    commands: ["store/interchanges"],
    records: ["interchange", "edi-order"],
    read: ediToday,
  }),
  withHandled({
    key: "products",
    title: "Refused products",
    commands: ["store/products"],
    // One call for each store, where the service does not count.
    keepForMs: 120_000,
    records: ["product"],
    read: async (user) => productsToday(user, readableStores(await listStores(user))),
  }),
  {
    key: "rules",
    title: "Rules that moved prices",
    commands: ["store/customrules"],
    read: rulesToday,
  },
];

/**
 * What this person's roles make their work (today#whose): the roles of the store's own page count, also where pages of
 * all stores are open to everybody.
 */
export const sourcesFor = (user: User): TodaySource[] =>
  sources.filter(({ commands }) => commands.some((permission) => may(user, permission)));
