import type { LoaderFunctionArgs } from "@remix-run/node";
import type { SheetPlan } from "#app/core/lists/sheetColumns.ts";
import type { Search } from "#app/core/search/search.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { sheetHrefs } from "./sheetChoices.ts";
import { type SheetSource, sheetResponse, sheetSliceResponse } from "./sheetExport.server.ts";

type Rows<Options, Record> = Pick<
  SheetSource<Options, Record>,
  "subject" | "options" | "pageSize" | "onlyGrows" | "pagesPerSlice" | "readPage"
>;

type Definition<Scope, Filter extends { page: number }, Choice extends { all: boolean }, Options, Record> = {
  /** Names the rows in the file's name. */
  what: string;
  plan: SheetPlan<Options, Record>;
  /** The choice of rows within the list's filter. */
  choice: Pick<Search<Choice>, "read" | "entries">;
  guard: (args: LoaderFunctionArgs) => Promise<Scope>;
  filterOf: (request: Request, scope: Scope) => Filter | Promise<Filter>;
  listPath: (scope: Scope, filter: Filter) => string;
  rowsOf: (
    scope: Scope,
    filter: Filter,
    choice: Choice,
  ) => Rows<Options, Record> | Promise<Rows<Options, Record>>;
};

/** Rows of the portal's own, which are as readable as they are typed. */
export const ownRows = <Row>(rows: readonly Row[]): WireRow<Row>[] =>
  rows.map((row) => ({ readable: true, row, raw: row }));

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
    /** The file, or a slice of its rows, as the address says. */
    async loader(args: LoaderFunctionArgs): Promise<Response> {
      const { source, listHref } = await open(await sheet.guard(args), args.request);
      return isForRows(args.request)
        ? sheetSliceResponse(source)
        : sheetResponse(args.request, source, listHref);
    },
  };
}
