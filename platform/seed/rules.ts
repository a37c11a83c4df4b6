import { type StoreTypeWith, storeTypeHas } from "#contract/storeTypes.ts";
import type { JsonObject, StoredHistoryEntry } from "#platform/database/schema/json.ts";
import { insertRows } from "./insertRows.ts";
import type { SeedContext, SeedPart } from "./part.ts";
import { type SeedStore, seedStores } from "./stores.ts";

/** A row of `custom_rules` under its column names, ready for a bulk load. */
type CustomRuleRow = {
  id: string;
  store_id: number;
  priority: number;
  version: number;
  created_by: string;
  document: JsonObject;
  history: StoredHistoryEntry[];
};

/** What a store type calls the attributes that rules are about. */
type Names = { title: string; brand: string; colour: string; rrp: string; price: string; list: string };

const namesOf: Record<StoreTypeWith<"rules">, Names> = {
  bigcommerce: {
    title: "name",
    brand: "brand",
    colour: "colour",
    rrp: "rrpPrice",
    price: "price",
    list: "categories",
  },
  shopify: {
    title: "title",
    brand: "brand",
    colour: "option_colour",
    rrp: "rrp_price",
    price: "sale_price",
    list: "tags",
  },
};

type Draft = {
  name: string;
  enabled?: boolean;
  deleted?: boolean;
  priority: number;
  /** Days from the anchor; none sets no limit. */
  from?: number;
  to?: number;
  groups: JsonObject[];
  actions: JsonObject[];
  /** Fields that the portal does not know. */
  extra?: JsonObject;
};

const hour = 3_600_000;
const day = 24 * hour;

const when = (operand1: string, comparisonOperator: string, operand2 = "") => ({
  operand1,
  comparisonOperator,
  operand2,
});
const group = (logicalOperator: "Or" | "And", ...rulesConditions: JsonObject[]) => ({
  logicalOperator,
  rulesConditions,
});
const act = (type: string, attributeName: string, operands: JsonObject = {}) => ({
  type,
  attributeName,
  newValue: "",
  orignalValue: "",
  percentOf: "",
  percentValue: "",
  ...operands,
});

const colours = ["Black", "White", "Navy", "Tan", "Red", "Olive", "Grey", "Pink", "Cobalt", "Sand"] as const;

/** Ten colours at five prices: fifty conditions. */
const fiftyConditions = (names: Names) =>
  [39.95, 59.95, 79.95, 99.95, 149.95].map((limit) =>
    group(
      "Or",
      ...colours.map((colour, index) =>
        index % 2 === 0
          ? when(names.colour, "Contains", colour)
          : when(names.rrp, "LessThan", String(limit + index)),
      ),
    ),
  );

/** The rules of every store that has some: running, to come, over, switched off. */
const commonDrafts = (names: Names, brand: string): Draft[] => [
  {
    name: "Summer sale: 20% off",
    enabled: true,
    priority: 10,
    from: -12,
    to: 20,
    groups: [group("And", when(names.rrp, "GreaterThan", "60"), when(names.list, "Contains", "Women"))],
    actions: [
      act("PercentDiscount", names.price, { percentValue: "20", percentOf: names.rrp }),
      act("AddItem", names.list, { newValue: "Sale" }),
    ],
  },
  {
    name: "Boxing Day: black styles at 49.95",
    enabled: true,
    priority: 20,
    from: 35,
    to: 38,
    groups: [group("Or", when(names.colour, "Equals", "Black"), when(names.colour, "Contains", "Jet"))],
    actions: [act("FixedPrice", names.price, { newValue: "49.95" })],
  },
  {
    name: "End of financial year clearance",
    enabled: true,
    priority: 15,
    from: -160,
    to: -140,
    groups: [group("Or", when(names.list, "Contains", "Clearance"))],
    actions: [act("AmountDiscount", names.price, { newValue: "15" })],
  },
  {
    name: `Brand before the title: ${brand}`,
    enabled: false,
    priority: 0,
    groups: [group("And", when(names.brand, "Equals", brand), when(names.title, "NotContains", brand))],
    actions: [act("AppendString", names.title, { newValue: ` by ${brand}` })],
  },
];

