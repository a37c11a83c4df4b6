import { type StateLook, stateLookOf } from "#app/values/processingStates.ts";
import { shareEqual, shorten, toText } from "#app/values/values.ts";
import { leadingState } from "#contract/processing.ts";

/** A stream's state as shown. */
export type StateView = StateLook & { code: string };

/** Label and style of a state; an unknown one is shown by its code (states#unknown). */
export function stateOf(code: string | null | undefined): StateView {
  const text = code?.trim() ?? "";
  if (text.toLowerCase() === "unknown") return unknownState;
  const found = stateLookOf(text);
  if (found) return { code: text, ...found };
  return {
    code: "",
    label: shorten(text, 80) || "No state",
    tone: "background",
    icon: "background",
    moves: true,
  };
}

const unknownState: StateView = {
  code: "",
  label: "Unknown State",
  tone: "background",
  icon: "background",
  moves: true,
};

/** The state of a whole document: the first by priority, else 'Unknown State' (states#summary). */
export function summaryStateOf(codes: readonly (string | null | undefined)[]): StateView {
  const first = leadingState(codes.map((code) => code?.trim() ?? ""));
  return first === undefined ? unknownState : stateOf(first);
}

/** The state of a document: that of the stream that leads. */
export const documentStateOf = ({ stream_statuses }: { stream_statuses?: Statuses }): StateView =>
  summaryStateOf(Object.values(stream_statuses ?? {}).map(({ state }) => state));

/** The current step and state of one stream of a document, by their codes (edi#streams). */
export type StreamState = { stream: string; step: string; state: StateView };

type Statuses =
  | Readonly<Record<string, { state?: string | null | undefined; step?: string | null | undefined }>>
  | null
  | undefined;

const waitingLabels = new Map([
  ["confirmation", "To confirm"],
  ["duplicate", "Duplicate"],
]);

/** A document's state, with what it waits for if known (edi#review-list). */
export function waitingState(state: StateView, heldFor: unknown): StateView {
  const label = waitingLabels.get(toText(heldFor));
  return label === undefined ? state : { ...state, label };
}

/** Every stream of a document, in the order sent. */
export const streamStatesOf = (statuses: Statuses): StreamState[] =>
  Object.entries(statuses ?? {}).map(([stream, { state, step }]) => ({
    stream: shorten(stream, 80),
    step: shorten(step?.trim() ?? "", 80),
    state: stateOf(state),
  }));

/** A document's summary and streams; `share` makes equal ones of a page one object. */
export type DisplayState = { summary: StateView; streams: StreamState[] };
export const sharedDisplayState = (): ((statuses: Statuses) => DisplayState) => {
  const share = shareEqual<DisplayState>();
  return (statuses) => share(displayStateOf(statuses));
};

export const displayStateOf = (statuses: Statuses): DisplayState => ({
  summary: summaryStateOf(Object.values(statuses ?? {}).map(({ state }) => state)),
  streams: streamStatesOf(statuses),
});

/** The stream that determines a document's state; the first one if none does. */
export const leadingStreamOf = ({ summary, streams }: DisplayState): StreamState | undefined =>
  streams.find(({ state }) => state.code === summary.code) ?? streams[0];

/** Whether a document may still change without a person's action. */
export const mayMove = (displayState: DisplayState): boolean =>
  displayState.streams.length === 0 || displayState.streams.some(({ state }) => state.moves);
