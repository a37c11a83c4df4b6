import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import { type AttributeTypes, typesOf } from "#app/domains/rules/prices/evaluate.ts";
import { forEachProduct, listRuleProducts } from "#app/domains/rules/prices/live.server.ts";
import { readWithin } from "#app/http/api.server.ts";
import { hashOf } from "#app/http/once.server.ts";
import { records } from "#app/records/portalRecords.server.ts";
import type { TodayLine } from "#app/today/lines.ts";
import { shorten } from "#app/values/values.ts";
import { readNumber } from "#contract/numbers.ts";
import type { CustomRule } from "#contract/rules.ts";
import { listRuleAttributes, type RulesOf } from "./api.server.ts";
import { nameOfRule } from "./model.ts";
import { rulePath, rulesPath } from "./paths.ts";
import { applyInOrder, pricesOf } from "./prices/inOrder.ts";
import { unitsOf } from "./prices/judge.ts";
import type { Attributes, RuleProduct } from "./prices/ruleProduct.ts";
import type { EditedRule } from "./values.ts";

type Rule = Pick<CustomRule, "rulesConditionsGroups" | "actions" | "enabled" | "deleted">;

/** The number of products that a change of a rule makes dearer, and of those that it makes free. */
export type PriceMoves = { raised: number; freed: number; of: number };

/** Reads a product's attributes under a rule that is switched on, else the stored ones. */
const readUnder = (rule: Rule | undefined, types: AttributeTypes, attributes: Attributes) =>
  applyInOrder(rule?.enabled && !rule.deleted ? [rule] : [], types, attributes).read;

/**
 * Counts the price effects of changing a rule, as calculated by the portal (today#rules): enabled
 * or disabled, saved or deleted, compared with the previous version; `before` is undefined for a
 * new rule. Takes one product at a time, so that the caller can yield to other requests in between.
 */
export function countingMoves(
  before: Rule | undefined,
  after: Rule,
  types: AttributeTypes,
): { look(product: RuleProduct): void; result(): PriceMoves } {
  const names = [...new Set([...(before ? pricesOf(before, types) : []), ...pricesOf(after, types)])];
  const moves = { raised: 0, freed: 0, of: 0 };
  return {
    look(product) {
      moves.of += 1;
      const steps = unitsOf(product).flatMap(({ attributes }) => {
        const from = readUnder(before, types, attributes);
        const to = readUnder(after, types, attributes);
        return names.map((name) => ({ from: readNumber(from(name)), to: readNumber(to(name)) }));
      });
      if (steps.some(({ from, to }) => to !== undefined && to <= 0 && from !== undefined && from > 0))
        moves.freed += 1;
      else if (steps.some(({ from, to }) => from !== undefined && to !== undefined && to > from))
        moves.raised += 1;
    },
    result: () => ({ ...moves }),
  };
}

const dayMs = 24 * 3600 * 1000;
const ttlSeconds = dayMs / 1000;
const maxEntries = 200;
/** Nobody waits longer for what only Today tells. */
const limitMs = 5_000;

const move = z.object({
  rule: z.string(),
  name: z.string(),
  store: z.string(),
  href: z.string(),
  raised: z.number(),
  freed: z.number(),
  of: z.number(),
  by: z.string(),
  at: z.number(),
});
type Move = z.output<typeof move>;

const key = "price-moves";
const readMoves = async (): Promise<Move[]> =>
  ((await records.get(key, z.array(move))) ?? []).filter(({ at }) => Date.now() - at < dayMs);

async function movesOf({ user, store }: RulesOf, before: CustomRule | undefined, after: EditedRule) {
  const read = await readWithin(user, limitMs, "background", async (asking) =>
    Promise.all([listRuleProducts(asking, store), listRuleAttributes(asking, store)]),
  );
  if (!read.ok) return undefined;
  const [{ products }, attributes] = read.value;
  const moves = countingMoves(before, after, typesOf(attributes));
  await forEachProduct(products, moves.look);
  return moves.result();
}

/**
 * Keeps for a day that a rule which was switched, saved or deleted raised a price or made one 0 (today#rules). Where
 * the products cannot be read, nothing is known of it.
 */
export async function noteRuleChange(of: RulesOf, before: CustomRule | undefined, after: EditedRule) {
  const moves = await movesOf(of, before, after);
  if (!moves || moves.raised + moves.freed === 0) return;
  const { storeAlias, storeName } = of.store;
  const id = before?.id;
  const name = shorten(nameOfRule({ id: id ?? "", name: after.name }), 120);
  const made: Move = {
    rule: hashOf([storeAlias, id ?? name]),
    name,
    store: storeName,
    href: id === undefined ? rulesPath(storeAlias, { query: name }) : rulePath(storeAlias, of.filter, id),
    ...moves,
    by: nameOf(of.user),
    at: Date.now(),
  };
  await records.withLock(key, 10, async (locked) => {
    const others = (await readMoves()).filter(({ rule }) => rule !== made.rule);
    await locked.set(key, [...others, made].slice(-maxEntries), ttlSeconds);
  });
}

const effectOf = ({ raised, freed, of }: Move): string =>
  [raised > 0 ? `raised the price of ${raised}` : "", freed > 0 ? `made ${freed} free of charge` : ""]
    .filter(Boolean)
    .join(" and ")
    .concat(` of ${of} products`);

/** The rules that moved prices in the last day, each a line (today#rules). */
export const rulesToday = async (): Promise<TodayLine[]> =>
  (await readMoves()).map((one) => ({
    key: `rules:${one.rule}`,
    words: `${one.name}, ${one.store}: ${effectOf(one)}`,
    isOne: true,
    costsMoney: true,
    count: 1,
    orMore: false,
    oldestAt: new Date(one.at).toISOString(),
    href: one.href,
    about: `Changed by ${one.by}. The portal's own reckoning, on the store's products and their variants.`,
    revision: String(one.at),
  }));
