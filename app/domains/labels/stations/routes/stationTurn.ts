import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireStillSignedIn } from "#app/core/auth/guard.server.ts";
import { formOf, readForm } from "#app/core/http/forms/read.ts";
import { newsSearch } from "#app/core/search/search.ts";
import { whyUnsigned, writeLabel } from "../../bridge/sign.server.ts";
import { readPrices } from "../../workstation.server.ts";
import { requireWork } from "../guard.server.ts";
import { handOver } from "../handOver.ts";
import { barcodeToPrice } from "../queue.ts";
import { stationTurnForm } from "../station.ts";
import { stations } from "../stations.server.ts";

/** Long poll: responds once the station has changed from the version shown, or after some seconds that it has not. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workstation, alias, station } = await requireWork({ request, params });
  const { since } = newsSearch.read(request.url);
  const version = await stations.follow(alias, station.id, since, request.signal);
  if (workstation) await requireStillSignedIn(workstation.user);
  return version === since ? new Response(null, { status: 204 }) : Response.json({ version });
}

/**
 * A turn of the page that works at a station. Repeated under the same lease it returns the same label, written and signed
 * for the page's printer. The price of the next label is read again; while it can't be read, the portal does not sign for
 * the printer, or the signature can't be written to the audit trail, labels wait, with the reason.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const { workstation, printing, alias, station, by } = await requireWork({ request, params });
  const submission = readForm(await formOf(request), stationTurnForm);
  if (submission.status !== "success") return Response.json({ is: "unread" }, { status: 400 });
  const { turn } = submission.value;
  const { printer: to, lease, forceRaw } = turn;
  const unsigned = lease !== undefined && to ? await whyUnsigned(printing, to) : undefined;
  const isAsking = lease !== undefined && unsigned === undefined && workstation !== undefined;
  const barcode = isAsking ? barcodeToPrice(station, Date.now()) : undefined;
  const read = barcode && workstation ? await readPrices(workstation, barcode) : undefined;
  const refused = unsigned ?? (read && "problem" in read ? read.problem : undefined);
  const answer = await handOver(
    {
      ...{ ...turn, by },
      ...(refused !== undefined && { problem: refused, lease: undefined }),
      prices: read && "prices" in read ? read.prices : undefined,
      isUnattended: workstation === undefined,
    },
    (one) => stations.turn(alias, station.id, one),
    (label, timestamp) => writeLabel(printing, label, { forceRaw, timestamp }),
  );
  if (!answer) return Response.json({ is: "ended" }, { status: 404 });
  return Response.json({ ...answer, refused: answer.refused ?? refused });
}
