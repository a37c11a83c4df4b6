import { defineSearch, type SearchOf } from "#app/search/defineSearch.ts";
import { type Asked, entriesOf, firstOf, type SearchEntry } from "#app/search/entries.ts";
import { type Field, flag, oneOf, ordinal, pageNumber, text, trimmed } from "#app/search/fields.ts";
import { labelDesigns } from "./design.ts";
import { stockNames } from "./stock.ts";

/** What is typed into a number's field, wrong or not. */
const maxEntryLength = 20;
/** Sizes of one product. */
const maxQuantities = 200;
const maxKeyLength = 60;
/** As long as the model makes them. */
const maxProductKeyLength = 200;
const maxBookLength = 60;

/** Most lines of a batch: its URL must stay shorter than what every proxy takes. */
export const maxBatchLines = 100;
/** Most digits of a barcode (labels#barcode). */
export const maxBarcodeLength = 13;

/** What a scan can be (labels#barcode). */
export const isBarcode = (code: string): boolean => /^\d{1,13}$/.test(code);
/** What the field of a barcode may hold while it is typed. */
export const mayBecomeBarcode = (text: string): boolean => text === "" || isBarcode(text);
export const barcodeRule = `A barcode has digits only, ${maxBarcodeLength} at most`;

const barcode = (name: string): Field<string> => text(name, { like: /^\d{1,13}$/ });

const entryText = (value: string): string => trimmed(value, maxEntryLength);

/** What was typed, wrong or empty, so that what is wrong with it can be said beside its field; else undefined. */
const entry = (name: string): Field<string | undefined> => ({
  name,
  read: (entries) => {
    const value = firstOf(entries, name);
    return value === undefined ? undefined : entryText(value);
  },
  write: (value) => (value === undefined ? [] : [[name, value]]),
});

/** The name of the field that a size's quantity is typed into. */
export const quantityField = (sizeKey: string): string => `n.${sizeKey}`;

