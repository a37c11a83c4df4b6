import type { ActionFunctionArgs } from "@remix-run/node";
import { stationTurnForm } from "#app/domains/labels/stations/forms.ts";
import { requireStation } from "#app/domains/labels/stations/guard.server.ts";
import { barcodeToPrice } from "#app/domains/labels/stations/queue.ts";
import { stations, type Turn } from "#app/domains/labels/stations/stations.server.ts";
import { productOf, type Workstation } from "#app/domains/labels/workstation.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

/** A turn of the page that works at a station. Repeated under the same lease it returns the same label. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { workstation, alias, station } = await requireStation({ request, params });
  const submission = readForm(await formOf(request), stationTurnForm);
  const headers = new Headers({ "Cache-Control": "no-store" });
  setSecurityHeaders(headers);
  if (submission.status !== "success") return Response.json({ is: "unread" }, { status: 400, headers });
  const { page, browser, printer, problem, paper, alone, leaves, lease, reports } = submission.value;
  if (leaves) {
    await stations.leave(alias, station.id, page);
    return Response.json({ is: "left" }, { headers });
  }
  const caller = { page, browser, printer, problem, paper, isAlone: alone !== undefined };
  const barcode = lease === undefined ? undefined : barcodeToPrice(station, Date.now());
  const turn = await withPrice(workstation, barcode, { caller, reports, lease });
  const answer = await stations.turn(alias, station.id, turn);
  return Response.json(answer ?? { is: "ended" }, { status: answer ? 200 : 404, headers });
}

/** The turn with the price of the next label read again; while it can't be read, labels wait, with the reason. */
async function withPrice(workstation: Workstation, barcode: string | undefined, turn: Turn): Promise<Turn> {
  if (barcode === undefined) return turn;
  const read = await attempt(productOf(workstation, barcode, { refresh: true }));
  if (read.ok) {
    const barcodes = [barcode, ...(read.value?.sizes.map((size) => size.barcode) ?? [])];
    return { ...turn, prices: { barcodes, product: read.value } };
  }
  const problem = `The prices can't be read: ${read.error.message}`;
  return { ...turn, caller: { ...turn.caller, problem }, lease: undefined };
}
