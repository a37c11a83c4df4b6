import { useLocation, useNavigation } from "@remix-run/react";
import { useCallback, useMemo, useState } from "react";
import type { SearchEntry } from "#app/search/search.ts";
import { useBeforePaint } from "#app/ui/useBeforePaint.ts";
import { labelsPath } from "../paths.ts";
import { type LabelState, labelLookSearch, readLabelSearch, stateFields } from "../search.ts";

/** A field's text since the page was loaded. */
type Edit = {
  value: string;
  /** The product it was typed for: quantities and prices belong to one product. */
  of: { product: string; barcode: string };
  /** Whether the address, or a pending navigation, includes it. */
  isSent: boolean;
};

/** Edits by field name. */
export type Edits = Readonly<Record<string, Edit>>;

/** Applies the edits to the state. */
export const withTyped = (state: LabelState, edits: Edits): LabelState =>
  readLabelSearch([
    ...new Map([
      ...stateFields(state),
      ...Object.entries(edits).map(([name, { value }]): SearchEntry => [name, value]),
    ]),
  ]);

/**
 * The edits that remain after a navigation to this state: those typed since it started, if their
 * product is still shown.
 */
export const stillMeant = (edits: Edits, { filter, product }: LabelState): Edits =>
  Object.fromEntries(
    Object.entries(edits).filter(
      ([name, { isSent, of }]) =>
        !isSent &&
        (name === labelLookSearch.names.design || (of.product === product && of.barcode === filter.barcode)),
    ),
  );

/** The address is updated after this long without a key press, in ms. */
const pauseMs = 300;
const none: Edits = {};

const asSent = (edits: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, { ...edit, isSent: true }]));

/**
 * The page's product and look as typed: every key press counts at once; the address follows a moment later, in its
 * history entry. Input during a navigation is applied to its result. `tidy` removes default values.
 */
export function useTyped(alias: string, fromUrl: LabelState, tidy: (state: LabelState) => LabelState) {
  const [edits, setEdits] = useState(none);
  const isGoing = useNavigation().state !== "idle";
  const { key } = useLocation();

  // Not in an effect: a queued scan must start from the typed values applied to the page just loaded.
  const [landed, setLanded] = useState(key);
  if (landed !== key) {
    setLanded(key);
    setEdits(stillMeant(edits, fromUrl));
  }

  const live = useMemo(
    () => (Object.keys(edits).length === 0 ? fromUrl : tidy(withTyped(fromUrl, edits))),
    [fromUrl, edits, tidy],
  );
  const isUnsent = Object.values(edits).some(({ isSent }) => !isSent);

  /** A navigation starts that includes everything typed so far. */
  const depart = useCallback(() => setEdits(asSent), []);

  useBeforePaint(() => {
    if (isGoing || !isUnsent) return;
    const timer = window.setTimeout(() => {
      const { state } = window.history;
      // Where a navigation has ended that isn't rendered yet, the history entry is no longer this page's.
      if ((state?.key ?? "default") !== key) return;
      window.history.replaceState(state, "", labelsPath(alias, live));
      depart();
    }, pauseMs);
    return () => window.clearTimeout(timer);
  }, [isGoing, isUnsent, key, alias, live, depart]);

  /** A field of the page has changed. */
  const onTyped = useCallback(
    (field: EventTarget) => {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
      const { name, value } = field;
      const { product, filter } = fromUrl;
      const of = { product, barcode: filter.barcode };
      setEdits((before) => ({ ...before, [name]: { value, of, isSent: false } }));
    },
    [fromUrl],
  );

  return { live, onTyped, depart };
}
