import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isNews } from "./news.ts";

/** Polling intervals: short while something may change without a person's action, otherwise long. */
const PACE_MS = { moving: 3000, resting: 15_000 };
const UPDATED_MS = 10_000;

export type FollowerProps<Data> = {
  href: string;
  moves: boolean;
  paused: boolean;
  here: string;
  onNews: (view: Data) => void;
  disturbs: (view: Data) => boolean;
};

type Phase = "following" | "updated" | "waiting" | "failed";

/**
 * Polls for changes, except while the tab is hidden, and shows them in place: scroll position, focus, typed text and
 * expanded parts stay. Disturbing changes are offered instead, until they would no longer disturb.
 */
export function Follower<Data>({ href, moves, paused, here, onNews, disturbs }: FollowerProps<Data>) {
  const { load, data, state } = useFetcher<unknown>();
  const [phase, setPhase] = useState<Phase>("following");
  const [hidden, setHidden] = useState(() => document.hidden);
  const handled = useRef<unknown>(data);
  const isAsking = state !== "idle";

  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);

  // Only a tab that becomes visible polls at once: any other page has just been loaded.
  const wasHidden = useRef(false);
  useEffect(() => {
    if (hidden) wasHidden.current = true;
    if (paused || hidden || isAsking) return;
    const pause = wasHidden.current ? 0 : moves ? PACE_MS.moving : PACE_MS.resting;
    wasHidden.current = false;
    const timer = window.setTimeout(() => load(href), pause);
    return () => window.clearTimeout(timer);
  }, [paused, hidden, isAsking, moves, href, load]);

  useEffect(() => {
    if (!data || data === handled.current) return;
    handled.current = data;
    if (!isNews<Data>(data) || data.kind === "failed") return setPhase("failed");
    if (data.kind === "same") return setPhase((now) => (now === "updated" ? now : "following"));
    if (disturbs(data.view)) return setPhase("waiting");
    onNews(data.view);
    setPhase("updated");
  }, [data, disturbs, onNews]);

  useEffect(() => {
    if (phase !== "updated") return;
    const timer = window.setTimeout(() => setPhase("following"), UPDATED_MS);
    return () => window.clearTimeout(timer);
  }, [phase]);

  const reload = (words: string) => (
    <a href={here} data-scroll="keep" data-replace="">
      {words}
    </a>
  );
  return (
    <span className="live" title="New data appears by itself">
      {phase === "following" && <span className="sr-only">Live</span>}
      {/* Unchanged results are not announced. */}
      <span role="status">
        {phase === "updated" && "Updated just now"}
        {phase === "waiting" && reload("New data – reload")}
        {phase === "failed" && reload("Not up to date – reload")}
      </span>
    </span>
  );
}
