import type { User } from "#app/auth/guard.server.ts";
import { type Asked, holds, names } from "#app/find/asked.ts";
import { type Finder, said } from "#app/find/finder.server.ts";
import { keepPerSession } from "#app/http/keepPerSession.server.ts";
import { shorten } from "#app/values/show.ts";
import type { WireRow } from "#contract/envelopes.ts";
import type { CustomRule } from "#contract/rules.ts";
import type { Store } from "#contract/stores.ts";
import { storeTypeHas } from "#contract/storeTypes.ts";
import { listRules } from "./api.server.ts";
import { nameOfRule, ruleStateLooks, ruleStateOf } from "./model.ts";
import { rulePath, ruleSearch } from "./paths.ts";

/** Every keystroke would read all rules of all stores again. */
const stored = keepPerSession<WireRow<CustomRule>[]>({
  keepForMs: 30_000,
  keepAtMost: 500,
  read: (user, storeName) => listRules(user, { storeName }),
});

async function search(user: User, asked: Asked, stores: readonly Store[]) {
  const now = Date.now();
  const pages = await Promise.all(
    stores.map(async (store) => {
      const rows = await stored(user, store.storeName);
      return rows.flatMap((read) => {
        if (!read.readable || read.row.deleted) return [];
        const rule = read.row;
        const name = nameOfRule(rule);
        if (!holds(asked, name, store.storeName) && !names(asked, rule.id)) return [];
        return [
          {
            href: rulePath(store.storeAlias, ruleSearch.every, rule.id),
            title: shorten(name, 120),
            about: said(ruleStateLooks[ruleStateOf(rule, now)].label, store.storeName),
            isExact: names(asked, name, rule.id),
          },
        ];
      });
    }),
  );
  return { hits: pages.flat(), isCut: false };
}

/** Rules of every store that has them, by name, with or without the store's. */
export const ruleFinder: Finder = {
  kind: "rules",
  label: "Custom Rules",
  by: "name, store and id",
  permission: "store/customrules",
  find: (user, asked, stores) => {
    const isOther =
      asked.email ?? asked.phone ?? asked.exoName ?? asked.raNumber ?? asked.barcode ?? asked.sscc;
    return asked.text.length < 2 || isOther
      ? undefined
      : search(
          user,
          asked,
          stores.filter(({ storeType }) => storeTypeHas(storeType, "rules")),
        );
  },
};
