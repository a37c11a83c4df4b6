import type { TimelineState } from "#app/core/ui/text/Timeline.tsx";
import { type Moment, momentOf, shorten, timeOf, toText } from "#app/core/values/values.ts";
import { type EdiHistory, type EdiStreamStatus, ediOrderStreams, interchangeStreams } from "#contract/edi.ts";
import type { ProcessingState } from "#contract/processing.ts";
import { newestFirst } from "./records.ts";
import { type StateView, stateOf } from "./states.ts";

/** The streams of interchanges and orders with their steps (edi#streams). */
const streams = new Map<string, readonly string[]>([
  ...Object.entries(interchangeStreams),
  ...Object.entries(ediOrderStreams),
]);

/** What each step does (edi#streams). */
const steps: ReadonlyMap<string, string> = new Map([
  [
    "send-functional-acknowledgement",
    "Answers the interchange with a CONTRL, only where its acknowledgement flag is set.",
  ],
  [
    "receive-inbound-functional-acknowledgements",
    "Marks the interchanges that its CONTRL messages answer as acknowledged.",
  ],
  ["receive-inbound-orders", "Creates order documents from its ORDERS messages."],
  ["receive-inbound-order-change-requests", "Hands its ORDCHG messages to their orders."],
  ["transmit-outbound-interchange", "Writes the interchange to where the partner fetches it."],
  ["create-utopia-order", "Creates the Utopia order."],
  ["send-order-accepted-notification", "Answers the order with an initial ORDRSP."],
  ["wait-for-final-order-change-message", "Waits for a COMPLETE or CANCELLED order change message."],
  [
    "send-order-shipments-notification",
    "Sends a DESADV for each new shipment, until all items are shipped or cancelled.",
  ],
  ["send-order-changed-notification", "Tells the partner by ORDRSP what was changed or cancelled."],
]);

/** States in which a stream stays at an ended step until a person acts. */
const heldStates: ReadonlySet<string> = new Set<ProcessingState>(["hold", "manual"]);

type Track = {
  starts: Moment[];
  ends: Moment[];
  /** The newest failure or wait since the last start. */
  result?: { message: string; failed: boolean };
};

const keyOf = (stream: string, step: string): string => `${stream} ${step}`;

function tracksOf(histories: readonly EdiHistory[]): ReadonlyMap<string, Track> {
  const tracks = new Map<string, Track>();
  const oldestFirst = newestFirst(histories).reverse();
  for (const { record } of oldestFirst) {
    const action = toText(record.action);
    if (!action.startsWith("step:")) continue;
    const key = keyOf(toText(record.meta?.stream), toText(record.meta?.step));
    const track = tracks.get(key) ?? { starts: [], ends: [] };
    tracks.set(key, track);
    const at = momentOf(record.created_at) ?? "";
    if (action === "step:start") {
      track.starts.push(at);
      delete track.result;
    } else if (action === "step:finish") {
      track.ends.push(at);
      delete track.result;
    } else {
      track.result = { message: shorten(toText(record.message), 2000), failed: action === "step:failure" };
    }
  }
  return tracks;
}

function toStep(step: string, track: Track | undefined, displayState: { at: boolean; state: StateView }) {
  const { starts = [], ends = [], result } = track ?? {};
  const startedAt = starts.at(-1);
  const finishedAt = ends.at(-1);
  const finished =
    ends.length > 0 && (starts.length <= ends.length || timeOf(startedAt) <= timeOf(finishedAt));
  const started = starts.length > 0;
  const isHeld = displayState.at && heldStates.has(displayState.state.code);
  const failed =
    !finished && (result?.failed === true || (displayState.at && displayState.state.code === "failed"));
  const state: TimelineState = failed
    ? "failed"
    : isHeld
      ? "held"
      : finished
        ? "completed"
        : started
          ? "running"
          : "upcoming";
  return {
    key: step,
    step: shorten(step, 120),
    about: steps.get(step) ?? "",
    state,
    runs: Math.max(starts.length, ends.length),
    startedAt: startedAt || undefined,
    finishedAt: (finished && !isHeld && finishedAt) || undefined,
    message: result?.message ?? "",
  };
}
export type StepView = ReturnType<typeof toStep>;

/**
 * A timeline per stream, in the order sent. A step counts as started or finished when the history has a step:start or
 * step:finish of that stream and step (edi#timelines); as failed when a later step:failure exists, or the stream's
 * state there is failed (edi#failed-step); if the stream waits for a person, its step is held (edi#held-step).
 */
export function toStreams(
  statuses: Readonly<Record<string, EdiStreamStatus>> | null | undefined,
  histories: readonly EdiHistory[],
) {
  const tracks = tracksOf(histories);
  return Object.entries(statuses ?? {}).map(([stream, status]) => {
    const state = stateOf(status.state);
    const steps = streams.get(stream);
    return {
      key: stream,
      stream: shorten(stream, 120),
      state,
      isKnown: steps !== undefined,
      steps: (steps ?? []).map((step) =>
        toStep(step, tracks.get(keyOf(stream, step)), { at: toText(status.step) === step, state }),
      ),
    };
  });
}
export type StreamView = ReturnType<typeof toStreams>[number];
