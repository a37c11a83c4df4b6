import type { ActionFunctionArgs } from "@remix-run/node";
import { stationTurnForm } from "#app/domains/labels/stations/forms.ts";
import { requireStation } from "#app/domains/labels/stations/guard.server.ts";
import { stations } from "#app/domains/labels/stations/stations.server.ts";
import { formOf, readForm } from "#app/http/forms/read.ts";
import { setSecurityHeaders } from "#app/http/securityHeaders.server.ts";

/** A turn of the page that works at a station. Repeated under the same lease it returns the same label. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { alias, station } = await requireStation({ request, params });
  const submission = readForm(await formOf(request), stationTurnForm);
  const headers = new Headers({ "Cache-Control": "no-store" });
  setSecurityHeaders(headers);
  if (submission.status !== "success") return Response.json({ is: "unread" }, { status: 400, headers });
  const { page, browser, printer, problem, alone, leaves, lease, reports } = submission.value;
  if (leaves) {
    await stations.leave(alias, station.id, page);
    return Response.json({ is: "left" }, { headers });
  }
  const caller = { page, browser, printer, problem, isAlone: alone !== undefined };
  const answer = await stations.turn(alias, station.id, { caller, reports, lease });
  return Response.json(answer ?? { is: "ended" }, { status: answer ? 200 : 404, headers });
}
