import { data } from "@remix-run/node";
import type { User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { listControlNumbers } from "./api.server.ts";
import { toSeries } from "./controlNumbers.ts";

/** The landing page (edi#landing) with the control numbers, where the service reports them. */
export async function ediLanding(user: User) {
  const series = await attempt(listControlNumbers(user));
  if (series.ok) return { series: toSeries(series.value), error: undefined };
  if (series.error.code === 404) return { series: undefined, error: undefined };
  return data({ series: undefined, error: series.error }, { status: 502 });
}
