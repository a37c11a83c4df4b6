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
  text,
  trimmed,
} from "#app/search/search.ts";
import { labelDesigns } from "./design.ts";
import { isBarcode, readBarcode } from "./entry.ts";

/** Maximum length of a typed number, valid or not. */
const maxEntryLength = 20;
/** Maximum number of sizes of one product. */
const maxQuantities = 200;
const maxKeyLength = 60;
/** Maximum length of the keys that the model makes. */
const maxProductKeyLength = 200;
const maxBookLength = 60;

/** Maximum lines of a batch: every proxy must accept its URL. */
export const maxBatchLines = 100;
const barcode = (name: string): Field<string> => text(name, { like: /^\d{1,13}$/ });

const entryText = (value: string): string => trimmed(value, maxEntryLength);

/** The typed text, even if wrong or empty, so that an error can be shown next to its field; else undefined. */
const entry = (name: string): Field<string | undefined> => ({
  name,
  read: (entries) => {
    const value = firstOf(entries, name);
    return value === undefined ? undefined : entryText(value);
  },
  write: (value) => (value === undefined ? [] : [[name, value]]),
});

/** Name of the quantity field of a size. */
export const quantityField = (sizeKey: string): string => `n.${sizeKey}`;

/** Typed quantities by size key. */
const quantities: Field<Readonly<Record<string, string>>> = {
  name: quantityField(""),
  read: (entries) =>
    Object.fromEntries(
      entries
        .flatMap(([name, value]): SearchEntry[] => {
          const key = name.startsWith("n.") ? name.slice(2) : "";
          return key === "" || key.length > maxKeyLength ? [] : [[key, entryText(value)]];
        })
        .slice(0, maxQuantities),
    ),
  write: (typed) => Object.entries(typed).map(([key, value]) => [quantityField(key), value]),
};

/**
 * One line of a batch: a barcode, the number of labels, and the price if it isn't the product's
 * own. `isSent`: its labels were sent to the printer (labels#sent-lines).
 */
export type BatchEntry = {
  barcode: string;
  quantity: string;
  price?: string;
  isSent?: true;
  /** Whether its price of $0.00 is confirmed. */
  isFree?: true;
};

/** Names of the fields of a batch line. */
export const batchQuantityField = (code: string): string => `b.${code}`;
export const batchPriceField = (code: string): string => `bp.${code}`;
const freeField = (code: string): string => `bf.${code}`;
/** Replaces the quantity field for a sent line. */
const sentQuantityField = (code: string): string => `s.${code}`;
/** Quantity field of a line in a table row: empty removes the line. */
export const rowQuantityField = (code: string): string => `q.${code}`;
/** The quantity as rendered next to a row's field: only a differing value was typed. */
export const rowShownField = (code: string): string => `qs.${code}`;
/** Price field of a product in its table row. */
export const rowPriceField = (productKey: string): string => `rp.${productKey}`;

const lineField = /^([bqs])\.(.*)$/;

/** The value that a field sets: a line's quantity has three names, of which at most one counts. */
export const slotOf = (name: string): string => {
  const code = lineField.exec(name)?.[2];
  return code === undefined ? name : batchQuantityField(code);
};
/** Marks a form that sends the batch lines as shown, newest first; URLs have them in scan order. */
export const newestFirstField = "newest";

/** The field of a line whose $0.00 is confirmed. */
export const freeFields = ({ barcode: code, isFree }: BatchEntry): SearchEntry[] =>
  isFree ? [[freeField(code), "1"]] : [];

/** The fields of one line of the batch. */
export function lineFields(entry: BatchEntry): SearchEntry[] {
  const { barcode: code, quantity, price, isSent } = entry;
  return [
    [isSent ? sentQuantityField(code) : batchQuantityField(code), quantity],
    ...(price === undefined ? [] : [[batchPriceField(code), price] as const]),
    ...freeFields(entry),
  ];
}

