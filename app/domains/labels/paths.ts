import { storePath } from "#app/domains/stores/paths.ts";
import { searchOf } from "#app/search/entries.ts";
import type { LabelDesign } from "./design.ts";

/** The ten fields of the product filter bar (2 §2.12), under the names of the call's parameters (2 §7). */
export const labelFilterKeys = [
  "barcode",
  "brand",
  "levelcode",
  "clrcode",
  "colourname",
  "productname",
  "season",
  "occasion",
  "department",
  "sizing",
] as const;
export type LabelFilterKey = (typeof labelFilterKeys)[number];
export type LabelFilter = Record<LabelFilterKey, string>;

/** One line of a batch: a barcode, how many labels of it, and the price where it isn't the product's own. */
export type BatchEntry = { barcode: string; quantity: string; price?: string };

/** Everything that the page is about; texts are as they were typed. */
export type LabelState = {
  filter: LabelFilter;
  /** From 1. */
  page: number;
  /** Key of the product that was chosen in the list; empty where none was. */
  product: string;
  /** The quantities typed, by the key of their size. */
  quantities: Readonly<Record<string, string>>;
  /** The price typed; undefined where the price book's stands. */
  price: string | undefined;
  design: LabelDesign | undefined;
  /** Whether scans gather a batch. */
  gather: boolean;
  batch: readonly BatchEntry[];
  /** A code to be added to the batch; the page answers it with a redirect. */
  scan: string;
  /** Whether the quantities are to be added to the batch; likewise. */
  add: boolean;
};

export const noFilter: LabelFilter = {
  barcode: "",
  brand: "",
  levelcode: "",
  clrcode: "",
  colourname: "",
  productname: "",
  season: "",
  occasion: "",
  department: "",
  sizing: "",
};

export const startingState: LabelState = {
  filter: noFilter,
  page: 1,
  product: "",
  quantities: {},
  price: undefined,
  design: undefined,
  gather: false,
  batch: [],
  scan: "",
  add: false,
};

/** What stays with another barcode, product, page or filter: how labels look, and the batch. */
export const lookOf = ({ design, gather, batch }: LabelState) => ({ design, gather, batch });

/** Field names of the page's forms: its URL is what they send. */
export const quantityField = (sizeKey: string): string => `n.${sizeKey}`;
export const batchQuantityField = (barcode: string): string => `b.${barcode}`;
export const batchPriceField = (barcode: string): string => `bp.${barcode}`;
/** Says that a form sends the lines of the batch as it shows them, the newest first; an address holds them as scanned. */
export const newestFirstField = "newest";

/** The fields that every form of the page carries along: how labels look, and the batch. */
export const keptFields = ({ design, gather, batch }: LabelState): [string, string][] => [
  ...(design === undefined ? [] : ([["design", design]] satisfies [string, string][])),
  ...(gather ? ([["gather", "1"]] satisfies [string, string][]) : []),
  ...batchFields(batch),
];

const batchFields = (batch: readonly BatchEntry[]): [string, string][] =>
  batch.flatMap(({ barcode, quantity, price }): [string, string][] => [
    [batchQuantityField(barcode), quantity],
    ...(price === undefined ? [] : ([[batchPriceField(barcode), price]] satisfies [string, string][])),
  ]);

/** The fields of the product list: its filter and page. */
export const listFields = ({ filter, page }: LabelState): [string, string][] => [
  ...labelFilterKeys.flatMap((key): [string, string][] => (filter[key] === "" ? [] : [[key, filter[key]]])),
  ...(page > 1 ? ([["page", String(page)]] satisfies [string, string][]) : []),
];

/** The fields of the product that is being worked on. */
export const productFields = ({ product, quantities, price }: LabelState): [string, string][] => [
  ...(product === "" ? [] : ([["product", product]] satisfies [string, string][])),
  ...Object.entries(quantities).map(([key, text]): [string, string] => [quantityField(key), text]),
  ...(price === undefined ? [] : ([["price", price]] satisfies [string, string][])),
];

/** All fields of a state: its URL. */
export const stateFields = (state: LabelState): [string, string][] => [
  ...listFields(state),
  ...productFields(state),
  ...keptFields(state),
];

/** Print Label of a store; everything that isn't named is as at the start. */
export const labelsPath = (alias: string, state: Partial<LabelState> = {}): string =>
  `${storePath(alias, "printlabel")}${searchOf(stateFields({ ...startingState, ...state }))}`;

/** The page that adds a scan to the batch, and leads on. */
export const labelScanPath = (alias: string, state: LabelState, barcode: string): string =>
  `${storePath(alias, "printlabel")}${searchOf([["scan", barcode], ...keptFields(state)])}`;

/** The page that adds the product's quantities to the batch, and leads on. */
export const labelAddPath = (alias: string, state: LabelState): string =>
  `${storePath(alias, "printlabel")}${searchOf([["add", "1"], ...stateFields(state)])}`;

/** What a file or a sheet holds. */
export const labelSets = ["barcode", "design", "batch", "test"] as const;
export type LabelSet = (typeof labelSets)[number];

/** The labels as a file of printer commands; the page's forms are sent to it with the set's name as `labels`. */
export const labelFilePath = (alias: string): string => `${storePath(alias, "printlabel")}/file`;

/** The same as a link, for the state that a URL holds. */
export const labelFileHref = (alias: string, state: LabelState, set: LabelSet): string =>
  `${labelFilePath(alias)}${searchOf([["labels", set], ...stateFields(state)])}`;

/** The labels on a page for an office printer, likewise. */
export const labelSheetPath = (alias: string): string => `${storePath(alias, "printlabel")}/sheet`;

/** Where a choice of printer is posted to. */
export const labelSettingsPath = (alias: string): string => `${storePath(alias, "printlabel")}/settings`;

/** The picture of one label; `fields` say all of it. */
export const labelPicturePath = (alias: string, fields: readonly (readonly [string, string])[]): string =>
  `${storePath(alias, "printlabel")}/picture.png${searchOf(fields)}`;

/** What of a URL decides which products are listed, and what is known of the batch. */
export const labelListKey = (url: URL): string => {
  const names = [...labelFilterKeys, "page", "scan", "add"];
  const batch = [...url.searchParams.keys()].filter((name) => name.startsWith("b."));
  return JSON.stringify([names.map((name) => url.searchParams.get(name) ?? ""), batch.sort()]);
};
