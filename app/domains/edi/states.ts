import { shareEqual } from "#app/values/shareEqual.ts";
import { shorten } from "#app/values/show.ts";
import type { EdiState } from "#contract/edi.ts";

type Tone = "ok" | "attention" | "background" | "dismissed";

/** A stream's state as shown. `moves`: the platform may change it by itself at any moment. */
export type ShownState = { code: string; label: string; tone: Tone; moves: boolean };

/** The ten states of 2 §4.2 with their labels, to the letter, and styles. */
const states: Record<EdiState, Omit<ShownState, "code">> = {
  new: { label: "New EXO", tone: "background", moves: true },
  active: { label: "Processing (Auto)", tone: "ok", moves: true },
  passive: { label: "Processing (Waiting)", tone: "background", moves: true },
  manual: { label: "Manual Intervention Required", tone: "attention", moves: false },
  hold: { label: "On Hold", tone: "attention", moves: false },
  stalled: { label: "Stalled", tone: "attention", moves: false },
  stale: { label: "Stale", tone: "attention", moves: false },
  rejected: { label: "Rejected", tone: "dismissed", moves: false },
  failed: { label: "Task Failed", tone: "attention", moves: false },
  completed: { label: "Completed", tone: "ok", moves: false },
};

/** The order in which a row's icon is looked for: the first state found is shown (2 §2.6). */
const priority: readonly EdiState[] = [
  "failed",
  "rejected",
  "hold",
  "stale",
  "stalled",
  "manual",
  "passive",
  "active",
  "new",
  "completed",
];

const known = new Map<string, Omit<ShownState, "code">>(Object.entries(states));

/** Label and style of a state; one that the specification does not know goes by its code. */
export function stateOf(code: string | null | undefined): ShownState {
  const text = code?.trim() ?? "";
  const found = known.get(text);
  if (found) return { code: text, ...found };
  return { code: "", label: shorten(text, 80) || "No state", tone: "background", moves: true };
}

const unknownState: ShownState = { code: "", label: "Unknown State", tone: "background", moves: true };

/** The state that stands for a whole document: the first by priority, else 'Unknown State' (2 §2.6). */
export function summaryStateOf(codes: readonly (string | null | undefined)[]): ShownState {
  const first = priority.find((state) => codes.some((code) => code?.trim() === state));
  return first === undefined ? unknownState : stateOf(first);
}

/** Where one stream of a document stands. Stream and step go by their codes, as the specification names them. */
export type StreamStanding = { stream: string; step: string; state: ShownState };

type Statuses =
  | Readonly<Record<string, { state?: string | null | undefined; step?: string | null | undefined }>>
  | null
  | undefined;

/** Every stream of a document, in the order sent. */
export const standingsOf = (statuses: Statuses): StreamStanding[] =>
  Object.entries(statuses ?? {}).map(([stream, { state, step }]) => ({
    stream: shorten(stream, 80),
    step: shorten(step?.trim() ?? "", 80),
    state: stateOf(state),
  }));

/** A document's summary and streams; `share` gives equal ones of a page as one. */
export type Standing = { summary: ShownState; streams: StreamStanding[] };
export const sharedStanding = (): ((statuses: Statuses) => Standing) => {
  const share = shareEqual<Standing>();
  return (statuses) =>
    share({
      summary: summaryStateOf(Object.values(statuses ?? {}).map(({ state }) => state)),
      streams: standingsOf(statuses),
    });
};

/** Whether anything in a document may change by itself at any moment. */
export const mayMove = (standing: Standing): boolean =>
  standing.streams.length === 0 || standing.streams.some(({ state }) => state.moves);
