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
  typed,
} from "#app/core/search/search.ts";
import { readBarcode } from "./entry.ts";
import { labelDesigns } from "./label.ts";

/** Maximum length of a typed number, valid or not: barcodes that run together are refused whole. */
export const maxEntryLength = 100;
/** Length of a product's key, and of a price book's name. */
export const maxProductKeyLength = 200;
export const maxBookLength = 60;

const entryText = (value: string): string => trimmed(value, maxEntryLength);

/** Texts by key, each in a field whose name starts with `name`; of more than `most` the last ones. */
const keyed = (
  name: string,
  maxKeyLength: number,
  most: number,
): Field<Readonly<Record<string, string>>> => ({
  name,
  read: (entries) => {
    const isField = ({ length }: string) => length > name.length && length <= name.length + maxKeyLength;
    const found = entries.filter(([one]) => one.startsWith(name) && isField(one)).slice(-most);
    return Object.fromEntries(found.map(([one, value]) => [one.slice(name.length), entryText(value)]));
  },
  write: (texts) => Object.entries(texts).map(([key, value]) => [`${name}${key}`, value]),
});

const quantities = keyed("n.", 60, 200);

export const quantityField = (sizeKey: string): string => `${quantities.name}${sizeKey}`;

/**
 * The ten fields of the product filter bar (labels#filters), under the names of the call's
 * parameters (calls#label-products).
 */
export const labelFilterSearch = defineSearch({
  barcode: single(
    "barcode",
    (value = "") => readBarcode(value).value ?? "",
    (value) => (value === "" ? undefined : value),
  ),
  brand: typed("brand"),
  levelcode: typed("levelcode"),
  clrcode: typed("clrcode"),
  colourname: typed("colourname"),
  productname: typed("productname"),
  season: typed("season"),
  occasion: typed("occasion"),
  department: typed("department"),
  sizing: typed("sizing"),
});
export type LabelFilter = SearchOf<typeof labelFilterSearch>;

export const labelProductSearch = defineSearch({
  page: pageNumber(),
  /** Key of the product chosen in the list; empty if none. */
  product: text("product"),
  quantities,
  /** The typed price, even if wrong or empty, so that the error can be shown; undefined for the price book's. */
  price: single<string | undefined>(
    "price",
    (value) => (value === undefined ? undefined : entryText(value)),
    (value) => value,
  ),
  /** Whether a price of $0.00 is confirmed. */
  free: flag("free"),
});

/** State that persists across barcodes, products, pages and filters: the look of labels, the mode, and the open rows. */
export const labelLookSearch = defineSearch({
  design: oneOf("design", [undefined, ...labelDesigns]),
  /** The price book of former prices on labels (labels#was). */
  was: text("was", { longest: maxBookLength }),
  /** The print station that is worked for; empty for the workstation's own. */
  station: text("station"),
  /** Whether scans go into a batch. */
  gather: flag("gather"),
  /** Whether each scan prints immediately; not while scans go into a batch. */
  each: flag("each"),
  /** Whether all lines of the batch are shown, not only the newest. */
  whole: flag("whole"),
  /** The open rows, by their products' keys. */
  open: keyed("o.", maxProductKeyLength, 50),
});

export type LabelState = { filter: LabelFilter } & SearchOf<typeof labelProductSearch> &
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
    ...labelProductSearch.read(entries),
    ...look,
    each: look.each && !look.gather,
  };
}

export const startingState: LabelState = readLabelSearch("");

export const lookOf = (state: LabelState): SearchOf<typeof labelLookSearch> =>
  labelLookSearch.read(labelLookSearch.entries(state));

/** All fields of a state, as in its URL; state not given has its default. */
export function stateFields(given: Partial<LabelState> = {}): SearchEntry[] {
  const state = { ...startingState, ...given };
  return [
    ...labelFilterSearch.entries(state.filter),
    ...labelProductSearch.entries(state),
    ...labelLookSearch.entries(state),
  ];
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

/** The parts of a URL that determine the product list, and the station. */
function listKey(url: URL): string {
  const { filter, page, station } = readLabelSearch(url);
  return JSON.stringify([filter, page, station, refusedBarcode(url)]);
}

/** Whether two URLs need the same server data: typed values are handled in the page. */
export const isSameLabelList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);
