import { isObject, readJson } from "#app/core/values/values.ts";
import { type BrowserStorage, browserStorage, loadedPage, newId, pause, postForm } from "../browser.ts";
import { stationTurnPath } from "../paths.ts";
import { isOwnId, type TurnAnswer } from "../stations/queue.ts";
import type { JobReport, SentTurn, StationTurn } from "../stations/station.ts";
import { isHandheld } from "./help.ts";
import type { Portal } from "./portal.ts";
import type { PrintingOptions } from "./types.ts";

/** The page's turn at its station. */
export type TurnRequest = Pick<
  StationTurn,
  "printer" | "problem" | "lease" | "reports" | "commands" | "isStopped" | "since"
>;

/** The station's response. `lost`: no response; `out`: a redirect, or the station doesn't exist. */
export type Answer = TurnAnswer | { is: "lost" } | { is: "out" };

const restMs = 3_000;
const browserKey = "labelStationBrowser";
/** Changed by each page of a workstation that has news for the others. */
const newsKey = "labelNews";

let made: string | undefined;
/** The ID of this browser and its notes; without storage a new one for each page load. */
function browserName(): string {
  if (made !== undefined) return made;
  const storedKey = browserStorage.get(browserKey);
  made = storedKey !== null && /^\w{8,64}$/.test(storedKey) ? storedKey : newId();
  browserStorage.set(browserKey, made);
  return made;
}

/** Whether the workstation's print queues take raw commands only when forced: on Linux and macOS. */
export const needsForceRaw = (userAgent: string): boolean =>
  /Linux|Macintosh|Mac OS X/.test(userAgent) && !isHandheld(userAgent);

const isAnswer = (sent: unknown): sent is Answer => typeof sent === "object" && sent !== null && "is" in sent;

/** What waits at a station that the page has left is not sent when it comes back: it has another name there then. */
const names = [loadedPage];

/** A station that this page works at, over the network; `signal` ends it. */
export function createPlace(
  { store: alias, station }: Pick<PrintingOptions, "store" | "station">,
  { signal, portal }: { signal: AbortSignal; portal: Pick<Portal, "choose" | "forget"> },
) {
  const path = stationTurnPath(alias, station);
  const isOwn = isOwnId(station);
  const self = { page: names.pop() ?? newId(), browser: browserName() };
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
  signal.addEventListener("abort", tellNews);
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
    /** Whether it is the workstation's own, which nobody else asks for labels. */
    isOwn,
    /** The names of this page there, and of its browser. */
    ...self,
    notes: createNotes(browserStorage, `labelNotes-${station}`),
    /** Whether no other page of this browser works at the station. */
    isAlone: () => isAlone,
    /** Whether another page of this browser certainly does. */
    isGuest,
    /** Something has happened here. */
    wake: tellNews,
    /** The same for all pages of this browser. */
    wakeAll() {
      callOthers();
      tellNews();
    },
    async ask(turn: TurnRequest): Promise<Answer> {
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
    /** Resolves when there may be news here or at the station, or after a while; never by itself where nothing is due. */
    async whenNews({ version, isDue }: { version: string | undefined; isDue: boolean }): Promise<void> {
      const waiting = new AbortController();
      const rest = () => pause(restMs);
      // A hidden page's timers are throttled, its responses are not.
      const follow = (since: string) =>
        fetch(stationTurnPath(alias, station, since), { signal: waiting.signal, redirect: "manual" }).then(
          ({ ok }) => (ok ? undefined : rest()),
          rest,
        );
      if (!isMissed && !signal.aborted) {
        const ends = [new Promise<void>((resolve) => (wake = resolve))];
        if (!isOwn && version !== undefined) ends.push(follow(version));
        else if (!isOwn || isDue) ends.push(rest());
        await Promise.race(ends);
      }
      wake = undefined;
      isMissed = false;
      waiting.abort();
    },
    /** Gives up the place, with what was not reported yet. */
    leave: (turn: TurnRequest) =>
      void navigator.sendBeacon(path, bodyOf({ ...turn, lease: undefined }, true)),
  };
}
export type Place = ReturnType<typeof createPlace>;

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
