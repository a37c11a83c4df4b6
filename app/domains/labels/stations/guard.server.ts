import type { LoaderFunctionArgs } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { nameOf } from "#app/auth/user.ts";
import type { Workstation } from "#app/domains/labels/workstation.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import { formOf } from "#app/http/forms/read.ts";
import { hashOf, readToken, tokens } from "#app/http/once.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { unattended } from "./key.server.ts";
import type { Station } from "./station.ts";
import { stations } from "./stations.server.ts";

type Asked = Pick<LoaderFunctionArgs, "request" | "params">;

/** The user, the store, and the station of this address; 404 if it was closed. */
export async function requireStation({
  request,
  params,
}: Asked): Promise<{ workstation: Workstation; alias: string; station: Station; by: string }> {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const alias = workstation.store.storeAlias;
  const station = await stations.read(alias, params.stationId ?? "");
  if (!station) throw notFound(request, "There is no such print station. It may have been ended.");
  return { workstation, alias, station, by: nameOf(workstation.user) };
}

/**
 * The guard of a station's work: as `requireStation`, or the computer that may print for this station, and no other,
 * without sign-in (labels#station-key). Then there is no workstation that could read a price.
 */
export async function requireWork({ request, params }: Asked) {
  const alone = await unattended(request);
  if (alone && alone.alias === params.alias && alone.station.id === params.stationId)
    return { ...alone, workstation: undefined };
  const found = await requireStation({ request, params });
  return { ...found, printing: found.workstation.user };
}

/**
 * A form with a valid one-time token of this user; throws a 400 page otherwise. The token is good
 * once per form content: another scan under the same token is another submission.
 */
export async function requireOwnForm(
  request: Request,
  user: User,
): Promise<{ form: FormData; token: string }> {
  const form = await formOf(request);
  const token = readToken(form);
  if (token === undefined || !tokens.isOf(token, user)) {
    throw new Response("Part of the form is missing, so nothing was done. Open the page again.", {
      status: 400,
    });
  }
  const { pathname, search } = new URL(request.url);
  return { form, token: `${token}.${hashOf([pathname, search, [...form]])}` };
}
