import type { NoteRef, Stand } from "#app/notes/notes.ts";
import { momentOf } from "#app/values/moment.ts";
import type { EdiInterchange, EdiOrder } from "#contract/edi.ts";
import { summaryStateOf } from "../states.ts";

type Listed = "interchanges" | "orders";

/** The states in which a document waits for a person, and what the work queue calls them. */
const waiting: ReadonlyMap<string, string> = new Map([
  ["failed", "failed"],
  ["hold", "hold"],
  ["manual", "manual"],
  ["stalled", "stuck"],
  ["stale", "stuck"],
]);

/** Whether a person has to look at documents in this state. */
export const isTrouble = (state: string): boolean => waiting.has(state);

/** The line of Today for a line of the work queue, and the one for a state where the service has no queue (today#edi). */
export const queueLineKey = (key: string): string => `edi:${key}`;
export const stateLineKey = (list: Listed, state: string): string => `edi:${list}:${state}`;

/** An interchange, and an EDI order, as notes know them. */
export const interchangeRef = (id: string): NoteRef => ({ kind: "interchange", store: "", id });
export const ediOrderRef = (id: string): NoteRef => ({ kind: "edi-order", store: "", id });

type Document = Pick<EdiInterchange | EdiOrder, "stream_statuses" | "updated_at" | "created_at">;

function standOf(list: Listed, { stream_statuses, updated_at, created_at }: Document): Stand {
  const streams = Object.entries(stream_statuses ?? {}).map(([stream, { state, step }]) => [
    stream,
    state,
    step,
  ]);
  const { code } = summaryStateOf(Object.values(stream_statuses ?? {}).map(({ state }) => state));
  const queued = waiting.get(code);
  return {
    stamp: JSON.stringify([streams, updated_at ?? null]),
    lines: queued === undefined ? [] : [queueLineKey(`${list}-${queued}`), stateLineKey(list, code)],
    since: momentOf(updated_at) ?? momentOf(created_at),
  };
}

/** How they stand, by what lists or panels tell of them (notes#handled). */
export const interchangeStand = (document: Document): Stand => standOf("interchanges", document);
export const ediOrderStand = (document: Document): Stand => standOf("orders", document);
