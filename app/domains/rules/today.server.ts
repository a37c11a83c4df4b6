import { gt, sql } from "drizzle-orm";
import { readWithin } from "#app/core/api/api.server.ts";
import { nameOf } from "#app/core/auth/user.ts";
import { inSeconds } from "#app/core/database/columns.ts";
import { database } from "#app/core/database/database.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import type { TodayLine } from "#app/core/records/todayLine.ts";
import { shorten } from "#app/core/values/values.ts";
import type { RuleProduct } from "#app/domains/rules/prices/evaluate.ts";
import { forEachProduct, listRuleProducts } from "#app/domains/rules/prices/live.server.ts";
import type { CustomRule } from "#contract/rules.ts";
import { listRuleAttributes, type RulesOf } from "./api.server.ts";
import { nameOfRule } from "./model.ts";
import { rulePath, rulesPath } from "./paths.ts";
import { type AttributeTypes, pricesOf, stepsBetween, typesOf } from "./prices/evaluate.ts";
import { unitsOf } from "./prices/judge.ts";
import { priceMoves } from "./tables.ts";
import type { EditedRule } from "./values.ts";

const inForce = (rule: EditedRule | undefined) => (rule?.enabled && !rule.deleted ? [rule] : []);

/**
 * What changing a rule does to a product's prices, as calculated by the portal (today#rules): enabled or disabled, saved
 * or deleted, compared with the previous version; `before` is undefined for a new rule.
 */
export function movedBy(before: EditedRule | undefined, after: EditedRule, types: AttributeTypes) {
  const names = [...new Set([before, after].flatMap((rule) => (rule ? pricesOf(rule, types) : [])))];
  const [without, changed] = [inForce(before), inForce(after)];
  return (product: RuleProduct): "freed" | "raised" | undefined => {
    const steps = unitsOf(product).flatMap((unit) => stepsBetween(without, changed, names, types, unit));
    if (steps.some(({ from = 0, to }) => to <= 0 && from > 0)) return "freed";
    return steps.some(({ from, to }) => from !== undefined && to > from) ? "raised" : undefined;
  };
}

const ttlSeconds = 24 * 3600;
/** Nobody waits longer for what only Today tells. */
const limitMs = 5_000;

async function movesOf({ user, store }: RulesOf, before: CustomRule | undefined, after: EditedRule) {
  const read = await readWithin(user, limitMs, "background", async (asking) =>
    Promise.all([listRuleProducts(asking, store), listRuleAttributes(asking, store)]),
  );
  if (!read.ok) return undefined;
  const [{ products }, attributes] = read.value;
  const moves = { raised: 0, freed: 0, of: products.length };
  const moveOf = movedBy(before, after, typesOf(attributes));
  await forEachProduct(products, (product) => {
    const moved = moveOf(product);
    if (moved) moves[moved] += 1;
  });
  return moves;
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
  const made = {
    name,
    store: storeName,
    href: id === undefined ? rulesPath(storeAlias, { query: name }) : rulePath(storeAlias, of.filter, id),
    ...moves,
    by: nameOf(of.user),
    at: new Date(),
    expiresAt: inSeconds(ttlSeconds),
  };
  await database
    .insert(priceMoves)
    .values({ rule: hashOf([storeAlias, id ?? name]), ...made })
    .onConflictDoUpdate({ target: priceMoves.rule, set: made });
}

const effectOf = ({ raised, freed, of }: typeof priceMoves.$inferSelect): string =>
  [raised > 0 ? `raised the price of ${raised}` : "", freed > 0 ? `made ${freed} free of charge` : ""]
    .filter(Boolean)
    .join(" and ")
    .concat(` of ${of} products`);

/** The rules that moved prices in the last day, each a line (today#rules). */
export async function rulesToday(): Promise<TodayLine[]> {
  const moves = await database
    .select()
    .from(priceMoves)
    .where(gt(priceMoves.expiresAt, sql`now()`))
    .orderBy(priceMoves.at);
  return moves.map((one) => ({
    key: `rules:${one.rule}`,
    words: `${one.name}, ${one.store}: ${effectOf(one)}`,
    isOne: true,
    costsMoney: true,
    count: 1,
    orMore: false,
    oldestAt: one.at.toISOString(),
    href: one.href,
    about: `Changed by ${one.by}. The portal's own reckoning, on the store's products and their variants.`,
    revision: String(one.at.getTime()),
  }));
}
