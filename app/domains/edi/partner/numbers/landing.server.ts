import { data } from "@remix-run/node";
import { actsAs, may, type User } from "#app/auth/guard.server.ts";
import { listControlNumbers, readEdiQueue } from "#app/domains/edi/partner/api.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { toSeries } from "./controlNumbers.ts";
import { toQueue } from "./queue.ts";

/** What is to be done, from a service that counts it (edi#landing-queue); undefined from any other. */
const queueOf = async (user: User) =>
  (await hasExtension(user, "edi-queue")) ? attempt(readEdiQueue(user)) : undefined;

/** The landing page (edi#landing): the work queue and the control numbers, where the service reports them. */
export async function ediLanding(user: User) {
  const [queue, series, canCheck, hasPartners, canSettle] = await Promise.all([
    queueOf(user),
    attempt(listControlNumbers(user)),
    hasExtension(user, "edi-check"),
    hasExtension(user, "edi-partners"),
    hasExtension(user, "edi-gaps"),
  ]);
  const isUntold = !series.ok && series.error.code === 404;
  const errors = [
    queue?.ok === false ? queue.error : undefined,
    series.ok || isUntold ? undefined : series.error,
  ];
  const error = errors.find((one) => one !== undefined);
  const shown = {
    queue: queue?.ok ? toQueue(queue.value) : undefined,
    series: series.ok ? toSeries(series.value, canSettle && actsAs(user, "edi.act") !== "") : undefined,
    canCheck: canCheck && may(user, "edi.act"),
    hasPartners,
    error,
  };
  return data(shown, { status: error ? 502 : 200 });
}
