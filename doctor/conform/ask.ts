import type { ApiCall } from "#contract/calls.ts";
import { addressOf } from "#contract/calls.ts";
import type { WireRow } from "#contract/envelopes.ts";

/** An API to be examined: its addresses without `/api`, and a person's bearer token. */
export type Api = { portal: string; edi: string; token: string };

/** The portal waits as long for an answer. */
const timeoutMs = 60_000;

export type Request = { params?: Record<string, string>; query?: unknown; body?: unknown; token?: string };

export type Reply = { status: number; seconds: number; type: string; body: string };

/** Sends one call, without following redirects. Rejects without an answer. */
export async function ask(
  api: Api,
  call: ApiCall,
  { body, token = api.token, ...request }: Request,
): Promise<Reply> {
  const started = performance.now();
  const answer = await fetch(addressOf(api[call.base], call, request), {
    method: call.method,
    redirect: "manual",
    headers: {
      Accept: "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "no type";
  return { status: answer.status, seconds: (performance.now() - started) / 1000, type, body: text };
}

export type Row = WireRow<unknown>;

/** The rows of a parsed list or page; undefined for other answers. */
export function rowsIn(answer: unknown): readonly Row[] | undefined {
  const rows: unknown = Array.isArray(answer) ? answer : Object(answer).rows;
  const isRow = (one: unknown): one is Row => typeof one === "object" && one !== null && "readable" in one;
  return Array.isArray(rows) && rows.every(isRow) ? rows : undefined;
}

const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** What of these rows the portal can't read: whole rows, and fields that it shows as absent. */
export function unreadIn(rows: readonly Row[]): string[] {
  const problems = new Map<string, number>();
  const count = (what: string) => problems.set(what, (problems.get(what) ?? 0) + 1);
  for (const row of rows) {
    if (!row.readable) count(`not shown: ${row.problem}`);
    else {
      const read = new Map(fieldsOf(row.row));
      for (const [name, value] of fieldsOf(row.raw))
        if (value !== null && read.has(name) && read.get(name) === undefined)
          count(`shown without \`${name}\`, which is of another type`);
    }
  }
  return [...problems].map(([what, times]) => `${times} of ${rows.length} rows ${what}`);
}
