import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { startTransition, useCallback, useMemo, useState } from "react";
import { labelsPath } from "#app/domains/labels/paths.ts";
import type { LabelState } from "#app/domains/labels/search.ts";
import { type Edits, stillMeant, withEdits, withMore } from "#app/domains/labels/typed.ts";
import { useBeforePaint } from "#app/ui/useBeforePaint.ts";

/** After this long without a key press the URL follows what was typed, in ms. */
const pauseMs = 300;
const none: Edits = {};

const asSent = (edits: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, { ...edit, isSent: true }]));

/**
 * The page's state as it is typed: every key press counts at once, the URL follows a moment later and replaces its
 * history entry. What is typed during another navigation is laid over its result. `tidy` leaves out what would stand
 * there anyway.
 */
export function useTyped(alias: string, fromUrl: LabelState, tidy: (state: LabelState) => LabelState) {
  const [edits, setEdits] = useState(none);
  const navigate = useNavigate();
  const isGoing = useNavigation().state !== "idle";
  const { pathname, search, key } = useLocation();
  const here = pathname + search;

  // Not in an effect: a scan that waited starts from what is typed over the page that has just arrived.
  const [landed, setLanded] = useState(key);
  if (landed !== key) {
    setLanded(key);
    setEdits(stillMeant(edits, fromUrl));
  }

  const live = useMemo(
    () => (Object.keys(edits).length === 0 ? fromUrl : tidy(withEdits(fromUrl, edits))),
    [fromUrl, edits, tidy],
  );
  const isUnsent = Object.values(edits).some(({ isSent }) => !isSent);

  /** A navigation starts that carries what was typed until now. */
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

  // The pause ends in a transition, as navigations are shown in one: what has started or landed meanwhile is on the page
  // by then, and isn't overtaken by an address that doesn't know of it.
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
      setEdits((before) => withMore(before, { [name]: { value, of, isSent: false } }));
    },
    [fromUrl],
  );

  /** The URL need not wait any longer, except for another navigation that is under way. */
  const follow = () => {
    if (isUnsent && !isGoing) send();
  };

  return { live, onTyped, follow, depart };
}