/** The batch lines in scan order. */
const batch: Field<readonly BatchEntry[]> = {
  name: batchQuantityField(""),
  read: (entries) => {
    const lines = new Map<string, BatchEntry>();
    const take = (code: string, text: string, isSent: boolean) => {
      if (!isBarcode(code) || (lines.size >= maxBatchLines && !lines.has(code))) return;
      const price = firstOf(entries, batchPriceField(code));
      lines.set(code, {
        barcode: code,
        quantity: text,
        ...(price === undefined ? {} : { price: entryText(price) }),
        ...(isSent ? { isSent } : {}),
        ...(firstOf(entries, freeField(code)) === "1" ? { isFree: true } : {}),
      });
    };
    const fields = entries.flatMap(([name, value]) => {
      const [, kind, code = ""] = lineField.exec(name) ?? [];
      return kind === undefined ? [] : [{ kind, code, text: entryText(value) }];
    });
    const isRow = ({ kind }: { kind: string }) => kind === "q";
    const scanned =
      firstOf(entries, newestFirstField) === undefined
        ? fields
        : [...fields.filter((field) => !isRow(field)).reverse(), ...fields.filter(isRow)];
    for (const { kind, code, text } of scanned) {
      const known = lines.get(code);
      // A row submitted unchanged changes nothing; for a sent line it shows no value.
      const standing =
        firstOf(entries, rowShownField(code)) ?? (known?.isSent ? "" : (known?.quantity ?? ""));
      if (kind !== "q") take(code, text, kind === "s");
      else if (text !== standing && text === "") lines.delete(code);
      else if (text !== standing) take(code, text, false);
    }
    return [...lines.values()];
  },
  write: (lines) => lines.flatMap(lineFields),
};

/** Maximum number of table rows open, or with their own price, at the same time. */
const maxRows = 50;

const keysUnder = (prefix: string, entries: readonly SearchEntry[]): SearchEntry[] =>
  entries.flatMap(([name, value]): SearchEntry[] => {
    const key = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return key === "" || key.length > maxProductKeyLength ? [] : [[key, value]];
  });

/** Keys of the products whose rows are open, one field each. */
const open: Field<readonly string[]> = {
  name: "o.",
  read: (entries) => [...new Set(keysUnder("o.", entries).map(([key]) => key))].slice(-maxRows),
  write: (keys) => keys.map((key) => [`o.${key}`, "1"]),
};

/** Typed row prices by product key. */
const rowPrices: Field<Readonly<Record<string, string>>> = {
  name: rowPriceField(""),
  read: (entries) =>
    Object.fromEntries(
      keysUnder("rp.", entries)
        .map(([key, value]): SearchEntry => [key, entryText(value)])
        .slice(-maxRows),
    ),
  write: (prices) => Object.entries(prices).map(([key, value]) => [rowPriceField(key), value]),
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

/** The current product. */
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

/**
 * State that persists across barcodes, products, pages and filters: the look of labels, the batch, and the open rows.
 */
export const labelLookSearch = defineSearch({
  design: oneOf("design", [undefined, ...labelDesigns]),
  was: formerBook,
  /** Whether scans go into a batch. */
  gather: flag("gather"),
  /** Whether each scan prints immediately; not while scans go into a batch. */
  each: flag("each"),
  batch,
  open,
  rowPrices,
});

/** Task to do first; the loader responds with a redirect. */
export const labelTaskSearch = defineSearch({
  /** A barcode to add to the batch. */
  scan: barcode("scan"),
  /** Whether to add the quantities to the batch. */
  add: flag("add"),
});

/** The full state of the page; texts as typed. */
export type LabelState = { filter: LabelFilter } & SearchOf<typeof pageSearch> &
  SearchOf<typeof labelProductSearch> &
  SearchOf<typeof labelLookSearch> &
  SearchOf<typeof labelTaskSearch>;

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
    ...labelTaskSearch.read(entries),
  };
}

/** The initial state. */
export const startingState: LabelState = readLabelSearch("");

