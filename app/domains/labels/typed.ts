import { type LabelState, labelLookSearch, readLabelSearch, stateFields } from "./search.ts";

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
  const fields = new Map(stateFields(state));
  for (const [name, { value }] of Object.entries(edits)) fields.set(name, value);
  return readLabelSearch([...fields]);
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
      const line = /^bp?\.(.*)$/.exec(name)?.[1];
      return line === undefined
        ? of.product === product && of.barcode === filter.barcode
        : batch.some(({ barcode }) => barcode === line);
    }),
  );
