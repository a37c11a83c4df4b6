import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import { lastPrices } from "#app/domains/labels/lastPrices/lastPrices.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, malformedForm, readForm } from "#app/http/forms/read.ts";
import { safeReturnTo } from "#app/http/safeRedirect.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { forgetToday } from "#app/today/today.server.ts";
import { plural, readJson } from "#app/values/values.ts";
import { type LastPrice, lastPrice } from "../lastPrice.ts";

const reports = z.array(z.unknown()).min(1).max(500);

const printedForm = z.object({
  labels: z
    .string()
    .max(240_000)
    .transform((text, context): LastPrice[] => {
      const read = reports.safeParse(readJson(text));
      // A label that can't be stored, e.g. without a barcode, doesn't affect the others.
      if (read.success) return read.data.flatMap((one) => lastPrice.safeParse(one).data ?? []);
      context.addIssue({ code: "custom", message: "Labels with their prices." });
      return z.NEVER;
    }),
  /** Where a person who pressed 'I printed them' goes. */
  to: z.string().optional(),
});

/**
 * Stores the labels that a workstation sent to its own printer, or of which a person says that they were printed; what
 * was reported before is stored once.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "printlabel");
  const submission = readForm(await formOf(request), printedForm);
  if (submission.status !== "success") throw malformedForm();
  // The portal can only vouch for the current user's name: labels of somebody signed out are stored without one.
  const self = nameOf(user);
  const labels = submission.value.labels.map((one) => ({ ...one, by: one.by === self ? self : "" }));
  await lastPrices.remember(store.storeAlias, labels);
  const { to } = submission.value;
  if (to === undefined) return new Response(null, { status: 204 });
  forgetToday(user.subject);
  const count = labels.reduce((sum, { copies }) => sum + copies, 0);
  const said = `${plural(count, "label counts", "labels count")} as printed.`;
  return redirectWithFlash(request, safeReturnTo(to), said);
}
