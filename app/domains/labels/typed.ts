import { type LabelState, labelLookSearch, readLabelSearch, slotOf, stateFields } from "./search.ts";

/** A field's text that isn't in the page's address yet. */
type Edit = {
  value: string;
  /** The product that it was typed for: quantities and prices belong to one product. */
  of: { product: string; barcode: string };
  /** Whether a navigation that is under way carries it. */
  isSent: boolean;
};

/** Edits by the name of their field. */
export type Edits = Readonly<Record<string, Edit>>;

/** The state with what was typed laid over it. */
export function withEdits(state: LabelState, edits: Edits): LabelState {
  const fields = new Map(stateFields(state).map((entry) => [slotOf(entry[0]), entry]));
  for (const [name, { value }] of Object.entries(edits)) fields.set(slotOf(name), [name, value]);
  return readLabelSearch([...fields.values()]);
}

/** The edits with some more: of a line's quantity only the last counts, wherever it was typed. */
export function withMore(edits: Edits, more: Edits): Edits {
  const replaced = new Set(Object.keys(more).map(slotOf));
  const stored = Object.entries(edits).filter(([name]) => !replaced.has(slotOf(name)));
  return { ...Object.fromEntries(stored), ...more };
}

/**
 * The edits that remain when a navigation has led to this state: those typed since it started, if what they were typed
 * for is still there.
 */
export const stillMeant = (edits: Edits, { filter, product, batch }: LabelState): Edits =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, { isSent, of }]) => {
      if (isSent) return false;
      if (name === labelLookSearch.names.design) return true;
      // What a row of the table takes belongs to no other product, and begins a line.
      if (/^(q|rp)\./.test(name)) return true;
      const line = /^(?:bp?|s)\.(.*)$/.exec(name)?.[1];
      return line === undefined
        ? of.product === product && of.barcode === filter.barcode
        : batch.some(({ barcode }) => barcode === line);
    }),
  );
