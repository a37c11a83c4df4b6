import { labelDesigns } from "./design.ts";
import {
  type BatchEntry,
  type LabelFilter,
  type LabelState,
  labelFilterKeys,
  newestFirstField,
  noFilter,
} from "./paths.ts";

/** Longer texts are cut: a search box holds a code or some words. */
const longestText = 200;
/** Beyond this a page number is a typing error. */
const highestPage = 1_000_000;
/** What is typed into a number's field, wrong or not. */
const longestEntry = 20;
/** Sizes of one product. */
const mostQuantities = 200;
const longestKey = 60;

/** Most lines of a batch: its URL must stay shorter than what every proxy takes. */
export const mostBatchLines = 100;
/** Most digits of a barcode (2 §5). */
export const longestBarcode = 13;

/** A barcode as typed or pasted: its digits, 13 at most, and what had to be left out. */
export function readBarcode(text: string): { digits: string; left: "nothing" | "others" | "too many" } {
  const digits = text.replace(/\D/g, "");
  const others = text.trim().length > digits.length;
  if (digits.length > longestBarcode) return { digits: digits.slice(0, longestBarcode), left: "too many" };
  return { digits, left: others ? "others" : "nothing" };
}

/** What a scan can be (2 §5). */
export const isBarcode = (text: string): boolean => /^\d{1,13}$/.test(text);

const textOf = (value: string | null): string => (value ?? "").trim().slice(0, longestText);

function readPage(value: string | null): number {
  const page = /^\d{1,7}$/.test(value ?? "") ? Number(value) : 1;
  return page >= 1 && page <= highestPage ? page : 1;
}

function readFilter(search: URLSearchParams): LabelFilter {
  const filter = { ...noFilter };
  for (const key of labelFilterKeys) filter[key] = textOf(search.get(key));
  return isBarcode(filter.barcode) ? filter : { ...filter, barcode: "" };
}

function readQuantities(search: URLSearchParams): Record<string, string> {
  const found: [string, string][] = [];
  for (const [name, value] of search) {
    const key = name.startsWith("n.") ? name.slice(2) : "";
    if (key === "" || key.length > longestKey || found.length >= mostQuantities) continue;
    found.push([key, value.trim().slice(0, longestEntry)]);
  }
  return Object.fromEntries(found);
}

function readBatch(search: URLSearchParams): BatchEntry[] {
  const entries = new Map<string, BatchEntry>();
  for (const [name, value] of search) {
    const barcode = name.startsWith("b.") ? name.slice(2) : "";
    const quantity = value.trim().slice(0, longestEntry);
    if (!isBarcode(barcode) || entries.size >= mostBatchLines) continue;
    const price = search.get(`bp.${barcode}`)?.trim().slice(0, longestEntry);
    entries.set(barcode, { barcode, quantity, ...(price === undefined ? {} : { price }) });
  }
  const lines = [...entries.values()];
  return search.has(newestFirstField) ? lines.reverse() : lines;
}

/**
 * What the page's URL, or one of its forms, says; a bad value falls back. Typed quantities and prices stay as
 * typed, so that what is wrong with them can be said beside their field. It is read in the browser at every
 * key press, and so without the schema library.
 */
export function readLabelSearch(search: URLSearchParams): LabelState {
  const scan = (search.get("scan") ?? "").trim();
  const design = search.get("design");
  return {
    filter: readFilter(search),
    page: readPage(search.get("page")),
    product: textOf(search.get("product")),
    quantities: readQuantities(search),
    price: search.get("price")?.trim().slice(0, longestEntry),
    design: labelDesigns.find((known) => known === design),
    gather: search.get("gather") === "1",
    batch: readBatch(search),
    scan: isBarcode(scan) ? scan : "",
    add: search.get("add") === "1",
  };
}

/** Why what was sent as a barcode is searched for by nothing; undefined when all is well. */
export function refusedBarcode(search: URLSearchParams): string | undefined {
  const sent = [search.get("barcode"), search.get("scan")].map((text) => text?.trim() ?? "");
  const typed = sent.find((text) => text !== "") ?? "";
  if (typed === "" || isBarcode(typed)) return undefined;
  return `A barcode has digits only, ${longestBarcode} at most: '${typed.slice(0, 40)}' is none.`;
}

/** What a page shows whose URL asks for a scan: the scan's product. */
export const shownState = (state: LabelState): LabelState =>
  state.scan === ""
    ? state
    : { ...state, scan: "", filter: { ...noFilter, barcode: state.scan }, page: 1, product: "" };
