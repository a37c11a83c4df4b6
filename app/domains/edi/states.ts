import { type StateLook, stateLookOf } from "#app/core/values/processingStates.ts";
import { shorten, toText } from "#app/core/values/values.ts";
import { leadingState } from "#contract/processing.ts";

export type StateView = StateLook & { code: string };

const unknown = (label: string): StateView => ({
  code: "",
  label,
  tone: "background",
  icon: "background",
  moves: true,
});

/** Label and style of a state; an unknown one is shown by its code (states#unknown). */
export function stateOf(code: string | null | undefined): StateView {
  const text = code?.trim() ?? "";
  const found = stateLookOf(text);
  if (found) return { code: text, ...found };
  return unknown(text.toLowerCase() === "unknown" ? "Unknown State" : shorten(text, 80) || "No state");
}

/** The state of a whole document: the first by priority, else 'Unknown State' (states#summary). */
export const summaryStateOf = (codes: readonly (string | null | undefined)[]): StateView =>
  stateOf(leadingState(codes.map((code) => code?.trim() ?? "")) ?? "unknown");

/** The current step and state of one stream of a document, by their codes (edi#streams). */
export type StreamState = { stream: string; step: string; state: StateView };

type Document = {
  stream_statuses?:
    | Readonly<Record<string, { state?: string | null | undefined; step?: string | null | undefined }>>
    | null
    | undefined;
  held_for?: unknown;
};

/** The state of a document: that of the stream that leads. */
export const documentStateOf = ({ stream_statuses }: Document): StateView =>
  summaryStateOf(Object.values(stream_statuses ?? {}).map(({ state }) => state));

export const streamStatesOf = ({ stream_statuses }: Document): StreamState[] =>
  Object.entries(stream_statuses ?? {}).map(([stream, { state, step }]) => ({
    stream: shorten(stream, 80),
    step: shorten(step?.trim() ?? "", 80),
    state: stateOf(state),
  }));

const holdReasons = new Map([
  ["confirmation", "to confirm"],
  ["duplicate", "duplicate"],
]);

/** A document's summary, why it is held if known (edi#review-list), and its streams. */
export type DisplayState = { summary: StateView; reason: string; streams: StreamState[] };

export const displayStateOf = (document: Document): DisplayState => ({
  summary: documentStateOf(document),
  reason: holdReasons.get(toText(document.held_for)) ?? "",
  streams: streamStatesOf(document),
});

/** The stream that determines a document's state; the first one if none does. */
export const leadingStreamOf = ({ summary, streams }: DisplayState): StreamState | undefined =>
  streams.find(({ state }) => state.code === summary.code) ?? streams[0];

/** The streams, the first that needs a person before the others; else that of the document's state. */
export function streamsByNeed(displayState: DisplayState): StreamState[] {
  const { streams } = displayState;
  const first = streams.find(({ state }) => state.tone === "attention") ?? leadingStreamOf(displayState);
  return first ? [first, ...streams.filter((stream) => stream !== first)] : [];
}

/** Whether a document may still change without a person's action. */
export const mayMove = ({ streams }: DisplayState): boolean =>
  streams.length === 0 || streams.some(({ state }) => state.moves);
