import { setTimeout as delay } from "node:timers/promises";
import { may, type User } from "#app/auth/guard.server.ts";
import { runsToday } from "#app/bulk/run.server.ts";
import { failuresToday } from "#app/confirm/failures.server.ts";
import { heldToday } from "#app/notes/kind.server.ts";
import { ownPart } from "#app/today/lines.ts";
import type { TodaySource } from "#app/today/today.server.ts";
import { delayedToday } from "./delayedToday.server.ts";
import { labelsTodaySource } from "./labels/lastPrices/check.server.ts";
import { lookAtHandled, recordKinds } from "./recordKinds.server.ts";

/** What is handled is looked at for so long; what was not looked at then stays as it was known last. */
const lookMs = 3_000;

/** The lines of a part, read while those of its records that are handled are looked at. */
const withHandled = ({ records = [], ...source }: TodaySource): TodaySource => ({
  ...source,
  records,
  async read(user) {
    const looked = Promise.race([lookAtHandled(user, records), delay(lookMs, undefined, { ref: false })]);
    const [lines] = await Promise.all([source.read(user), looked]);
    return lines;
  },
});

const order = ["returns", "orders", "edi", "products", "rules"];

const sources: readonly TodaySource[] = [
  {
    key: ownPart,
    title: "Yours",
    commands: ["today"],
    read: async (user) => (await Promise.all([heldToday(user), failuresToday(user), runsToday(user)])).flat(),
  },
  {
    key: "delayed",
    title: "Waiting for another company",
    commands: ["store/orders", "store/returns", "store/products"],
    read: delayedToday,
  },
  ...recordKinds
    .flatMap(({ today }) => (today ? [today.records ? withHandled(today) : today] : []))
    .sort((one, other) => order.indexOf(one.key) - order.indexOf(other.key)),
  labelsTodaySource,
];

/**
 * What this person's roles make their work (today#whose): the roles of the store's own page count, also where pages of
 * all stores are open to everybody.
 */
export const sourcesFor = (user: User): TodaySource[] =>
  sources.filter(({ commands }) => commands.some((permission) => may(user, permission)));
