import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { stationFollowPath } from "../paths.ts";

const restMs = 3_000;

/** Shows what is new at a station as it comes; without scripting the page is loaded again. */
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
        // What mends itself is asked again; what leads elsewhere, or is not there, is told by the page itself.
        if (answer.status === 429 || answer.status >= 500) return again(restMs);
        const news: unknown = answer.ok && (await answer.json());
        const isSame =
          typeof news === "object" && news !== null && "version" in news && news.version === version;
        if (!isSame) revalidate();
        // A page that read what it shows already asks on.
        again(isSame ? 0 : restMs);
      } catch {
        // The network is away, or the page is.
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
