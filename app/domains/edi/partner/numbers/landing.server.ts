import { actsAs, may, type User } from "#app/auth/guard.server.ts";
import { attempt, callPortalApi } from "#app/http/api.server.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { getControlNumbers } from "#contract/ediExtensions.ts";
import { getEdiQueue } from "#contract/ediQueue.ts";
import { toSeries } from "./controlNumbers.ts";
import { toQueue } from "./queue.ts";

/**
 * The landing page (edi#landing): the work queue and the control numbers, if the service announces
 * them. The two links need no call: if a part can't be read the page says so, and shows the rest.
 */
export async function ediLanding(user: User) {
  const [hasQueue, hasDues, hasNumbers, canCheck, hasPartners, canSettle] = await Promise.all([
    hasExtension(user, "edi-queue"),
    hasExtension(user, "edi-due"),
    hasExtension(user, "edi-control-numbers"),
    hasExtension(user, "edi-check"),
    hasExtension(user, "edi-partners"),
    hasExtension(user, "edi-gaps"),
  ]);
  const [queue, series] = await Promise.all([
    hasQueue ? attempt(callPortalApi(user, getEdiQueue)) : undefined,
    hasNumbers ? attempt(callPortalApi(user, getControlNumbers)) : undefined,
  ]);
  const errors = [queue, series].flatMap((read) => (read?.ok === false ? [read.error] : []));
  return {
    queue: queue?.ok ? toQueue(queue.value, hasDues) : undefined,
    series: series?.ok ? toSeries(series.value, canSettle && actsAs(user, "edi.takeIn") !== "") : undefined,
    canCheck: canCheck && may(user, "edi.takeIn"),
    hasPartners,
    error: errors[0],
  };
}
