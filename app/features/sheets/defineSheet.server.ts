import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Search } from "#app/core/search/search.ts";
import type { AnswerReader } from "#contract/calls.ts";
import type { SheetPlan } from "./columns.ts";
import { sheetHrefs } from "./sheetChoices.ts";
import { type SheetSource, sheetResponse, sheetSliceResponse } from "./sheetExport.server.ts";

type Rows<Options> = Pick<
  SheetSource<Options, unknown>,
  "subject" | "options" | "pageSize" | "onlyGrows" | "pagesPerSlice"
> & {
  /** Calls the list for the page with this number and has its answer read by `read`. Throws ApiError. */
  readPage: <Value>(page: number, read: AnswerReader<Value>) => Promise<Value>;
};

type Definition<Scope, Filter extends { page: number }, Choice extends { all: boolean }, Options, Record> = {
  /** Names the rows in the file's name, and the plan to the thread that builds the file. */
  what: string;
  plan: SheetPlan<Options, Record>;
  /** The choice of rows within the list's filter. */
  choice: Pick<Search<Choice>, "read" | "entries">;
  guard: (args: LoaderFunctionArgs) => Promise<Scope>;
  filterOf: (request: Request, scope: Scope) => Filter | Promise<Filter>;
  listPath: (scope: Scope, filter: Filter) => string;
  rowsOf: (scope: Scope, filter: Filter, choice: Choice) => Rows<Options> | Promise<Rows<Options>>;
};

/** Rows of the portal's own, read as the answer of a call would be. */
export async function readOwn<Value>(rows: readonly unknown[], read: AnswerReader<Value>): Promise<Value> {
  const reading = await read(new Uint8Array(Buffer.from(JSON.stringify(rows))));
  if (!reading.ok) throw new Error("A row of the portal's own does not fit its sheet");
  return reading.value;
}

/** Whether a slice of the rows is asked for, rather than the file; addresses are matched whatever their case. */
const isForRows = ({ url }: Request): boolean =>
  decodeURIComponent(new URL(url).pathname).toLowerCase().endsWith(".json");

export function defineSheet<
  Scope,
  Filter extends { page: number },
  Choice extends { all: boolean },
  Options,
  Record,
>(sheet: Definition<Scope, Filter, Choice, Options, Record>) {
  const { what, plan, listPath } = sheet;
  /** What the spreadsheet is made of, filtered as the screen is, and the list it belongs to. */
  async function open(
    scope: Scope,
    request: Request,
  ): Promise<{ source: SheetSource<Options, Record>; listHref: string }> {
    const filter = await sheet.filterOf(request, scope);
    const choice = sheet.choice.read(request.url);
    const source = {
      ...(await sheet.rowsOf(scope, filter, choice)),
      what,
      plan,
      page: filter.page,
      all: choice.all,
      sliceHref: (slice: number) =>
        sheetHrefs(listPath(scope, { ...filter, page: slice }), sheet.choice.entries(choice)).rowsHref,
    };
    return { source, listHref: listPath(scope, filter) };
  }
  return {
    open,
    /** The file, or a slice of its rows, as the address says; `thread` builds the file. */
    async answer(args: LoaderFunctionArgs, thread: URL): Promise<Response> {
      const { source, listHref } = await open(await sheet.guard(args), args.request);
      return isForRows(args.request)
        ? sheetSliceResponse(source)
        : sheetResponse(args.request, source, listHref, thread);
    },
  };
}
