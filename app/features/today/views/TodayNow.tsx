import { useMatches } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { Icon } from "#app/core/ui/Icon.tsx";
import { useLater } from "#app/core/ui/useLater.ts";
import { formatUnits } from "#app/core/values/values.ts";
import { isToday, type Today, type TodayBell } from "#app/features/today/lines.ts";
import { todayPath } from "#app/features/today/paths.ts";

/** Polling interval while Today itself is on the screen. */
const paceOnPageMs = 20_000;

type Now = { bell: TodayBell; live: Today | undefined };
const Context = createContext<Now>({ bell: { news: undefined, at: 0, isFresh: true }, live: undefined });

const useBell = (): TodayBell => useContext(Context).bell;

/** The loader's data until something newer arrives. */
export function useToday<Loaded extends Today | undefined>(loaded: Loaded): Today | Loaded {
  const { live } = useContext(Context);
  return live && live.at > (loaded?.at ?? 0) ? live : loaded;
}

const loadFollower = () => import("./TodayFollower.tsx").then((module) => module.TodayFollower);

/** The loader's data of the current page, if it shows Today. */
const useTodayOfPage = (): Today | undefined =>
  useMatches()
    .map(({ data }) =>
      typeof data === "object" && data !== null && "today" in data ? data.today : undefined,
    )
    .find(isToday);

/**
 * Keeps the bell, and Today if it is on the screen, up to date: one poll for both (today#live).
 * Both show the same number: the page's data takes precedence over the frame's.
 */
export function TodayNow({
  loaded,
  followsMs,
  children,
}: {
  loaded: TodayBell;
  followsMs: number;
  children: ReactNode;
}) {
  const ofPage = useTodayOfPage();
  const [live, setLive] = useState<Today>();
  useEffect(() => {
    if (ofPage) setLive((now) => (now && now.at > ofPage.at ? now : ofPage));
  }, [ofPage]);
  const base = ofPage ?? loaded;
  const newest = live && live.at >= base.at ? live : base;
  const version = live?.version ?? ofPage?.version ?? "";
  const pace = followsMs === 0 ? 0 : ofPage ? Math.min(paceOnPageMs, followsMs) : followsMs;
  const TodayFollower = useLater(loadFollower);
  const now = useMemo(() => ({ bell: newest, live }), [newest, live]);
  return (
    <Context.Provider value={now}>
      {TodayFollower && pace > 0 && (
        <TodayFollower paceMs={pace} loaded={base} version={version} onNews={setLive} />
      )}
      {children}
    </Context.Provider>
  );
}

/** The notification icon with the number of what is one's own and new; it opens Today (today#bell). */
export function Bell() {
  const { news } = useBell();
  if (!news)
    return (
      <a className="bar-button" href={todayPath} title="Today" aria-label="Today">
        <Icon name="bell" />
      </a>
    );
  return (
    <a className="bar-button" href={todayPath} title={`Today: ${formatUnits(news)} new or yours`}>
      <Icon name="bell" />
      <span className="sr-only">Today: </span>
      <span className="absolute right-0 top-0.5 rounded-full bg-attention-soft px-1 text-xs font-semibold tabular-nums text-attention">
        {news > 99 ? "99+" : news}
      </span>
      <span className="sr-only"> new or yours</span>
    </a>
  );
}
