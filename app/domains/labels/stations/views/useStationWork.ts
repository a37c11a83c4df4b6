import { useCallback, useEffect, useRef, useState } from "react";
import type { LabelPrinting } from "#app/domains/labels/bridge/island.ts";
import { newId } from "../../scans.ts";
import { stationFollowPath, stationTurnPath } from "../paths.ts";
import { type Answer, type News, type WorkEvent, type WorkState, workAt } from "../work.ts";

const wordsOf: Record<WorkState, string> = {
  starting: "Getting ready for the station's labels.",
  working: "Ready for the station's labels.",
  held: "The station's labels wait: this workstation can't print now.",
  taken: "Another page works at this station. This one takes over when that is closed.",
  lost: "The portal does not answer. The station's labels wait there, and this page tries again by itself.",
  out: "This page has stopped working: the session or the station has ended. Load the page again.",
};

const restMs = 3_000;
/** A turn is short; a slower one is retried. */
const turnMs = 15_000;
const browserKey = "labelStationBrowser";

/** The ID of this browser and its journal; without storage a new one each time. */
function browserName(): string {
  try {
    const known = window.localStorage.getItem(browserKey);
    if (known !== null && /^\w{8,64}$/.test(known)) return known;
    const made = newId();
    window.localStorage.setItem(browserKey, made);
    return made;
  } catch {
    return newId();
  }
}

const isAnswer = (sent: unknown): sent is Answer => typeof sent === "object" && sent !== null && "is" in sent;

/** Sends a turn to the station; temporary errors count as lost. */
async function turn(path: string, body: FormData, signal: AbortSignal): Promise<Answer> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = window.setTimeout(stop, turnMs);
  signal.addEventListener("abort", stop);
  try {
    const answer = await fetch(path, { method: "POST", body, signal: limit.signal, redirect: "manual" });
    if (answer.status === 429 || answer.status >= 500) return { is: "lost" };
    const sent: unknown = answer.ok ? await answer.json() : undefined;
    return isAnswer(sent) ? sent : { is: "out" };
  } catch {
    return { is: "lost" };
  } finally {
    window.clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Works at a station with this workstation's printer while the page is open, and returns its progress. */
export function useStationWork(
  alias: string,
  id: string,
  printing: LabelPrinting | undefined,
): { kind: WorkState; words: string } {
  const [kind, setKind] = useState<WorkState>("starting");
  const now = useRef(printing);
  const wake = useRef<() => void>();
  // Something changed while nothing was waiting for it.
  const isMissed = useRef(false);
  const tellNews = useCallback(() => {
    if (wake.current) wake.current();
    else isMissed.current = true;
  }, []);
  now.current = printing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of printing is the news.
  useEffect(tellNews, [printing]);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const path = stationTurnPath(alias, id);
    const self = { page: newId(), browser: browserName() };
    let isAlone = false;
    // Held for as long as the page works: its holder is the only working page of this browser.
    navigator.locks
      ?.request(`label-station-${id}`, { signal }, () => {
        isAlone = true;
        tellNews();
        return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      })
      .catch(() => undefined);

    const ask = ({ printer, paper, problem, lease, reports }: WorkEvent): Promise<Answer> => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...self, printer, problem })) body.set(name, value);
      body.set("reports", JSON.stringify(reports));
      if (paper.language !== undefined) body.set("paper", JSON.stringify(paper));
      if (isAlone) body.set("alone", "1");
      if (lease !== undefined) body.set("lease", lease);
      return turn(path, body, signal);
    };
    const whenNews = ({ version, isPrinting }: { version: string | undefined; isPrinting: boolean }) =>
      new Promise<News>((resolve) => {
        const waiting = new AbortController();
        let timer = 0;
        const end = (because: News) => {
          waiting.abort();
          window.clearTimeout(timer);
          wake.current = undefined;
          isMissed.current = false;
          resolve(because);
        };
        const rest = () => {
          timer = window.setTimeout(() => end("rest"), restMs);
        };
        if (isMissed.current) return end("news");
        wake.current = () => end("news");
        signal.addEventListener("abort", () => end("rest"), { signal: waiting.signal });
        if (version === undefined || isPrinting) return rest();
        // A hidden page's timers are throttled, its responses are not.
        fetch(stationFollowPath(alias, id, version), { signal: waiting.signal, redirect: "manual" }).then(
          ({ ok }) => (ok ? end("rest") : rest()),
          () => waiting.signal.aborted || rest(),
        );
      });
    const leave = () => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...self, leaves: "1" })) body.set(name, value);
      navigator.sendBeacon(path, body);
    };
    window.addEventListener("pagehide", leave);
    void workAt(
      { printing: () => now.current, ask, newId, isAlone: () => isAlone, whenNews, onState: setKind },
      signal,
    );
    return () => {
      window.removeEventListener("pagehide", leave);
      leaving.abort();
      leave();
    };
  }, [alias, id, tellNews]);
  return { kind, words: wordsOf[kind] };
}
