import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { startTransition, useCallback, useMemo, useState } from "react";
import { labelsPath } from "#app/domains/labels/paths.ts";
import {
  type LabelState,
  labelLookSearch,
  readLabelSearch,
  stateFields,
} from "#app/domains/labels/search.ts";
import type { SearchEntry } from "#app/search/search.ts";
import { useBeforePaint } from "#app/ui/useBeforePaint.ts";

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

/** The URL is updated after this long without a key press, in ms. */
const pauseMs = 300;
const none: Edits = {};

const asSent = (edits: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, { ...edit, isSent: true }]));

/**
 * The page's product and look as typed: every key press counts at once; the URL follows a moment later and replaces its
 * history entry. Input during another navigation is applied to its result. `tidy` removes default values.
 */
export function useTyped(alias: string, fromUrl: LabelState, tidy: (state: LabelState) => LabelState) {
  const [edits, setEdits] = useState(none);
  const navigate = useNavigate();
  const isGoing = useNavigation().state !== "idle";
  const { pathname, search, key } = useLocation();
  const here = pathname + search;

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

  /** Starts a navigation that includes everything typed so far. */
  const depart = useCallback(() => setEdits(asSent), []);

  const send = useCallback(() => {
    const to = labelsPath(alias, live);
    if (to === here) {
      setEdits(none);
      return;
    }
    depart();
    navigate(to, { replace: true, preventScrollReset: true });
  }, [alias, live, here, depart, navigate]);

  // The pause ends in a transition, as navigations are shown in one: whatever started or finished
  // meanwhile is rendered by then, and isn't overwritten by an older URL.
  const [isDue, setDue] = useState(false);
  useBeforePaint(() => {
    if (isGoing || !isUnsent) return;
    const timer = window.setTimeout(() => startTransition(() => setDue(true)), pauseMs);
    return () => window.clearTimeout(timer);
  }, [isGoing, isUnsent, send]);
  useBeforePaint(() => {
    if (!isDue) return;
    setDue(false);
    if (isUnsent && !isGoing) send();
  }, [isDue, isUnsent, isGoing, send]);

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

  /** Updates the URL now, unless another navigation is pending. */
  const follow = () => {
    if (isUnsent && !isGoing) send();
  };

  return { live, onTyped, follow, depart };
}
