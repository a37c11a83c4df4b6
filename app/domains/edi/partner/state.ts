import type { NoteRef, RecordState } from "#app/notes/notes.ts";
import { ageOf, type Moment, momentOf, toText } from "#app/values/values.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";
import { isTimeZone } from "#contract/ediTerms.ts";
import { documentStateOf } from "../states.ts";

type Listed = "interchanges" | "orders";

/** The states in which a document waits for a person, and what the work queue calls them. */
const waiting: ReadonlyMap<string, string> = new Map([
  ["failed", "failed"],
  ["hold", "hold"],
  ["manual", "manual"],
  ["stalled", "stuck"],
  ["stale", "stuck"],
]);

export const isTrouble = (state: string): boolean => waiting.has(state);

/** The line of Today for a line of the work queue, and the one for a state where the service has no queue (today#edi). */
export const queueLineKey = (key: string): string => `edi:${key}`;
export const stateLineKey = (list: Listed, state: string): string => `edi:${list}:${state}`;

export const interchangeRef = (id: string): NoteRef => ({ kind: "interchange", store: "", id });
export const ediOrderRef = (id: string): NoteRef => ({ kind: "edi-order", store: "", id });

type Document = Pick<EdiInterchange | EdiOrder, "stream_statuses" | "updated_at" | "created_at">;

function stateOf(list: Listed, document: Document, owed: readonly string[]): RecordState {
  const { stream_statuses, updated_at, created_at } = document;
  const streams = Object.entries(stream_statuses ?? {}).map(([stream, { state, step }]) => [
    stream,
    state,
    step,
  ]);
  const { code } = documentStateOf(document);
  const queued = waiting.get(code);
  const trouble = queued === undefined ? [] : [queueLineKey(`${list}-${queued}`), stateLineKey(list, code)];
  return {
    revision: JSON.stringify([streams, updated_at ?? null]),
    lines: [...trouble, ...owed.map(queueLineKey)],
    // The work queue counts from a document's arrival.
    since: momentOf(created_at) ?? momentOf(updated_at),
  };
}

function isPast(due: Moment | undefined): boolean {
  const at = ageOf(due);
  return Number.isFinite(at) && at < Date.now();
}

/** The lines of the work queue that count an interchange for its messages, or because its answer is late. */
function owedOfInterchange(interchange: EdiInterchange): string[] {
  const { refused_messages, attention, recipient, acknowledgement_due_at } = interchange;
  // Nobody has to look at it any more once somebody has said so to the service.
  const isRefused = (refused_messages ?? []).length > 0 && (attention ?? []).length > 0;
  const isLate = isPast(momentOf(acknowledgement_due_at));
  return [
    ...(isRefused ? ["interchanges-refused"] : []),
    ...(isLate ? [`acknowledgements-${toText(recipient?.identification)}`] : []),
  ];
}

/** The lines of the work queue that count an order for what we owe of it. */
function owedOfOrder({ partner, response_due_at, despatch_due_at }: EdiOrder): string[] {
  const owner = toText(partner?.identification);
  return [
    ...(momentOf(response_due_at) === undefined ? [] : [`response-${owner}`]),
    ...(momentOf(despatch_due_at) === undefined ? [] : [`despatch-${owner}`]),
  ];
}

/** Their states, by what lists or panels tell of them (notes#handled). */
export const interchangeState = (interchange: EdiInterchange): RecordState =>
  stateOf("interchanges", interchange, owedOfInterchange(interchange));
export const ediOrderState = (order: EdiOrder): RecordState => stateOf("orders", order, owedOfOrder(order));

/** A due time: in the partner's time zone if the service has one. */
export type Due = { at: Moment; timeZone?: string; isLate: boolean };

/** A due time; undefined if nothing is due. `now` in epoch milliseconds. */
export function dueOf(at: unknown, timeZone: unknown, now: number): Due | undefined {
  const moment = momentOf(at);
  if (moment === undefined) return undefined;
  const zone = toText(timeZone);
  return {
    at: moment,
    isLate: Date.parse(moment) < now,
    ...(zone !== "" && isTimeZone(zone) ? { timeZone: zone } : {}),
  };
}
