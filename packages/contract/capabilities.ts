import type { StoreFeature } from "./storeTypes.ts";

/** The roles for actions (roles#roles). A token may carry others, which permit nothing. */
export type Role = "Admin" | "User" | "PrintLabel" | "Store";

/** The roles for pages of all stores (roles#global-actions). */
export const actionPolicies = ["everyone", "by-store"] as const;
export type ActionPolicy = (typeof actionPolicies)[number];

/** The permitted people: those with one of these roles, or everybody who is signed in. */
type Allowed = "everyone" | readonly Role[];

const office: readonly Role[] = ["Admin", "User"];
const admins: readonly Role[] = ["Admin"];

type Capability = { about: string; roles: Allowed };

/** Only the stores of a type with the feature have the page. */
type StoreCapability = { about: string; roles: readonly Role[]; feature?: StoreFeature };

/** Actions on the pages of one store (roles#store-pages): opening a page counts as one. */
const ofOneStore = {
  overview: { about: "Overview", roles: office },
  products: { about: "Meta Products, their detail, actions and spreadsheets", roles: office },
  orders: { about: "Orders, their detail, actions and spreadsheets", roles: office },
  customrules: {
    about: "Custom Rules in words, with preview of every price, the rule timeline, price checks, and history",
    roles: office,
    feature: "rules",
  },
  printlabel: { about: "Print Label", roles: ["PrintLabel", "Admin"] },
  shipments: { about: "Shipments and their spreadsheets", roles: ["Store", "Admin", "PrintLabel"] },
  returns: {
    about: "Returns and Exchanges, their detail, files, actions and spreadsheets",
    roles: office,
    feature: "returns",
  },
  nswvoucher: { about: "NSW Voucher", roles: office, feature: "vouchers" },
  interchanges: { about: "EDI Interchanges (Myer)", roles: office, feature: "edi" },
  ediorders: { about: "EDI Orders (Myer)", roles: office, feature: "edi" },
} as const satisfies Record<string, StoreCapability>;

export type StorePageKey = keyof typeof ofOneStore;

/** `byStore` names the page whose roles apply instead under the policy `by-store`. */
type GlobalCapability = Capability & { byStore?: StorePageKey };

/** Actions on the pages of all stores, and those without a store. */
const ofAllStores = {
  stores: { about: "Stores", roles: "everyone" },
  today: { about: "Today, with what the other rows open to oneself", roles: "everyone" },
  bulk: { about: "Several records at once, where the other rows open acting on one", roles: "everyone" },
  notes: {
    about:
      "Notes and taken on the records that the other rows open, and handled where they open acting on one",
    roles: "everyone",
  },
  find: { about: "Find, in what one's roles open", roles: "everyone" },
  masterproducts: { about: "Product Master", roles: "everyone" },
  orders: { about: "Orders of all stores, their detail", roles: "everyone" },
  "orders.act": { about: "Orders of all stores: actions", roles: "everyone", byStore: "orders" },
  "orders.export": { about: "Orders of all stores: spreadsheets", roles: "everyone", byStore: "orders" },
  returns: { about: "Returns and Exchanges of all stores, their detail and files", roles: "everyone" },
  "returns.act": {
    about: "Returns and Exchanges of all stores: actions",
    roles: "everyone",
    byStore: "returns",
  },
  "returns.export": {
    about: "Returns and Exchanges of all stores: spreadsheets",
    roles: "everyone",
    byStore: "returns",
  },
  "returns.credits": { about: "Credits owed, of all stores", roles: office },
  edi: { about: "EDI (Myer): interchanges, their segments, orders and their threads", roles: "everyone" },
  "edi.act": {
    about: "EDI (Myer): actions",
    roles: "everyone",
    byStore: "interchanges",
  },
  "edi.takeIn": { about: "EDI (Myer): gaps, files that are checked and taken in", roles: office },
  "edi.export": { about: "EDI (Myer): spreadsheets", roles: "everyone", byStore: "interchanges" },
  views: { about: "Views: lists kept by a name, one's own and those of one's roles", roles: "everyone" },
  preferences: { about: "One's own preferences", roles: "everyone" },
  guide: { about: "The guide: a page for each role", roles: "everyone" },
  sessions: { about: "One's own sessions", roles: "everyone" },
  people: { about: "Everybody's sessions", roles: admins },
  audit: { about: "The audit trail", roles: admins },
} as const satisfies Record<string, GlobalCapability>;

/** A row of the table of capabilities, by its name. */
export type Permission = keyof typeof ofAllStores | `store/${StorePageKey}`;

/** The pages of one store: their roles, and the stores that have them. */
export const storeCapabilities: Readonly<Record<StorePageKey, StoreCapability>> = ofOneStore;

/** A row of the whole table; `narrowed` are the remaining roles under `by-store`. */
type Row = Capability & { permission: Permission; narrowed?: readonly Role[] };

const rowsOf = <Key extends string, Facts extends GlobalCapability>(
  table: Readonly<Record<Key, Facts>>,
  toRow: (key: Key, facts: Facts) => Row,
): Row[] =>
  Object.keys(table)
    .filter((key): key is Key => Object.hasOwn(table, key))
    .map((key) => toRow(key, table[key]));

export const capabilities: readonly Row[] = [
  ...rowsOf<keyof typeof ofAllStores, GlobalCapability>(ofAllStores, (permission, { byStore, ...row }) => ({
    permission,
    ...row,
    ...(byStore ? { narrowed: storeCapabilities[byStore].roles } : {}),
  })),
  ...rowsOf(storeCapabilities, (key, { about, roles }) => ({
    permission: `store/${key}`,
    about: `Store: ${about}`,
    roles,
  })),
];

const byPermission = new Map(capabilities.map((row) => [row.permission, row]));

/** The roles for an action (roles#roles). */
export function rolesFor(permission: Permission, policy: ActionPolicy): Allowed {
  const { roles = [], narrowed } = byPermission.get(permission) ?? {};
  return (policy === "by-store" && narrowed) || roles;
}

/** Whether a person is permitted: one of the roles is enough (roles#any-role). */
export const isAllowed = (person: { roles: readonly string[] }, allowed: Allowed): boolean =>
  allowed === "everyone" || allowed.some((role) => person.roles.includes(role));

/** The roles of a token; one without any is a User's (sign-in#roles-claim). */
export const claimedRoles = (claimed: readonly string[]): string[] =>
  claimed.length > 0 ? [...claimed] : ["User"];