/** More rules for one store, so that every state of a rule and every edge case can be seen. */
const specialDrafts = (names: Names): Draft[] => [
  {
    name: "Staff favourites",
    enabled: true,
    priority: 5,
    groups: [
      group("Or", when(names.title, "Contains", "Runner"), when(names.title, "Contains", "Boot")),
      group("And", when(names.price, "IsNotNull"), when(names.price, "NotEquals", "0")),
    ],
    actions: [
      act("ReplaceItem", names.list, { orignalValue: "New", newValue: "Favourites" }),
      act("RemoveItem", names.list, { orignalValue: "Clearance" }),
    ],
  },
  {
    name: "Weekend: 10 dollars off kids",
    enabled: true,
    priority: 12,
    from: -1,
    to: 1,
    groups: [group("Or", when(names.list, "Contains", "Kids"))],
    actions: [act("AmountDiscount", names.price, { newValue: "10" })],
  },
  {
    name: "Grey becomes Charcoal",
    enabled: true,
    priority: 30,
    from: -60,
    groups: [group("Or", when(names.colour, "Equals", "Grey"))],
    actions: [act("ReplaceString", names.colour, { orignalValue: "Grey", newValue: "Charcoal" })],
  },
  {
    name: "Loyalty tier uplift (from the warehouse system)",
    enabled: true,
    priority: 40,
    from: -90,
    groups: [
      group("And", when("loyaltyTier", "Equals", "Gold"), when(names.brand, "SoundsLike", "Clarkes")),
      group("Or", when(names.title, "StartsWith", "Ltd")),
    ],
    actions: [
      act("RoundToNearest", names.price, { newValue: "0.05", roundingMode: "up" }),
      act("ReplaceString", "shelfLabel", { newValue: "Gold" }),
    ],
    extra: { campaignCode: "LOY-7", approvedBy: { name: "Jordan Price", at: "2026-03-02" } },
  },
  {
    name: "Colour and price matrix",
    enabled: false,
    priority: 50,
    from: 7,
    to: 60,
    groups: fiftyConditions(names),
    actions: [
      act("PercentDiscount", names.price, { percentValue: "12.5", percentOf: names.price }),
      act("AddItem", names.list, { newValue: "Matrix" }),
    ],
  },
  {
    name: "Old mark-down of winter boots",
    enabled: false,
    deleted: true,
    priority: 10,
    from: -200,
    to: -120,
    groups: [group("Or", when(names.title, "Contains", "Boot"))],
    actions: [act("PercentDiscount", names.price, { percentValue: "40", percentOf: names.rrp })],
  },
  { name: "Draft: spring launch", enabled: false, priority: 0, groups: [], actions: [] },
];

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
    store_id: store.id,
    priority,
    version: history.length,
    created_by: "seed",
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
  // Volley has none, so that an empty list can be seen too.
  if (!storeTypeHas(store.type, "rules") || store.alias === "VOL") return [];
  const names = namesOf[store.type];
  const common = commonDrafts(names, store.brands[0]);
  return store.alias === "SNS" ? [...common, ...specialDrafts(names)] : common;
}

/** Every rule of the seed, the same in every size; times count back and forth from `anchor`. */
const customRuleRows = (anchor: Date): CustomRuleRow[] =>
  seedStores.flatMap((store) =>
    draftsOf(store).map((draft, index) => rowOf(store, draft, index + 1, anchor)),
  );

async function loadCustomRules({ database, anchor, report }: SeedContext): Promise<void> {
  const rows = customRuleRows(anchor);
  await insertRows(database, "custom_rules", rows);
  report(rows.length);
}

export const customRulesPart: SeedPart = {
  name: "custom rules",
  tables: ["custom_rules"],
  rows: () => customRuleRows(new Date(0)).length,
  load: loadCustomRules,
};
