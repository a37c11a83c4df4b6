import { type Answer, createNotes, type Place, type TurnRequest } from "#app/domains/labels/bridge/place.ts";
import type { LabelToSign } from "#app/domains/labels/bridge/signable.server.ts";
import type { BrowserStorage } from "#app/domains/labels/browser.ts";
import { handOver, type Written } from "#app/domains/labels/stations/handOver.ts";
import { newStation, type Turn, type TurnAnswer, withTurn } from "#app/domains/labels/stations/queue.ts";
import type { SentTurn, Station } from "#app/domains/labels/stations/station.ts";

/** A browser's storage. */
const storageIn = (stored: Pick<Map<string, string>, "get" | "set">): BrowserStorage => ({
  get: (key) => stored.get(key) ?? null,
  set(key, value) {
    stored.set(key, value);
    return true;
  },
});

/** A station without a portal. */
export function stationAt(id: string, clock: () => number, was: Station = newStation(id)) {
  let station = was;
  return {
    id,
    read: () => station,
    /** Somebody else changes it. */
    change(to: (was: Station) => Station | undefined) {
      station = to(station) ?? station;
    },
    turn(turn: Turn): TurnAnswer {
      const taken = withTurn(station, turn, clock());
      station = taken.station;
      // As it comes over the network.
      return JSON.parse(JSON.stringify(taken.answer));
    },
  };
}

type Options = {
  at: ReturnType<typeof stationAt>;
  page: string;
  browser: string;
  stored: Pick<Map<string, string>, "get" | "set">;
  isAlone?: () => boolean;
  isGuest?: () => boolean;
  /** The way to the portal and back; undefined for an answer that is lost. */
  over?: (ask: () => Promise<Answer>) => Promise<Answer>;
  /** Resolves after a while. */
  rest: () => Promise<void>;
  /** The portal's commands and signature of a label that is handed over, or why there are none. */
  write?: (label: LabelToSign, timestamp: number) => Written;
};

/** A page's place at a station, without a network. */
export function placeAt({ at, page, browser, stored, rest, ...options }: Options): Place {
  const { id } = at;
  const { isAlone = () => true, isGuest = () => false, over = (ask) => ask(), write = () => ({}) } = options;
  let wake: (() => void) | undefined;
  let isMissed = false;
  const ask = async (turn: TurnRequest, leaves = false): Promise<Answer> => {
    const is = { isAlone: isAlone(), isGuest: isGuest(), leaves };
    const whole = { ...turn, ...is, page, browser, by: "Lee Labels" };
    const take = async (one: Turn) => at.turn(one);
    return (await handOver(whole, take, async (...label) => write(...label))) ?? { is: "out" };
  };
  const tellNews = () => {
    if (wake) wake();
    else isMissed = true;
  };
  return {
    isOwn: id.startsWith("own"),
    ...{ page, browser },
    ...{ isAlone, isGuest, notes: createNotes(storageIn(stored), `notes-${id}`) },
    ask: (turn) => over(() => ask(turn)),
    ...{ wake: tellNews, wakeAll: tellNews },
    async whenNews({ isDue }) {
      if (!isMissed) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await (isDue || !id.startsWith("own") ? Promise.race([woken, rest()]) : woken);
      }
      wake = undefined;
      isMissed = false;
    },
    leave: (turn) => void ask(turn, true),
  };
}

/** A turn of a station's page as it is sent. */
export const turnForm = (turn: SentTurn) => ({ turn: JSON.stringify(turn) });
