import { attempt, callPortalApi } from "#app/core/api/api.server.ts";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import type { Fact } from "#app/core/commands/command.ts";
import { toText } from "#app/core/values/values.ts";
import { listRuleAttributes, listRules, type RulesOf } from "#app/domains/rules/api.server.ts";
import { standHash } from "#app/domains/rules/seen.server.ts";
import { type EditedRule, newRule } from "#app/domains/rules/values.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { getMetaProducts, metaProductExportPageSize } from "#contract/metaproducts.ts";
import type { CustomRule, CustomRuleConditionGroup } from "#contract/rules.ts";
import type { Store } from "#contract/stores.ts";
import {
  attributesReader,
  itemsOf,
  type RuleProduct,
  type RuleProducts,
  toRuleProducts,
  typesOf,
} from "./evaluate.ts";
import { type Judgement, judging } from "./judge.ts";
import {
  covers,
  goesLive,
  isHarmless,
  liveFacts,
  liveWarning,
  type NotRead,
  readAgreement,
  toAgreement,
} from "./live.ts";
import { type ProductList, type RuleMatches, toRuleMatches } from "./matches.ts";

/** The question before a rule goes live, and the form text that agrees to it. */
export type LiveQuestion = { warning: string; facts: Fact[]; agreed: string };

/** The effects of a rule's change on its store's products; `rules`: all of the store, if already read. Throws ApiError. */
export async function judgeRule(
  { user, store }: RulesOf,
  before: CustomRule | undefined,
  after: EditedRule,
  {
    rules: allRules,
    read,
  }: { rules?: readonly WireRow<CustomRule>[] | undefined; read: typeof listRuleProducts },
): Promise<NotRead & { judged: Judgement }> {
  const [{ products, unread, isCut }, rows, attributes] = await Promise.all([
    read(user, store),
    allRules ?? listRules(user, store),
    listRuleAttributes(user, store),
  ]);
  const rules = rows.flatMap((row) => (row.readable && !row.row.deleted ? [row.row] : []));
  const types = typesOf(attributes);
  const reckoning = judging({ before, after, rules, types, now: Date.now(), products: products.length });
  await forEachProduct(products, reckoning.look);
  return { judged: reckoning.result(), unread, isCut };
}

/**
 * The question to ask before `after` is saved over `before` (rules#toggle-price): undefined if
 * nothing goes live, the change is harmless, or `agreed`, a form's text, covers it. Effects that
 * cannot be calculated are asked about, too. Products are evaluated in their current state.
 */
export async function liveQuestion(
  of: RulesOf,
  before: CustomRule | undefined,
  after: EditedRule,
  rules?: readonly WireRow<CustomRule>[],
): Promise<(LiveQuestion & { isCovered(agreed: unknown): boolean }) | undefined> {
  if (!goesLive(before, after, Date.now())) return undefined;
  const made = await attempt(judgeRule(of, before, after, { rules, read: readRuleProducts }));
  const found = toAgreement(standHash(after), made.ok ? made.value : undefined);
  if (isHarmless(found)) return undefined;
  return {
    warning: liveWarning(found),
    facts: made.ok
      ? liveFacts(after, made.value.judged, made.value)
      : [{ label: "Prices", value: `could not be reckoned: ${made.error.message}` }],
    agreed: JSON.stringify(found),
    isCovered: (agreed) => covers(readAgreement(agreed), found),
  };
}

/** The number of the store's products that meet conditions (rules#matches). Throws ApiError. */
export async function matchesOf(
  { user, store }: Pick<RulesOf, "user" | "store">,
  groups: readonly CustomRuleConditionGroup[],
  list: ProductList,
): Promise<RuleMatches> {
  const [{ products, isCut }, attributes] = await Promise.all([
    listRuleProducts(user, store),
    listRuleAttributes(user, store),
  ]);
  const after = { ...newRule(store), rulesConditionsGroups: [...groups] };
  const change = { before: undefined, after, rules: [], types: typesOf(attributes), now: Date.now() };
  const { look, result } = judging({ ...change, products: products.length });
  await forEachProduct(products, look);
  return toRuleMatches(result(), groups, list, isCut);
}

/** Maximum pages of 1,000 products, read in parallel; rules of a larger store are evaluated on these. */
const maxPages = 20;
const sideBySide = 2;

async function readAll(user: User, storeName: string): Promise<RuleProducts> {
  const read: RuleProducts = { products: [], unread: 0, isCut: false };
  for (let page = 1; page <= maxPages; page += sideBySide) {
    const pages = await Promise.all(
      Array.from({ length: sideBySide }, (_, next) =>
        callPortalApi(user, getMetaProducts, {
          query: { storegroup: storeName, page: page + next, pagesize: metaProductExportPageSize },
        }),
      ),
    );
    for (const rows of pages) {
      const { products, unread } = toRuleProducts(rows);
      read.products.push(...products);
      read.unread += unread;
    }
    if (pages.some((rows) => rows.length < metaProductExportPageSize)) return read;
  }
  return { ...read, isCut: true };
}

const stored = keepPerSession<RuleProducts>({ keepForMs: 30_000, keepAtMost: 8, read: readAll });

type StoreName = Pick<Store, "storeName">;

/**
 * All products of a store with their variants (calls#meta-products), cached per session for half a
 * minute, since previews follow one another. At most the first 20,000. Throws ApiError.
 */
export const listRuleProducts = (user: User, { storeName }: StoreName) => stored(user, storeName);

/** Products by store, cached per request. */
const readNow = new WeakMap<Request, Map<string, Promise<RuleProducts>>>();

/** The current products: read once per request for all of its rules. Throws ApiError. */
export function readRuleProducts(user: User, { storeName }: StoreName): Promise<RuleProducts> {
  const ofRequest = readNow.get(user.request) ?? new Map<string, Promise<RuleProducts>>();
  readNow.set(user.request, ofRequest);
  const products = ofRequest.get(storeName) ?? stored(user, storeName, { refresh: true });
  ofRequest.set(storeName, products);
  return products;
}

/** Maximum duration of one chunk of calculation, in milliseconds. */
const pieceMs = 20;

/** Iterates over products in chunks, yielding to other requests in between. */
export async function forEachProduct(products: readonly RuleProduct[], look: (product: RuleProduct) => void) {
  let since = performance.now();
  for (const product of products) {
    look(product);
    if (performance.now() - since < pieceMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
}

const maxValues = 300;
const maxValueLength = 100;

/** Values of the store's products for some attributes, most frequent first (rules#suggested). Throws ApiError. */
export async function storeValues({ user, store }: RulesOf, attributes: readonly string[]) {
  if (attributes.length === 0) return {};
  const { products } = await listRuleProducts(user, store);
  const counts = new Map(attributes.map((name) => [name, new Map<string, number>()]));
  await forEachProduct(products, (product) => {
    for (const fields of [product.attributes, ...product.variants.map(({ attributes }) => attributes)]) {
      const read = attributesReader(fields);
      for (const [name, count] of counts) {
        for (const item of itemsOf(read(name))) {
          const text = toText(item);
          if (text !== "" && text.length <= maxValueLength) count.set(text, (count.get(text) ?? 0) + 1);
        }
      }
    }
  });
  return Object.fromEntries(
    [...counts].map(([name, count]) => [
      name,
      [...count]
        .sort(([, one], [, other]) => other - one)
        .slice(0, maxValues)
        .map(([text]) => text),
    ]),
  );
}
