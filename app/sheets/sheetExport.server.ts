import { env } from "#app/env.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { sheetFileName } from "./sheetFileName.ts";
import type { SheetHeading, SheetRow, SheetSlice } from "./sheetSlice.ts";
import { sheetPieces, streamOf } from "./sheetStream.server.ts";

/** What one spreadsheet is made of. `Page` is one answer of the list's call; a full one may be followed. */
export type SheetSource<Page> = {
  /** The file's name says whose rows these are, and what they are. */
  whose: string;
  what: string;
  columns: SheetHeading[];
  /** The first page (from 1), and whether those that follow belong to the file, too. */
  page: number;
  all: boolean;
  /** Throws ApiError. */
  readPage: (page: number) => Promise<Page>;
  isFull: (page: Page) => boolean;
  toRows: (page: Page) => SheetRow[];
  /** How many records a page holds; one record may be several rows. */
  recordsOf: (page: Page) => number;
  /** The address of the slice that starts at this page. */
  sliceHref: (page: number) => string;
};

const fileNameOf = <Page>({ whose, what, page, all }: SheetSource<Page>): string =>
  sheetFileName(whose, what, all ? "all" : page, new Date(), env.TIME_ZONE);

/** One page as cells; `nextHref` leads on while everything is asked for and the page was full. */
async function sheetSliceOf<Page>(source: SheetSource<Page>): Promise<SheetSlice> {
  const page = await source.readPage(source.page);
  return {
    fileName: fileNameOf(source),
    columns: source.columns,
    rows: source.toRows(page),
    records: source.recordsOf(page),
    ...(source.all && source.isFull(page) ? { nextHref: source.sliceHref(source.page + 1) } : {}),
  };
}

/** The slice as the JSON answer of its resource route. Throws ApiError. */
export const sheetSliceResponse = async <Page>(source: SheetSource<Page>): Promise<Response> =>
  Response.json(await sheetSliceOf(source), { headers: { "Cache-Control": "private, no-store" } });

async function* slicesAfter<Page>(first: Page, start: number, source: SheetSource<Page>) {
  let page = first;
  for (let next = start + 1; ; next += 1) {
    yield source.toRows(page);
    if (!source.all || !source.isFull(page)) return;
    page = await source.readPage(next);
  }
}

/**
 * The xlsx file as an answer that streams. The first page is read before anything is sent: when it cannot be
 * had, the answer leads back to the list and says so there, and is no broken download.
 */
export async function sheetResponse<Page>(
  request: Request,
  source: SheetSource<Page>,
  listHref: string,
): Promise<Response> {
  const start = source.all ? 1 : source.page;
  const read = await attempt(source.readPage(start));
  if (!read.ok) {
    const { message, advice } = read.error;
    const words = `The spreadsheet could not be made. ${message} ${advice}`;
    return redirectWithFlash(request, listHref, words, "attention");
  }
  const first = read.value;
  const pieces = sheetPieces(source.columns, slicesAfter(first, start, source));
  return new Response(streamOf(pieces), {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": `attachment; filename="${fileNameOf(source)}"`,
      "Cache-Control": "private, no-store, no-transform",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
