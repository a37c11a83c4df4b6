import type { ActionFunctionArgs } from "@remix-run/node";
import { nameOf } from "#app/auth/user.ts";
import { printedForm } from "#app/domains/labels/lastPrices/forms.ts";
import { lastPrices } from "#app/domains/labels/lastPrices/lastPrices.server.ts";
import { formOf, notOurs, readForm } from "#app/http/forms/read.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

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
