import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { checkLabels } from "#app/domains/labels/lastPrices/check.server.ts";
import { lastPrices } from "#app/domains/labels/lastPrices/lastPrices.server.ts";
import { wrongLabelSearch, wrongLabelsPath } from "#app/domains/labels/lastPrices/paths.ts";
import { sayPrinted } from "#app/domains/labels/lastPrices/printed.server.ts";
import { WrongLabelsScreen } from "#app/domains/labels/lastPrices/views/WrongLabelsScreen.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, malformedForm, readForm } from "#app/http/forms/read.ts";
import { declinePrefetch } from "#app/http/prefetch.server.ts";
import { useListPlace } from "#app/lists/useListPlace.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";
import { forgetToday } from "#app/today/today.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Wrong labels · ${data.storeName}` : "Wrong labels" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  // A page costs a call for each page of the product list: don't make them for a hover over the link.
  declinePrefetch();
  const { find } = wrongLabelSearch.read(request.url);
  const checked = await checkLabels(workstation, find);
  const { storeAlias: alias, storeName } = workstation.store;
  return data({ alias, storeName, find, checked }, { status: checked.failure === undefined ? 200 : 502 });
}

const takenDown = z.object({ barcode: z.string(), key: z.string(), title: z.string() });

/** A person says that the wrong labels were printed anew, or that one hangs no more. */
export async function action({ request, params }: ActionFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const { storeAlias } = workstation.store;
  const form = await formOf(request);
  const here = wrongLabelsPath(storeAlias, wrongLabelSearch.read(request.url).find);
  if (form.has("labels")) return redirectWithFlash(request, here, await sayPrinted(workstation, form));
  const submission = readForm(form, takenDown);
  if (submission.status !== "success") throw malformedForm();
  const { barcode, key, title } = submission.value;
  await lastPrices.takeDown(storeAlias, barcode, key);
  forgetToday(workstation.user.subject);
  return redirectWithFlash(request, here, `Taken down: ${title}.`);
}

export default function WrongLabels() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <WrongLabelsScreen {...screen} place={useListPlace()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