/** The quantities typed, by the key of their size. */
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
 * One line of a batch: a barcode, how many labels of it, and the price where it isn't the product's own. `isSent`: its
 * labels are with the printer (labels#sent-lines).
 */
export type BatchEntry = {
  barcode: string;
  quantity: string;
  price?: string;
  isSent?: true;
  /** Whether its price of $0.00 is meant. */
  isFree?: true;
};

/** The names of the fields of a batch's line. */
export const batchQuantityField = (code: string): string => `b.${code}`;
export const batchPriceField = (code: string): string => `bp.${code}`;
const freeField = (code: string): string => `bf.${code}`;
/** In place of the quantity's, for a line that was sent. */
const sentQuantityField = (code: string): string => `s.${code}`;
/** The quantity of a line as a row of the table takes it: an empty one takes the line away. */
export const rowQuantityField = (code: string): string => `q.${code}`;
/** What a row shows of a line beside the field that takes its quantity: only what differs from it was typed. */
export const rowShownField = (code: string): string => `qs.${code}`;
/** The price of a product as its row takes it. */
export const rowPriceField = (productKey: string): string => `rp.${productKey}`;

const lineField = /^([bqs])\.(.*)$/;

/** What a field is about: a line's quantity has three names, and at most one of them counts. */
export const slotOf = (name: string): string => {
  const code = lineField.exec(name)?.[2];
  return code === undefined ? name : batchQuantityField(code);
};
/** Marks a form that sends the lines of the batch as it shows them, newest first; an address holds them as scanned. */
export const newestFirstField = "newest";

/** The field of a line whose $0.00 is meant. */
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

/** The lines of the batch, in the order in which they were scanned. */
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
      // A row that was sent with what already stood there changes nothing; of a line that was sent, it shows nothing.
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

/** Rows of the table that can stand open, or have a price of their own, at the same time. */
const maxRows = 50;

const keysUnder = (prefix: string, entries: readonly SearchEntry[]): SearchEntry[] =>
  entries.flatMap(([name, value]): SearchEntry[] => {
    const key = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return key === "" || key.length > maxProductKeyLength ? [] : [[key, value]];
  });

/** The products whose rows are open, by their keys: each has a name of its own, as the other fields do. */
const open: Field<readonly string[]> = {
  name: "o.",
  read: (entries) => [...new Set(keysUnder("o.", entries).map(([key]) => key))].slice(-maxRows),
  write: (keys) => keys.map((key) => [`o.${key}`, "1"]),
};

/** The prices typed in rows, by the keys of their products. */
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
 * The ten fields of the product filter bar (labels#filters), under the names of the call's parameters
 * (calls#label-products).
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

/** The product that is being worked on. */
export const labelProductSearch = defineSearch({
  /** Key of the product that was chosen in the list; empty where none was. */
  product: text("product"),
  quantities,
  /** The price typed; undefined where the price book's stands. */
  price: entry("price"),
  /** Whether labels of $0.00 are meant. */
  free: flag("free"),
});

/** The price book that labels show a former price from (labels#was). */
export const formerBook: Field<string> = text("was", { longest: maxBookLength });

/** What stays with another barcode, product, page or filter: how labels look, the batch, and the open rows. */
export const labelLookSearch = defineSearch({
  design: oneOf("design", [undefined, ...labelDesigns]),
  was: formerBook,
  /** Whether scans gather a batch. */
  gather: flag("gather"),
  /** Whether each scan prints at once; not while scans gather. */
  each: flag("each"),
  batch,
  open,
  rowPrices,
});

/** What is to be done first; the page answers it with a redirect. */
export const labelTaskSearch = defineSearch({
  /** A code to be added to the batch. */
  scan: barcode("scan"),
  /** Whether the quantities are to be added to the batch. */
  add: flag("add"),
});

/** Everything that the page is about; texts are as they were typed. */
export type LabelState = { filter: LabelFilter } & SearchOf<typeof pageSearch> &
  SearchOf<typeof labelProductSearch> &
  SearchOf<typeof labelLookSearch> &
  SearchOf<typeof labelTaskSearch>;

/**
 * What the page's URL, or one of its forms, says; a bad value falls back. It is read in the browser at every key
 * press.
 */
export function readLabelSearch(asked: Asked): LabelState {
  const entries = entriesOf(asked);
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

/** The page at its start. */
export const startingState: LabelState = readLabelSearch("");

/** What stays with another barcode, product, page or filter. */
export const lookOf = ({ design, was, gather, each, batch, open, rowPrices }: LabelState) => ({
  design,
  was,
  gather,
  each,
  batch,
  open,
  rowPrices,
});

/** The state with an empty batch: what was typed for the last one is not meant for the next. */
export const withNewBatch = (state: LabelState): LabelState => ({ ...state, batch: [], rowPrices: {} });

/** The state in which a row's product has the price book's price again. */
export function withoutRowPrice(state: LabelState, key: string): LabelState {
  const { [key]: _typed, ...rowPrices } = state.rowPrices;
  return { ...state, rowPrices };
}

/** The batch once its labels are with the printer. */
export const asSent = (batch: readonly BatchEntry[]): BatchEntry[] =>
  batch.map((entry) => ({ ...entry, isSent: true }));

/** The batch as it was before it was handed over: all of it is printed again. */
export const asUnsent = (batch: readonly BatchEntry[]): BatchEntry[] =>
  batch.map(({ isSent: _sent, ...entry }) => entry);

/** A batch whose labels are all with the printer: the next scan begins another. */
export const isSentBatch = (batch: readonly BatchEntry[]): boolean =>
  batch.length > 0 && batch.every(({ isSent }) => isSent);

/** What a file or a sheet holds of a batch: what is still to be printed; of one that was handed over whole, all of it. */
export const filedBatch = (state: LabelState): LabelState =>
  isSentBatch(state.batch) ? { ...state, batch: asUnsent(state.batch) } : state;

/** The state that a scan goes into: a batch that was handed over whole makes room for another. */
export const withOpenBatch = (state: LabelState): LabelState =>
  isSentBatch(state.batch) ? withNewBatch(state) : state;

/** The barcodes that a row asked for and the batch had no room for. */
export function refusedRows(asked: Asked): string[] {
  const entries = entriesOf(asked);
  const taken = new Set(batch.read(entries).map(({ barcode: code }) => code));
  return keysUnder(rowQuantityField(""), entries).flatMap(([code, value]) =>
    value.trim() === "" || taken.has(code) ? [] : [code],
  );
}

/** The fields that every form of the page carries along: how labels look, and the batch. */
export const carriedFields = (state: LabelState): SearchEntry[] => labelLookSearch.entries(state);

/** The fields of the product list: its filter and page. */
export const listFields = (state: LabelState): SearchEntry[] => [
  ...labelFilterSearch.entries(state.filter),
  ...pageSearch.entries(state),
];

/** The fields of the product that is being worked on. */
export const productFields = (state: LabelState): SearchEntry[] => labelProductSearch.entries(state);

/** All fields of a state: its URL. */
export const stateFields = (state: LabelState): SearchEntry[] => [
  ...listFields(state),
  ...productFields(state),
  ...carriedFields(state),
];

/** What a file or a sheet holds. */
export const labelSetSearch = defineSearch({
  labels: oneOf("labels", ["barcode", "design", "batch", "test"]),
});
/** What the sheet is printed on: paper to cut, or A4 stock from one of its labels on. */
export const labelStockSearch = defineSearch({
  stock: oneOf("stock", [undefined, ...stockNames]),
  start: ordinal("start"),
});
export type LabelSet = SearchOf<typeof labelSetSearch>["labels"];

/** Why nothing is searched for although a barcode was sent; undefined when all is well. */
export function refusedBarcode(asked: Asked): string | undefined {
  const entries = entriesOf(asked);
  const names = [labelFilterSearch.names.barcode, labelTaskSearch.names.scan];
  const sent = names.map((name) => firstOf(entries, name)?.trim() ?? "");
  const typed = sent.find((code) => code !== "") ?? "";
  if (typed === "" || isBarcode(typed)) return undefined;
  return `${barcodeRule}: '${typed.slice(0, 40)}' is not one.`;
}

/** The parts of a URL that decide which products are listed, and what is known of the batch. */
const listKey = (url: URL): string => {
  const state = readLabelSearch(url);
  return JSON.stringify([
    listFields(state),
    labelTaskSearch.entries(state),
    refusedBarcode(url),
    state.batch.map(({ barcode: code }) => code).sort(),
  ]);
};

/** Whether the server knows no more of one URL than of the other: what is typed is known to the page itself. */
export const isSameLabelList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);

/** The product that a page shows when its URL asks for a scan. */
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
