import type { SearchEntry } from "#app/core/search/search.ts";
import type { BatchView } from "../batch.ts";
import { fieldName } from "../batchChanges.ts";
import type { FieldOf, Typed } from "../batchRecord.ts";
import { type BatchAnswer, unanswered } from "../browser.ts";
import {
  type LabelState,
  labelLookSearch,
  labelProductSearch,
  readLabelSearch,
  stateFields,
} from "../search.ts";

/** The texts of the product's fields and of the labels' look by field name. */
export type Edits = Readonly<Record<string, string>>;

/** What a scan led to, or a press for its product. */
type ScanResult = {
  code: string;
  /** Why it led to nothing. */
  why?: string | undefined;
  /** The label that a station was asked for. */
  message?: string | undefined;
  /** What a person has to do first, where the page alone knows it. */
  ask?: string | undefined;
  isPress?: boolean;
};

export type WorkstationState = {
  /** The history entry, the state of its page as typed, and what the address does not have of that yet. */
  key: string;
  live: LabelState;
  edits: Edits;
  /** The batch as the page was loaded with it, as it was saved last, and what was typed and is not saved yet. */
  loaded: BatchView;
  batch: BatchView;
  lineEdits: readonly Typed[];
  batchProblem?: string | undefined;
  changes: readonly string[];
  scan?: ScanResult | undefined;
};

export type WorkstationEvent =
  | ({ is: "loaded" } & Page)
  | { is: "typed"; name: string; value: string }
  /** The address, or a navigation that starts, has all that was typed. */
  | { is: "departed" }
  | { is: "lineTyped"; edit: Typed }
  | { is: "answered"; answer: BatchAnswer | undefined; sent: readonly Typed[]; isPress: boolean }
  | { is: "scanned"; scan: ScanResult };

type Page = { key: string; address: LabelState; batch: BatchView };

export const stateAtStart = ({ key, address, batch }: Page): WorkstationState => ({
  ...{ key, live: address, edits: {} },
  ...{ loaded: batch, batch, lineEdits: [], changes: [] },
});

export function afterEvent(state: WorkstationState, event: WorkstationEvent): WorkstationState {
  switch (event.is) {
    case "loaded": {
      const { key, address, batch } = event;
      const edits = stillMeant(state, address);
      const typed = key === state.key ? {} : { live: withTyped(address, edits), edits };
      const saved = batch === state.loaded ? state.batch : newer(state.batch, batch);
      // A scan's result is that of the page which it led to, or of the one on which it was made.
      const isShown = key === state.key || state.scan?.code === address.filter.barcode;
      const scan = isShown ? state.scan : undefined;
      return { ...state, ...typed, key, loaded: batch, batch: saved, scan };
    }
    case "typed": {
      const edit = { [event.name]: event.value };
      return { ...state, live: withTyped(state.live, edit), edits: { ...state.edits, ...edit } };
    }
    case "departed":
      return { ...state, edits: {} };
    case "lineTyped": {
      const others = state.lineEdits.filter((edit) => keyOf(edit) !== keyOf(event.edit));
      const batchProblem = state.batchProblem === unanswered ? undefined : state.batchProblem;
      return { ...state, lineEdits: [...others, event.edit], batchProblem };
    }
    case "answered": {
      const { answer, sent, isPress } = event;
      const changes = isPress ? (answer?.changes ?? []) : state.changes;
      if (!answer) return { ...state, batchProblem: unanswered, changes };
      // What was typed meanwhile is not saved yet.
      const lineEdits = state.lineEdits.filter((edit) => !sent.includes(edit));
      const batch = newer(state.batch, answer.batch);
      return { ...state, batch, lineEdits, batchProblem: answer.problem, changes };
    }
    case "scanned":
      return { ...state, scan: event.scan };
  }
}

export const newer = (before: BatchView, after: BatchView): BatchView =>
  after.revision < before.revision ? before : after;

/** The product and the look as typed; another price of $0.00 has to be confirmed anew. */
function withTyped(state: LabelState, edits: Edits): LabelState {
  const { price, free } = labelProductSearch.names;
  const otherPrice: Edits = price in edits ? { [free]: "" } : {};
  return readLabelSearch(
    Object.entries({ ...Object.fromEntries(stateFields(state)), ...otherPrice, ...edits }),
  );
}

/** What was typed since a navigation started remains after it: quantities and a price, if their product is still shown. */
function stillMeant({ live, edits }: WorkstationState, { filter, product }: LabelState): Edits {
  if (live.product === product && live.filter.barcode === filter.barcode) return edits;
  const { design } = labelLookSearch.names;
  return design in edits ? { [design]: edits[design] ?? "" } : {};
}

const keyOf = (of: FieldOf): string =>
  `${of.field} ${"product" in of ? `of ${of.product}` : `at ${of.barcode}`}`;

/** What was typed into a field of the batch since it was saved. */
export const typedIn = ({ lineEdits }: WorkstationState, of: FieldOf): string | undefined =>
  lineEdits.find((edit) => keyOf(edit) === keyOf(of))?.to;

function savedValue({ quantities, lines, rowPrices }: BatchView, edit: Typed): string {
  if ("product" in edit) return rowPrices[edit.product] ?? edit.book;
  const { barcode, field } = edit;
  if (field === "quantity") return quantities[barcode] ?? "";
  return lines.find((line) => line.barcode === barcode && !line.isSent)?.price ?? "";
}

/** The form fields of what was typed, as those of a page without scripting. */
export const fieldsOf = ({
  batch,
  lineEdits,
}: Pick<WorkstationState, "batch" | "lineEdits">): SearchEntry[] =>
  lineEdits.map((edit) => {
    const { to, ...of } = edit;
    return [fieldName({ ...of, from: savedValue(batch, edit) }), to];
  });
