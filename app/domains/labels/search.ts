import {
  defineSearch,
  entriesOf,
  type Field,
  firstOf,
  flag,
  oneOf,
  pageNumber,
  type SearchEntry,
  type SearchOf,
  type SearchSource,
  single,
  text,
  trimmed,
} from "#app/search/search.ts";
import { readBarcode } from "./entry.ts";
import { labelDesigns } from "./label.ts";

/** Maximum length of a typed number, valid or not. */
export const maxEntryLength = 20;
const maxQuantities = 200;
const maxKeyLength = 60;
/** Maximum length of the keys that the model makes. */
const maxProductKeyLength = 200;
const maxBookLength = 60;

const barcode = (name: string): Field<string> => text(name, { like: /^\d{1,13}$/ });

const entryText = (value: string): string => trimmed(value, maxEntryLength);

/** The typed text, even if wrong or empty, so that an error can be shown next to its field; else undefined. */
const entry = (name: string): Field<string | undefined> =>
  single(
    name,
    (value) => (value === undefined ? undefined : entryText(value)),
    (value) => value,
  );

export const quantityField = (sizeKey: string): string => `n.${sizeKey}`;

/** The fields with names that start with this, keyed by the rest of the name. */
const keyed = (entries: readonly SearchEntry[], start: string, maxLength: number): SearchEntry[] =>
  entries.flatMap(([name, value]): SearchEntry[] => {
    const key = name.startsWith(start) ? name.slice(start.length) : "";
    return key === "" || key.length > maxLength ? [] : [[key, entryText(value)]];
  });

const quantities: Field<Readonly<Record<string, string>>> = {
  name: quantityField(""),
  read: (entries) => Object.fromEntries(keyed(entries, "n.", maxKeyLength).slice(0, maxQuantities)),
  write: (typed) => Object.entries(typed).map(([key, value]) => [quantityField(key), value]),
};

const maxRows = 50;

/** Keys of the products whose rows are open, one field each. */
const open: Field<readonly string[]> = {
  name: "o.",
  read: (entries) =>
    [...new Set(keyed(entries, "o.", maxProductKeyLength).map(([key]) => key))].slice(-maxRows),
  write: (keys) => keys.map((key) => [`o.${key}`, "1"]),
};

/**
 * The ten fields of the product filter bar (labels#filters), under the names of the call's
 * parameters (calls#label-products).
 */
export const labelFilterSearch = defineSearch({
  barcode: barcode("barcode"),
  brand: text("brand"),
  levelcode: text("levelcode"),
  clrcode: text("clrcode"),
  colourname: text("colourname"),
  productname: text("productname"),
  season: text("season"),
  occasion: text("occasion"),
  department: text("department"),
  sizing: text("sizing"),
});
export type LabelFilter = SearchOf<typeof labelFilterSearch>;

const pageSearch = defineSearch({ page: pageNumber() });

export const labelProductSearch = defineSearch({
  /** Key of the product chosen in the list; empty if none. */
  product: text("product"),
  quantities,
  /** The typed price; undefined for the price book's. */
  price: entry("price"),
  /** Whether a price of $0.00 is confirmed. */
  free: flag("free"),
});

/** The price book of former prices on labels (labels#was). */
export const formerBook: Field<string> = text("was", { longest: maxBookLength });

/** State that persists across barcodes, products, pages and filters: the look of labels, the mode, and the open rows. */
export const labelLookSearch = defineSearch({
  design: oneOf("design", [undefined, ...labelDesigns]),
  was: formerBook,
  /** Whether scans go into a batch. */
  gather: flag("gather"),
  /** Whether each scan prints immediately; not while scans go into a batch. */
  each: flag("each"),
  /** Whether all lines of the batch are shown, not only the newest. */
  whole: flag("whole"),
  open,
});

export type LabelState = { filter: LabelFilter } & SearchOf<typeof pageSearch> &
  SearchOf<typeof labelProductSearch> &
  SearchOf<typeof labelLookSearch>;

/**
 * Parses the page's URL or one of its forms; invalid values get their defaults. Also runs in the
 * browser at every key press.
 */
export function readLabelSearch(input: SearchSource): LabelState {
  const entries = entriesOf(input);
  const look = labelLookSearch.read(entries);
  return {
    filter: labelFilterSearch.read(entries),
    ...pageSearch.read(entries),
    ...labelProductSearch.read(entries),
    ...look,
    each: look.each && !look.gather,
  };
}

export const startingState: LabelState = readLabelSearch("");

export const lookOf = (state: LabelState): SearchOf<typeof labelLookSearch> =>
  labelLookSearch.read(labelLookSearch.entries(state));

const listFields = (state: LabelState): SearchEntry[] => [
  ...labelFilterSearch.entries(state.filter),
  ...pageSearch.entries(state),
];

/** All fields of a state, as in its URL; state not given has its default. */
export function stateFields(given: Partial<LabelState> = {}): SearchEntry[] {
  const state = { ...startingState, ...given };
  return [...listFields(state), ...labelProductSearch.entries(state), ...labelLookSearch.entries(state)];
}

export const labelSetSearch = defineSearch({
  labels: oneOf("labels", ["barcode", "design", "batch", "test"]),
});
export type LabelSet = SearchOf<typeof labelSetSearch>["labels"];

/** Why a submitted barcode is not looked up; undefined if it is. */
export function refusedBarcode(input: SearchSource): string | undefined {
  const code = firstOf(entriesOf(input), labelFilterSearch.names.barcode)?.trim();
  return code ? readBarcode(code).problem : undefined;
}

/** The parts of a URL that determine the product list. */
const listKey = (url: URL): string => JSON.stringify([listFields(readLabelSearch(url)), refusedBarcode(url)]);

/** Whether two URLs need the same server data: typed values are handled in the page. */
export const isSameLabelList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);
