import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { type LabelState, labelsPath } from "#app/domains/labels/paths.ts";
import { readLabelSearch } from "#app/domains/labels/search.ts";

/** After this long without a key press the URL follows what was typed, in ms. */
const pauseMs = 300;

/** What a form of the page says, and what the form carries along. */
function stateOf(form: HTMLFormElement): LabelState {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") search.append(name, value);
  return readLabelSearch(search);
}

/**
 * The page's state as it is typed: every key press counts at once, the URL follows a moment later and replaces
 * its history entry. `tidy` leaves out what stands there anyway.
 */
export function useTyped(alias: string, fromUrl: LabelState, tidy: (state: LabelState) => LabelState) {
  const [typed, setTyped] = useState<LabelState>();
  const timer = useRef<number>();
  const sent = useRef<string>();
  const navigate = useNavigate();
  const { state: going } = useNavigation();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const isGoing = useRef(false);
  isGoing.current = going !== "idle";

  const drop = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  }, []);

  const follow = useCallback(
    (state: LabelState) => {
      drop();
      // Another navigation is under way: it knows what was typed until then, and goes on.
      if (isGoing.current) return;
      sent.current = labelsPath(alias, state);
      navigate(sent.current, { replace: true, preventScrollReset: true });
    },
    [alias, navigate, drop],
  );

  useEffect(() => {
    const isOurs = sent.current === here;
    if (isOurs && timer.current !== undefined) return;
    if (!isOurs) drop();
    setTyped(undefined);
  }, [here, drop]);
  useEffect(() => drop, [drop]);

  /** A field of this form has changed. */
  const onTyped = useCallback(
    (form: HTMLFormElement | null) => {
      if (!form) return;
      const state = tidy(stateOf(form));
      setTyped(state);
      drop();
      timer.current = window.setTimeout(() => follow(state), pauseMs);
    },
    [tidy, follow, drop],
  );

  const live = typed ?? fromUrl;
  return { live, onTyped, follow, drop };
}
