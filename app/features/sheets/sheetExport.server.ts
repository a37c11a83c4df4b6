import { attempt } from "#app/core/api/api.server.ts";
import { auditFirst } from "#app/core/audit/audit.server.ts";
import { env } from "#app/core/env.server.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import type { ErrorView } from "#app/core/http/errorView.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import { declinePrefetch } from "#app/core/http/prefetch.server.ts";
import type { SheetPlan } from "#app/core/lists/sheetColumns.ts";
import { searchWithout } from "#app/core/search/search.ts";
import { recordKey, type WireRow } from "#contract/envelopes.ts";
import { readSlices } from "./readSlices.ts";
import { nothingToSave, type SheetSlice, sheetFileName } from "./sheetFile.ts";
import { writeSheet } from "./sheetWriter.server.ts";

/** A page of a list's rows, and of how many pages it is one, where its call says that. */
export type SheetPage<Record> = { rows: readonly WireRow<Record>[]; pages?: number };

export type SheetSource<Options, Record> = {
  /** The parts of the file's name: store, and kind of rows. */
  subject: string;
  what: string;
  plan: SheetPlan<Options, Record>;
  options: Options;
  /** Records of a full page: another page may follow it. Undefined where answers say how many pages there are. */
  pageSize: number | undefined;
  /** Which page is asked for (from 1), or, when all are, which slice of them. */
  page: number;
  all: boolean;
  /** No record ever leaves the list, and new ones come first: reading its pages once misses none. */
  onlyGrows?: true;
  /** A page of the list. Throws ApiError. */
  readPage: (page: number) => Promise<SheetPage<Record>>;
  /** Pages of a slice of everything; more than one where the call's pages are small. */
  pagesPerSlice: number;
  sliceHref: (slice: number) => string;
};

/** Where a call has no page size, a slice of everything is this many pages, so that slices are worth a call. */
export const pagesPerSlice = 25;

const fileNameOf = <Options, Record>({ subject, what, page, all }: SheetSource<Options, Record>): string =>
  sheetFileName(subject, what, all ? "all" : page, new Date(), env.TIME_ZONE);

/** One slice as cells; `nextHref` leads on while everything is asked for and another page may follow. Throws ApiError. */
async function readSlice<Options, Record>(source: SheetSource<Options, Record>): Promise<SheetSlice> {
  const { plan, options, all, pageSize, onlyGrows = false } = source;
  const first = all ? (source.page - 1) * source.pagesPerSlice + 1 : source.page;
  const last = all ? source.page * source.pagesPerSlice : source.page;
  const records: WireRow<Record>[] = [];
  let page = first - 1;
  let more = true;
  while (more && page < last) {
    page += 1;
    const { rows, pages = 1 } = await source.readPage(page);
    records.push(...rows);
    more = pageSize === undefined ? page < pages : rows.length === pageSize;
  }
  return {
    fileName: fileNameOf(source),
    columns: plan.headings(options),
    records: records.map((record) => ({ key: recordKey(record.raw), rows: plan.toRows([record], options) })),
    isStill: !all || onlyGrows || (page === 1 && !more),
    nextHref: all && more ? source.sliceHref(source.page + 1) : undefined,
  };
}

/** Tells one filter from another, and nothing of what it says: it may name a customer. */
function filterDigest(sliceHref: (slice: number) => string): string {
  const { pathname, search } = new URL(sliceHref(1), env.APP_URL);
  return hashOf(pathname + searchWithout(search, "rows")).slice(0, 12);
}

/**
 * A slice that may be handed out: its rows have a line in the audit trail, with store, number and filter (audit#rows); it
 * has no line without any row. Throws a 503 page where there can be no line.
 */
async function recorded<Options, Record>(
  { subject, what, all, page, sliceHref }: SheetSource<Options, Record>,
  slice: SheetSlice,
): Promise<SheetSlice> {
  const { length: rows } = slice.records;
  if (rows === 0) return slice;
  const auditLine = await auditFirst({
    kind: "export",
    did: `Took a spreadsheet of ${what}`,
    record: `${subject}, ${all ? `all that match, part ${page}` : `page ${page}`}`,
    outcome: "done",
    why: `${rows} ${rows === 1 ? "row" : "rows"}, filter ${filterDigest(sliceHref)}`,
  });
  return { ...slice, auditLine };
}

/** The slice as the JSON answer of its resource route. Throws ApiError. */
export const sheetSliceResponse = async <Options, Record>(
  source: SheetSource<Options, Record>,
): Promise<Response> => {
  declinePrefetch();
  const slice = await recorded(source, await readSlice(source));
  return Response.json(slice satisfies SheetSlice, { headers: { "Cache-Control": "private, no-store" } });
};

/** Why a file was broken off half-way; what isn't an Error has its words elsewhere. */
const reasonOf = (problem: unknown): Error => {
  if (problem instanceof Error) return problem;
  const why = problem instanceof ApiError ? problem.view.message : "The session has ended.";
  return new Error(`The spreadsheet was broken off. ${why}`);
};

/** Why there is no file. */
const refusalWords = ({ message, advice, correlationId }: ErrorView): string =>
  `The spreadsheet could not be made. ${message} ${advice} Reference: ${correlationId}`;

/** The words that a download shows instead of the file. */
const refusedFile = ({ view, status }: ApiError): Response =>
  new Response(`${refusalWords(view)}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/**
 * The xlsx file as an answer that streams. The first slice is read before anything is sent: when it cannot be had, the
 * answer leads back to the list and says so there, instead of breaking a download off; so it does where there are no
 * rows (products#export-rows). A failure of a later slice breaks the download off. A HEAD request reads nothing.
 */
export async function sheetResponse<Options, Record>(
  request: Request,
  source: SheetSource<Options, Record>,
  listHref: string,
): Promise<Response> {
  declinePrefetch();
  const headers = {
    "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "Content-Disposition": `attachment; filename="${fileNameOf(source)}"`,
    "Cache-Control": "private, no-store, no-transform",
    "X-Content-Type-Options": "nosniff",
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const first = await attempt(readSlice(source));
  if (!first.ok) return redirectWithFlash(request, listHref, refusalWords(first.error), "attention");
  if (first.value.records.length === 0)
    return redirectWithFlash(request, listHref, nothingToSave, "attention");
  let { page } = source;
  const next = async () => {
    page += 1;
    const part = { ...source, page };
    return recorded(part, await readSlice(part));
  };
  try {
    const slices = readSlices(await recorded(source, first.value), next);
    return new Response(writeSheet(slices, request.signal, reasonOf), { headers });
  } catch (problem) {
    if (problem instanceof ApiError) return refusedFile(problem);
    throw problem;
  }
}
