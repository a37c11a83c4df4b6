import type { LoaderFunctionArgs } from "@remix-run/node";

const thread = new URL("./sheetThread.ts", import.meta.url);

type Sheet = { answer(args: LoaderFunctionArgs, thread: URL): Promise<Response> };

/** The loader of a list's spreadsheet: the whole file, or at its other address a slice of the rows. */
export const sheetLoader =
  (sheet: Sheet) =>
  (args: LoaderFunctionArgs): Promise<Response> =>
    sheet.answer(args, thread);
