import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import { maxReported } from "#app/domains/labels/bridge/printReports.ts";
import { lastPrices } from "#app/domains/labels/lastPrices/lastPrices.server.ts";
import { formOf, notOurs, readForm } from "#app/http/forms/read.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { readJson } from "#app/values/values.ts";
import { type LastPrice, lastPrice } from "../lastPrice.ts";

const reports = z.array(z.unknown()).min(1).max(maxReported);

/** Labels sent to a workstation's own printer. */
const printedForm = z.object({
  labels: z
    .string()
    .max(60_000)
    .transform((text, context): LastPrice[] => {
      const read = reports.safeParse(readJson(text));
      // A label that can't be stored, e.g. without a barcode, doesn't affect the others.
      if (read.success) return read.data.flatMap((one) => lastPrice.safeParse(one).data ?? []);
      context.addIssue({ code: "custom", message: "Labels with their prices." });
      return z.NEVER;
    }),
});

/** Stores the labels that a workstation sent to its own printer; duplicates are stored once. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "printlabel");
  const submission = readForm(await formOf(request), printedForm);
  if (submission.status !== "success") throw notOurs();
  // The portal can only vouch for the current user's name: labels of somebody signed out are stored without one.
  const self = nameOf(user);
  const labels = submission.value.labels.map((one) => ({ ...one, by: one.by === self ? self : "" }));
  await lastPrices.remember(store.storeAlias, labels);
  return new Response(null, { status: 204 });
}
