import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { nameOf } from "#app/auth/user.ts";
import { maxReported } from "#app/domains/labels/bridge/printReports.ts";
import { lastPrices } from "#app/domains/labels/lastPrices/lastPrices.server.ts";
import { formOf, notOurs, readForm } from "#app/http/forms/read.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { type LastPrice, lastPrice } from "../lastPrice.ts";

const told = z.array(z.unknown()).min(1).max(maxReported);

/** Labels that a workstation's own printer was sent. */
const printedForm = z.object({
  labels: z
    .string()
    .max(60_000)
    .transform((text, context): LastPrice[] => {
      const read = told.safeParse(parsed(text));
      // A label that can't be remembered, such as one without a barcode, takes nothing from the others.
      if (read.success) return read.data.flatMap((one) => lastPrice.safeParse(one).data ?? []);
      context.addIssue({ code: "custom", message: "Labels with their prices." });
      return z.NEVER;
    }),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}

/** A workstation tells which labels its own printer was sent; told twice, they are remembered once. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "printlabel");
  const submission = readForm(await formOf(request), printedForm);
  if (submission.status !== "success") throw notOurs();
  // The portal vouches for nobody's name but the teller's: a label of somebody who has left is nobody's.
  const self = nameOf(user);
  const labels = submission.value.labels.map((one) => ({ ...one, by: one.by === self ? self : "" }));
  await lastPrices.remember(store.storeAlias, labels);
  return new Response(null, { status: 204 });
}
