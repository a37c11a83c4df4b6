import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { stationFollowPath } from "../paths.ts";

const restMs = 3_000;

/** Shows changes of a station live; without scripting the page reloads itself. */
export function useStationNews(alias: string, id: string, version: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer = 0;
    const again = (ms: number) => {
      if (!signal.aborted) timer = window.setTimeout(ask, ms);
    };
    async function ask() {
      if (document.hidden) return again(restMs);
      try {
        const answer = await fetch(stationFollowPath(alias, id, version), { signal, redirect: "manual" });
        // Temporary errors are retried; redirects and 404 are handled by reloading the page.
        if (answer.status === 429 || answer.status >= 500) return again(restMs);
        const news: unknown = answer.ok && (await answer.json());
        const isSame =
          typeof news === "object" && news !== null && "version" in news && news.version === version;
        if (!isSame) revalidate();
        // Data that is still current is polled again at once.
        again(isSame ? 0 : restMs);
      } catch {
        // The network is down, or the page is closing.
        again(restMs);
      }
    }
    again(0);
    return () => {
      leaving.abort();
      window.clearTimeout(timer);
    };
  }, [alias, id, version, revalidate]);
}