/** The state that persists across barcodes, products, pages and filters. */
export const lookOf = ({ design, was, gather, each, batch, open, rowPrices }: LabelState) => ({
  design,
  was,
  gather,
  each,
  batch,
  open,
  rowPrices,
});

/** The state with an empty batch; values typed for the old batch are dropped. */
export const withNewBatch = (state: LabelState): LabelState => ({ ...state, batch: [], rowPrices: {} });

/** The state with a row's price reset to the price book's. */
export function withoutRowPrice(state: LabelState, key: string): LabelState {
  const { [key]: _typed, ...rowPrices } = state.rowPrices;
  return { ...state, rowPrices };
}

/** The batch with all labels unsent: all of it is printed again. */
export const asUnsent = (batch: readonly BatchEntry[]): BatchEntry[] =>
  batch.map(({ isSent: _sent, ...entry }) => entry);

/** Whether all labels of a batch were sent: the next scan starts a new one. */
export const isSentBatch = (batch: readonly BatchEntry[]): boolean =>
  batch.length > 0 && batch.every(({ isSent }) => isSent);

/** The batch of a file or a sheet: the unsent lines; if all were sent, all of them. */
export const filedBatch = (state: LabelState): LabelState =>
  isSentBatch(state.batch) ? { ...state, batch: asUnsent(state.batch) } : state;

/** The state to add a scan to: a fully sent batch is emptied. */
export const withOpenBatch = (state: LabelState): LabelState =>
  isSentBatch(state.batch) ? withNewBatch(state) : state;

/** The barcodes of a row that did not fit into the batch. */
export function refusedRows(input: SearchSource): string[] {
  const entries = entriesOf(input);
  const taken = new Set(batch.read(entries).map(({ barcode: code }) => code));
  return keysUnder(rowQuantityField(""), entries).flatMap(([code, value]) =>
    value.trim() === "" || taken.has(code) ? [] : [code],
  );
}

/** The hidden fields of every form of the page: the look of labels, and the batch. */
export const carriedFields = (state: LabelState): SearchEntry[] => labelLookSearch.entries(state);

/** The fields of the product list: filter and page. */
export const listFields = (state: LabelState): SearchEntry[] => [
  ...labelFilterSearch.entries(state.filter),
  ...pageSearch.entries(state),
];

/** The fields of the current product. */
export const productFields = (state: LabelState): SearchEntry[] => labelProductSearch.entries(state);

/** All fields of a state, as in its URL. */
export const stateFields = (state: LabelState): SearchEntry[] => [
  ...listFields(state),
  ...productFields(state),
  ...carriedFields(state),
];

/** The set of labels in a file or a sheet. */
export const labelSetSearch = defineSearch({
  labels: oneOf("labels", ["barcode", "design", "batch", "test"]),
});
export type LabelSet = SearchOf<typeof labelSetSearch>["labels"];

/** Why a submitted barcode, or that of a line, is not looked up; undefined if all are. */
export function refusedBarcode(input: SearchSource): string | undefined {
  const scanNames: string[] = [labelFilterSearch.names.barcode, labelTaskSearch.names.scan];
  for (const [name, value] of entriesOf(input)) {
    const code = scanNames.includes(name) ? value : lineField.exec(name)?.[2];
    const read = code?.trim() ? readBarcode(code) : undefined;
    if (read && "problem" in read) return read.problem;
  }
  return undefined;
}

/** The parts of a URL that determine the product list and the batch's products. */
const listKey = (url: URL): string => {
  const state = readLabelSearch(url);
  return JSON.stringify([
    listFields(state),
    labelTaskSearch.entries(state),
    refusedBarcode(url),
    state.batch.map(({ barcode: code }) => code).sort(),
  ]);
};

/** Whether two URLs need the same server data: typed values are handled in the page. */
export const isSameLabelList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);

/** The state shown for a URL with a scan task. */
export const shownState = (state: LabelState): LabelState =>
  state.scan === ""
    ? state
    : {
        ...state,
        scan: "",
        filter: { ...labelFilterSearch.every, barcode: state.scan },
        page: 1,
        product: "",
      };
