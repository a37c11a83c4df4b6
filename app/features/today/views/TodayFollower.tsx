import { useEffect, useRef } from "react";
import { tellSessionEnd } from "#app/core/auth/SessionEnd.tsx";
import { isToday, type Today, type TodayBell } from "#app/features/today/lines.ts";
import { todayLivePath } from "#app/features/today/paths.ts";

/** Changes since `version`; undefined if there are none, or if unavailable now. */
async function askToday(version: string): Promise<Today | undefined> {
  const answer = await fetch(`${todayLivePath}${version}`);
  if (answer.status === 401) tellSessionEnd();
  if (!answer.ok) return undefined;
  const read: unknown = await answer.json();
  return typeof read === "object" && read !== null && "view" in read && isToday(read.view)
    ? read.view
    : undefined;
}

/** Polls every `paceMs`, immediately for an outdated number, and never while the page is hidden. */
export function TodayFollower({
  paceMs,
  loaded,
  version,
  onNews,
}: {
  paceMs: number;
  loaded: TodayBell;
  version: string;
  onNews: (today: Today) => void;
}) {
  const askedFor = useRef<TodayBell>();
  useEffect(() => {
    let timer: number | undefined;
    let isGone = false;
    let dueAt = loaded.isFresh || askedFor.current === loaded ? Date.now() + paceMs : 0;
    const wait = () => {
      window.clearTimeout(timer);
      if (!document.hidden && !isGone) timer = window.setTimeout(ask, Math.max(0, dueAt - Date.now()));
    };
    const ask = () => {
      askedFor.current = loaded;
      dueAt = Date.now() + paceMs;
      // Offline there are no changes; the next poll tries again.
      askToday(version).then(
        (today) => (today && !isGone ? onNews(today) : wait()),
        () => wait(),
      );
    };
    document.addEventListener("visibilitychange", wait);
    wait();
    return () => {
      isGone = true;
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [paceMs, loaded, version, onNews]);
  return null;
}
