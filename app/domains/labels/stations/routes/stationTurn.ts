import type { ActionFunctionArgs } from "@remix-run/node";
import { stationTurnForm } from "#app/domains/labels/stations/forms.ts";
import { requireStation } from "#app/domains/labels/stations/guard.server.ts";
import { barcodeToPrice } from "#app/domains/labels/stations/queue.ts";
import { stations } from "#app/domains/labels/stations/stations.server.ts";
import { productOf } from "#app/domains/labels/workstation.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

/**
 * A turn of the page that works at a station. Repeated under the same lease it returns the same label. The price of the
 * next label is read again; while it can't be read, labels wait, with the reason.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const { workstation, alias, station, by } = await requireStation({ request, params });
  const submission = readForm(await formOf(request), stationTurnForm);
  const headers = new Headers({ "Cache-Control": "no-store" });
  setSecurityHeaders(headers);
  if (submission.status !== "success") return Response.json({ is: "unread" }, { status: 400, headers });
  const { page, browser, printer, problem, paper, alone, guest, leaves, stopped, lease, ...turn } =
    submission.value;
  const barcode = lease === undefined ? undefined : barcodeToPrice(station, Date.now());
  const read = barcode ? await attempt(productOf(workstation, barcode, { refresh: true })) : undefined;
  const unread = read && !read.ok ? `The prices can't be read: ${read.error.message}` : undefined;
  const answer = await stations.turn(alias, station.id, {
    ...{ ...turn, by, isGuest: guest !== undefined, leaves: leaves !== undefined },
    caller: { page, browser, printer, paper, problem: unread ?? problem, isAlone: alone !== undefined },
    isStopped: stopped !== undefined,
    lease: unread === undefined ? lease : undefined,
    prices:
      barcode && read?.ok
        ? {
            barcodes: [barcode, ...(read.value?.sizes.map((size) => size.barcode) ?? [])],
            product: read.value,
          }
        : undefined,
  });
  if (!answer) return Response.json({ is: "ended" }, { status: 404, headers });
  return Response.json({ ...answer, refused: answer.refused ?? unread }, { headers });
}
