import { type LabelState, labelLookSearch, readLabelSearch, slotOf, stateFields } from "./search.ts";

/** A field's text that isn't in the URL yet. */
type Edit = {
  value: string;
  /** The product it was typed for: quantities and prices belong to one product. */
  of: { product: string; barcode: string };
  /** Whether a pending navigation includes it. */
  isSent: boolean;
};

/** Edits by field name. */
export type Edits = Readonly<Record<string, Edit>>;

/** Applies the edits to the state. */
export function withEdits(state: LabelState, edits: Edits): LabelState {
  const fields = new Map(stateFields(state).map((entry) => [slotOf(entry[0]), entry]));
  for (const [name, { value }] of Object.entries(edits)) fields.set(slotOf(name), [name, value]);
  return readLabelSearch([...fields.values()]);
}

/** Merges more edits; of a line's quantity only the last counts, wherever it was typed. */
export function withMore(edits: Edits, more: Edits): Edits {
  const replaced = new Set(Object.keys(more).map(slotOf));
  const stored = Object.entries(edits).filter(([name]) => !replaced.has(slotOf(name)));
  return { ...Object.fromEntries(stored), ...more };
}

/**
 * The edits that remain after a navigation to this state: those typed since it started, if their
 * product is still shown.
 */
export const stillMeant = (edits: Edits, { filter, product, batch }: LabelState): Edits =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, { isSent, of }]) => {
      if (isSent) return false;
      if (name === labelLookSearch.names.design) return true;
      // A table row's fields belong to its own product and start a batch line.
      if (/^(q|rp)\./.test(name)) return true;
      const line = /^(?:bp?|s)\.(.*)$/.exec(name)?.[1];
      return line === undefined
        ? of.product === product && of.barcode === filter.barcode
        : batch.some(({ barcode }) => barcode === line);
    }),
  );
