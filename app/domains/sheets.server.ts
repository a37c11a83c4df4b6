import type { LoaderFunctionArgs } from "@remix-run/node";
import { entryAt } from "#app/recordPages/recordPages.server.ts";
import { auditSheet } from "./audit/read.server.ts";
import { ediOrderSheet, interchangeSheet } from "./edi/partner/screens.server.ts";
import { creditSheet, exoSheet } from "./exos/screens.server.ts";
import { productSheet } from "./metaproducts/api.server.ts";
import { orderSheet } from "./orders/orders.server.ts";
import { shipmentSheet } from "./shipments/shipments.server.ts";

const thread = new URL("./sheetThread.ts", import.meta.url);

type Sheet = { answer(args: LoaderFunctionArgs, thread: URL): Promise<Response> };

const sheets: readonly (readonly [RegExp, Sheet])[] = [
  [/^\/edi\/myer\/interchanges\//, interchangeSheet],
  [/^\/edi\/myer\/orders\//, ediOrderSheet],
  [/\/orders\/export\./, orderSheet],
  [/\/returns\/export\./, exoSheet],
  [/^\/returns\/credits\//, creditSheet],
  [/\/products\/(refused\/)?export\./, productSheet],
  [/\/shipments\/export\./, shipmentSheet],
  [/^\/audit\//, auditSheet],
];

/** A list's spreadsheet: the whole file, or at its other address a slice of the rows. */
export const answerSheet = (args: LoaderFunctionArgs): Promise<Response> =>
  entryAt(sheets, args.request).answer(args, thread);
