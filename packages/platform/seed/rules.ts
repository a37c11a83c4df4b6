import { type StoreTypeWith, storeTypeHas } from "#contract/storeTypes.ts";
import type { JsonObject, StoredHistoryEntry } from "#platform/database/schema/columns.ts";
import { customRules } from "#platform/database/schema/rules.ts";
import { filled, recorded } from "./fixtures.ts";
import { tablePart } from "./seed.ts";
import { type SeedStore, seedStores } from "./stores.ts";

type CustomRuleRow = typeof customRules.$inferInsert;

/** A store type's names of the attributes for rules. */
type Names = { title: string; brand: string; colour: string; rrp: string; price: string; list: string };

type Draft = {
  name: string;
  enabled?: boolean;
  deleted?: boolean;
  priority: number;
  /** Days from the anchor; without one there is no limit. */
  from?: number;
  to?: number;
  groups: JsonObject[];
  actions: JsonObject[];
  /** Fields that the portal does not know. */
  extra?: JsonObject;
};

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The rules of every store that has some: current, future, expired, switched off; and those of one store in every
 * state.
 */
const drafts: Record<"common" | "special", object[]> & { names: Record<StoreTypeWith<"rules">, Names> } =
  recorded("rules");

// Rules begin and end on the hour.
const onTheHour = (anchor: Date, days: number): string =>
  new Date(Math.floor((anchor.getTime() + days * day) / hour) * hour).toISOString();

function historyOf(draft: Draft, anchor: Date): StoredHistoryEntry[] {
  const entry = (days: number, action: string, message: string, changes?: JsonObject[]) => ({
    action,
    message,
    createdAt: new Date(anchor.getTime() - days * day).toISOString(),
    meta: {
      user: changes ? "admin@utopia.example" : "merch@utopia.example",
      ...(changes ? { changes } : {}),
    },
  });
  const flipped = (field: string) => [{ field, oldValue: false, newValue: true }];
  return [
    entry(220, "CustomRuleCreated", "Rule created"),
    ...(draft.enabled ? [entry(100, "CustomRuleEnabled", "Rule enabled", flipped("enabled"))] : []),
    ...(draft.deleted ? [entry(90, "CustomRuleDeleted", "Rule deleted", flipped("deleted"))] : []),
  ];
}

function rowOf(store: SeedStore, draft: Draft, number: number, anchor: Date): CustomRuleRow {
  const { name, enabled = false, deleted = false, priority, from, to, groups, actions, extra } = draft;
  const history = historyOf(draft, anchor);
  return {
    id: `${store.alias}-RULE-${String(number).padStart(3, "0")}`,
    storeId: store.id,
    priority,
    version: history.length,
    createdBy: "seed",
    document: {
      name,
      enabled,
      deleted,
      startDate: from === undefined ? null : onTheHour(anchor, from),
      endDate: to === undefined ? null : onTheHour(anchor, to),
      rulesConditionsGroups: groups,
      actions,
      ...extra,
    },
    history,
  };
}

function draftsOf(store: SeedStore): Draft[] {
  // Volley has none, as an example of an empty list.
  if (!storeTypeHas(store.type, "rules") || store.alias === "VOL") return [];
  const words = { ...drafts.names[store.type], firstBrand: store.brands[0] };
  const own = store.alias === "SNS" ? [...drafts.common, ...drafts.special] : drafts.common;
  return own.map((draft): Draft => Object(filled(draft, words)));
}

/** Every rule of the seed, the same in every size; times count back and forth from `anchor`. */
const customRuleRows = (anchor: Date): CustomRuleRow[] =>
  seedStores.flatMap((store) =>
    draftsOf(store).map((draft, index) => rowOf(store, draft, index + 1, anchor)),
  );

export const customRulesPart = tablePart("custom rules", customRules, (_, anchor) => customRuleRows(anchor));
