import { z } from "zod";
import { keepPerSession } from "#app/core/api/keepPerSession.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { bulkRow } from "#app/core/commands/bulk.server.ts";
import type { BulkKind, BulkPlace, BulkRow } from "#app/core/commands/bulkKind.server.ts";
import type { WayBack } from "#app/core/commands/model.ts";
import type { RecordRef } from "#app/core/records/record.ts";
import { listStores } from "#app/core/stores/guard.server.ts";
import { findStore } from "#app/core/stores/model.ts";
import { shorten } from "#app/core/values/values.ts";
import { type Finder, nonEmpty } from "#app/features/find/finder.server.ts";
import { holds, names, type ParsedSearch } from "#app/features/find/parsedSearch.ts";
import { storeViewList } from "#app/features/views/viewList.server.ts";
import type { RecordKind } from "#app/screens/recordKind.server.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { Store } from "#contract/stores.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";
import { listRules, type RulesOf, requireRules, ruleIn } from "./api.server.ts";
import { ruleCommand } from "./commands.server.ts";
import { toRuleList } from "./list.ts";
import { nameOfRule, ruleStateLooks, ruleStateOf } from "./model.ts";
import { ruleCommandPath, rulePath, ruleSearch, rulesPath } from "./paths.ts";
import { standHash, undoHrefOf } from "./seen.server.ts";
import { rulesToday } from "./today.server.ts";
import { inTurn } from "./turn.server.ts";

/** A rule's key for notes. Today counts its effects, not its state: it is never handled. */
export const ruleRef = (alias: string, id: string): RecordRef => ({ kind: "rule", store: alias, id });
export const ruleState = { revision: "", lines: [] };

async function readRule(user: User, { store: alias, id }: RecordRef) {
  const store = findStore(await listStores(user), alias);
  const found = store && ruleIn(await listRules(user, store), id);
  return found?.readable ? { name: shorten(nameOfRule(found.row), 80), ...ruleState } : undefined;
}

/** What is done to a rule: its switch one way or the other, or its end. */
const bulkChanges = new Map<string, { to: "delete" | "toggle"; enabled?: boolean }>([
  ["enable", { to: "toggle", enabled: true }],
  ["disable", { to: "toggle", enabled: false }],
  ["delete", { to: "delete" }],
]);

/** How a rule stood when it was looked at, and what was shown of its going live. */
const looked = z.object({ seen: z.string(), agreed: z.string().optional() });

const noSuchAction: BulkRow = {
  href: "",
  look: async () => ({ can: false, name: "", facts: [], why: "There is no such action." }),
  run: async () => ({ is: "refused", why: "There is no such action." }),
  follow: async () => undefined,
};

/** Where what a run did to a rule is taken back (rules#undo). */
async function wayBack(of: RulesOf, id: string, to: "delete" | "toggle"): Promise<WayBack | undefined> {
  if (to === "delete") {
    return { label: "Restore", href: ruleCommandPath("restore", of.store.storeAlias, of.filter, id) };
  }
  const href = await undoHrefOf(of, id);
  return href === undefined ? undefined : { label: "Undo", href };
}

function placeOf(of: RulesOf): BulkPlace {
  const { user, store, filter } = of;
  const { storeAlias, storeType } = store;
  let rules: ReturnType<typeof listRules> | undefined;
  // A review asks for the list once, and not for each of its rules.
  const readOnce = () => {
    rules ??= listRules(user, store);
    return rules;
  };
  return {
    user,
    listHref: rulesPath(storeAlias, filter),
    title: "Custom Rules",
    async page() {
      const { rows } = toRuleList(await readOnce(), filter, {
        storeType,
        now: Date.now(),
        seenOf: standHash,
      });
      return { rows: rows.flatMap((one) => ("row" in one ? [one.row.id] : [])), hasNext: false };
    },
    row(id, action, _words, seen) {
      const change = bulkChanges.get(action);
      if (!change) return noSuchAction;
      const { to, enabled } = change;
      // What a review wrote down of the rule; nothing while it is looked at.
      const typed = { enabled, ...(seen === undefined ? {} : looked.parse(JSON.parse(seen))) };
      const as = (looking: Parameters<typeof ruleCommand>[4]) =>
        bulkRow(ruleCommand(of, id, to, typed, looking), id, ({ question, slot }) => {
          const now: z.output<typeof looked> = { seen: slot.seen, agreed: slot.live?.agreed };
          return { label: question.yes, seen: JSON.stringify(now) };
        });
      // A review shows all there is to ask, row by row; what was shown there is agreed to by running it.
      const { href, run, follow } = as({});
      return {
        href,
        follow,
        look: as({ list: readOnce, isShown: true }).look,
        run: (token) =>
          inTurn(of.store.storeAlias, async () => {
            const result = await run(token);
            return result.is === "done" ? { ...result, back: await wayBack(of, id, to) } : result;
          }),
      };
    },
  };
}

const rulesInBulk: BulkKind = {
  key: "rules",
  one: "rule",
  many: "rules",
  open: async (args, list) => placeOf({ ...(await requireRules(args)), filter: ruleSearch.read(list) }),
};

/** Every keystroke would read all rules of all stores again. */
const stored = keepPerSession<WireRow<CustomRule>[]>({
  keepForMs: 30_000,
  keepAtMost: 500,
  read: (user, storeName) => listRules(user, { storeName }),
});

async function search(user: User, parsed: ParsedSearch, stores: readonly Store[]) {
  const now = Date.now();
  const pages = await Promise.all(
    stores.map(async (store) => {
      const rows = await stored(user, store.storeName);
      return rows.flatMap((read) => {
        if (!read.readable || read.row.deleted) return [];
        const rule = read.row;
        const name = nameOfRule(rule);
        if (!holds(parsed, name, store.storeName) && !names(parsed, rule.id)) return [];
        return [
          {
            href: rulePath(store.storeAlias, ruleSearch.every, rule.id),
            title: shorten(name, 120),
            about: { rest: nonEmpty(ruleStateLooks[ruleStateOf(rule, now)].label, store.storeName) },
            isExact: names(parsed, name, rule.id),
          },
        ];
      });
    }),
  );
  return { hits: pages.flat(), isCut: false };
}

const ruleFinder: Finder = {
  kind: "rules",
  label: "Custom Rules",
  by: "name, store and id",
  permission: "store/customrules",
  find: (user, parsed, stores) => {
    const isOther =
      parsed.email ?? parsed.phone ?? parsed.exoName ?? parsed.raNumber ?? parsed.barcode ?? parsed.sscc;
    return parsed.text.length < 2 || isOther
      ? undefined
      : search(
          user,
          parsed,
          stores.filter(({ storeType }) => storeTypeHas(storeType, "rules")),
        );
  },
};

/** Custom rules of a store (notes#whose, today#rules, views#what). */
export const ruleRecord: RecordKind = {
  key: "rule",
  noun: "rule",
  ref: ruleRef,
  read: readRule,
  href: ({ store, id }) => rulePath(store, ruleSearch.every, id),
  bulk: rulesInBulk,
  finder: ruleFinder,
  today: {
    key: "rules",
    title: "Rules that moved prices",
    commands: ["store/customrules"],
    addresses: /^\/store\/[^/]+\/customrules\//,
    read: rulesToday,
  },
  views: [storeViewList({ page: "customrules", search: ruleSearch, list: rulesPath })],
};
