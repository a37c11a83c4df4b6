import type { ApiCall } from "#contract/calls.ts";
import { errorBody } from "#contract/envelopes.ts";
import { type Api, ask, type Reply, type Request, type Row, rowsIn, unreadIn } from "./ask.ts";

/** A call fits, fits in part, breaks what needs it, or was not made. */
export type Conformance = "fits" | "partly" | "breaks" | "not asked";
/** What one call's answer showed. */
export type Result = { call: string; conformance: Conformance; says: string[]; seconds?: number };
const nameOf = ({ method, path }: ApiCall) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`;

export function jsonIn({ body }: Reply): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(body) };
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}

export const saysError = (reply: Reply): boolean => {
  const read = errorBody.safeParse(jsonIn(reply)?.json);
  return read.success && read.data.error !== undefined;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** A field of the first readable row that has one. */
export const fieldIn = (rows: readonly Row[] | undefined, ...names: string[]): string | undefined => {
  for (const row of rows ?? []) {
    let value: unknown = row.readable ? row.row : undefined;
    for (const name of names) value = Object(value)[name];
    if (textOf(value)) return textOf(value);
  }
  return undefined;
};

/** Makes calls at an API and keeps what their answers show. */
export function createExaminer(api: Api) {
  const results: Result[] = [];
  const put = (call: ApiCall, conformance: Conformance, says: string[], seconds?: number) =>
    void results.push({ call: nameOf(call), conformance, says, ...(seconds !== undefined && { seconds }) });

  async function reply(call: ApiCall, request: Request): Promise<Reply | undefined> {
    try {
      return await ask(api, call, request);
    } catch (problem) {
      put(call, "breaks", [`no answer: ${problem instanceof Error ? problem.message : String(problem)}`]);
      return undefined;
    }
  }

  /** A read that must be answered as the contract says. Returns the parsed answer. */
  async function read(
    call: ApiCall,
    request: Request,
    more: (answer: unknown) => Promise<string[]> | string[] = () => [],
  ) {
    const got = await reply(call, request);
    if (!got) return undefined;
    const { status, seconds, type } = got;
    if (status !== 200) {
      put(
        call,
        "breaks",
        [`answered ${status}${saysError(got) ? "" : ", without an `error` in JSON"}`],
        seconds,
      );
      return undefined;
    }
    const json = jsonIn(got);
    const parsed = json && call.answer.safeParse(json.json);
    if (!parsed?.success) {
      const issue = parsed?.error.issues[0];
      const why = issue
        ? `${issue.path.join(".") || "the answer"}: ${issue.message}`
        : `is no JSON (${type})`;
      put(call, "breaks", [why], seconds);
      return undefined;
    }
    const rows = rowsIn(parsed.data);
    const unread = [...unreadIn(rows ?? []), ...(await more(parsed.data))];
    const empty = rows?.length === 0 ? ["no rows: nothing could be compared"] : [];
    put(call, unread.length > 0 ? "partly" : "fits", [...unread, ...empty], seconds);
    return parsed.data;
  }
  const list = async (
    call: ApiCall,
    request: Request,
    more: (rows: readonly Row[]) => Promise<string[]> | string[] = () => [],
  ) => rowsIn(await read(call, request, (answer) => more(rowsIn(answer) ?? [])));
  const skip = (call: ApiCall, why: string) => put(call, "not asked", [why]);

  /** The rows of another request of the same call; undefined if it fails. */
  async function rowsOf(call: ApiCall, request: Request): Promise<readonly Row[] | undefined> {
    // Without a response there is nothing to compare; the first request of the call reports failures.
    const got = await ask(api, call, request).catch(() => undefined);
    const json = got?.status === 200 ? jsonIn(got) : undefined;
    const parsed = json && call.answer.safeParse(json.json);
    return parsed?.success ? rowsIn(parsed.data) : undefined;
  }
  const rawOf = (rows: readonly Row[] | undefined) => JSON.stringify(rows?.map(({ raw }) => raw));

  /** A second page that equals the first one would be shown without end. */
  async function pagesOf(
    call: ApiCall,
    query: object,
    rows: readonly Row[],
    size: number,
  ): Promise<string[]> {
    if (rows.length > size) return [`${rows.length} rows on a page of ${size}`];
    if (rows.length < size) return [];
    const second = await rowsOf(call, { query: { ...query, page: 2 } });
    return second && second.length > 0 && rawOf(second) === rawOf(rows)
      ? ["page 2 has the rows of page 1"]
      : [];
  }

  /** A read whose answer is a file. */
  async function file(call: ApiCall, request: Request): Promise<void> {
    const got = await reply(call, request);
    if (!got) return;
    const { status, seconds } = got;
    put(call, status === 200 ? "fits" : "partly", status === 200 ? [] : [`answered ${status}`], seconds);
  }

  /** The status of a further request of a call, in words. */
  const statusOf = (call: ApiCall, request: Request): Promise<string> =>
    ask(api, call, request).then(
      ({ status }) => String(status),
      (problem: unknown) => `not at all (${String(problem)})`,
    );

  return { results, put, reply, read, list, file, skip, statusOf, rowsOf, rawOf, pagesOf };
}
