import { isObject, readJson } from "#app/values/values.ts";
import { type BrowserStorage, browserStorage, newId, postForm } from "../browser.ts";
import { stationTurnPath } from "../paths.ts";
import { isOwnId, type TurnAnswer } from "../stations/queue.ts";
import type { JobReport, SentTurn, StationTurn } from "../stations/station.ts";
import { isHandheld } from "./help.ts";
import type { Portal } from "./portal.ts";

/** The page's turn at its station. */
export type TurnRequest = Pick<
  StationTurn,
  "printer" | "problem" | "lease" | "reports" | "commands" | "isStopped" | "since"
>;

/** The station's response. `lost`: no response; `out`: a redirect, or the station doesn't exist. */
export type Answer = TurnAnswer | { is: "lost" } | { is: "out" };

/** The station that a page works at. */
export type Place = {
  /** Whether it is the workstation's own, which nobody else asks for labels. */
  isOwn: boolean;
  /** The name of this page there. */
  page: string;
  notes: Notes;
  ask: (turn: TurnRequest) => Promise<Answer>;
  /** Whether no other page of this browser works at the station. */
  isAlone: () => boolean;
  /** Whether another page of this browser certainly does. */
  isGuest: () => boolean;
  /** Resolves when there may be news here or at the station, or after a while; never by itself where nothing is due. */
  whenNews: (about: { version: string | undefined; isDue: boolean }) => Promise<void>;
  /** Something has happened here, or, for all pages of this browser, at the station. */
  wake: () => void;
  wakeAll: () => void;
  /** Gives up the place, with what was not reported yet. */
  leave: (turn: TurnRequest) => void;
};

const restMs = 3_000;
const browserKey = "labelStationBrowser";
/** Changed by each page of a workstation that has news for the others. */
const newsKey = "labelNews";

let made: string | undefined;
/** The ID of this browser and its notes; without storage a new one for each page load. */
function browserName(): string {
  if (made !== undefined) return made;
  const known = browserStorage.get(browserKey);
  made = known !== null && /^\w{8,64}$/.test(known) ? known : newId();
  browserStorage.set(browserKey, made);
  return made;
}

/** Whether the workstation's print queues take raw commands only when forced: on Linux and macOS. */
export const needsForceRaw = (userAgent: string): boolean =>
  /Linux|Macintosh|Mac OS X/.test(userAgent) && !isHandheld(userAgent);

const isAnswer = (sent: unknown): sent is Answer => typeof sent === "object" && sent !== null && "is" in sent;

/** A station that this page works at, over the network; `signal` ends it. */
export function createPlace(
  alias: string,
  station: string,
  { page, signal, portal }: { page: string; signal: AbortSignal; portal: Pick<Portal, "choose" | "forget"> },
): Place {
  const path = stationTurnPath(alias, station);
  const isOwn = isOwnId(station);
  const self = { page, browser: browserName() };
  let isAlone = false;
  let wake: (() => void) | undefined;
  // Something changed while nothing was waiting for it.
  let isMissed = false;
  const tellNews = () => {
    if (wake) wake();
    else isMissed = true;
  };
  // Held for as long as the page works: its holder is the only working page of this browser.
  navigator.locks
    ?.request(`label-station-${alias}-${station}`, { signal }, () => {
      isAlone = true;
      tellNews();
      return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    })
    // Rejects when the page ends, by the signal: then nobody works here any more.
    .catch(() => undefined);
  window.addEventListener(
    "storage",
    ({ key }) => {
      if (key === newsKey) tellNews();
    },
    { signal },
  );
  // Without storage a browser's pages know nothing of each other.
  const callOthers = () => browserStorage.set(newsKey, newId());
  const isGuest = () => isOwn && navigator.locks !== undefined && !isAlone;

  function bodyOf(turn: TurnRequest, leaves = false): FormData {
    const body = new FormData();
    const forceRaw = needsForceRaw(navigator.userAgent);
    const sent: SentTurn = { ...self, ...turn, isAlone, isGuest: isGuest(), forceRaw, leaves };
    body.set("turn", JSON.stringify(sent));
    return body;
  }

  return {
    ...{ isOwn, isGuest, page },
    notes: createNotes(browserStorage, `labelNotes-${station}`),
    isAlone: () => isAlone,
    wake: tellNews,
    wakeAll() {
      callOthers();
      tellNews();
    },
    async ask(turn) {
      const { printer: to, lease } = turn;
      // The turn's own answer says it where the portal can't be reached, or does not sign for the printer.
      if (to && lease !== undefined) await portal.choose(to.printer, to).catch(() => undefined);
      const sent = await postForm(path, bodyOf(turn), signal);
      const answer: Answer = !sent ? { is: "lost" } : isAnswer(sent.data) ? sent.data : { is: "out" };
      if ("refused" in answer) portal.forget();
      const isNews = turn.reports.length + turn.commands.length > 0 || turn.isStopped;
      if (isOwn && isNews) callOthers();
      return answer;
    },
    whenNews: ({ version, isDue }) =>
      new Promise((resolve) => {
        const waiting = new AbortController();
        let timer = 0;
        const end = () => {
          waiting.abort();
          window.clearTimeout(timer);
          wake = undefined;
          isMissed = false;
          resolve();
        };
        const rest = () => {
          timer = window.setTimeout(end, restMs);
        };
        if (isMissed || signal.aborted) return end();
        wake = end;
        signal.addEventListener("abort", end, { signal: waiting.signal });
        if (isOwn || version === undefined) return isOwn && !isDue ? undefined : rest();
        // A hidden page's timers are throttled, its responses are not.
        fetch(stationTurnPath(alias, station, version), {
          signal: waiting.signal,
          redirect: "manual",
        }).then(
          ({ ok }) => (ok ? end() : rest()),
          () => waiting.signal.aborted || rest(),
        );
      }),
    leave: (turn) => void navigator.sendBeacon(path, bodyOf({ ...turn, lease: undefined }, true)),
  };
}

/** What became of a hand-over, until the station has heard of it; `sending`: it is on its way to the print service. */
export type Note = { is: JobReport["is"] | "sending"; reason: string };

/**
 * What this browser's pages did with the labels that were handed over to them, across page loads. Written before a label
 * is sent, so that the next page can report what a page that was closed midway could not.
 */
export function createNotes(storage: BrowserStorage, key: string) {
  /** Those of this page, where the browser keeps none. */
  let unsaved: Record<string, Note> | undefined;

  const all = (): Record<string, Note> => {
    const read = unsaved ?? readJson(storage.get(key) ?? "{}");
    // Only pages of ours write it.
    return isObject(read) ? (read as Record<string, Note>) : {};
  };
  function write(next: Record<string, Note>) {
    unsaved = storage.set(key, JSON.stringify(next)) ? undefined : next;
  }

  return {
    read: (lease: string): Note | undefined => (Object.hasOwn(all(), lease) ? all()[lease] : undefined),
    put: (lease: string, note: Note) => write({ ...all(), [lease]: note }),
    forget(lease: string) {
      const { [lease]: _, ...left } = all();
      write(left);
    },
    isKept: () => unsaved === undefined,
  };
}

export type Notes = ReturnType<typeof createNotes>;
