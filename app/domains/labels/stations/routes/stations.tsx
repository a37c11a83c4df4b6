import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { nameOf } from "#app/auth/user.ts";
import { openStationForm } from "#app/domains/labels/stations/forms.ts";
import { requireOwnForm } from "#app/domains/labels/stations/guard.server.ts";
import { stationWorkPath } from "#app/domains/labels/stations/paths.ts";
import { toShownStation } from "#app/domains/labels/stations/shown.ts";
import { maxStations } from "#app/domains/labels/stations/station.ts";
import { stations } from "#app/domains/labels/stations/stations.server.ts";
import { StationsScreen } from "#app/domains/labels/stations/views/StationsScreen.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/forms/read.ts";
import { once, tokens } from "#app/http/once.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Print stations · ${data.storeName}` : "Print stations" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "printlabel");
  const now = Date.now();
  const found = await stations.list(store.storeAlias);
  return {
    alias: store.storeAlias,
    storeName: store.storeName,
    stations: found.map((one) => toShownStation(one, now)),
    token: tokens.make(user),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user, store } = await requireStorePage(request, params.alias, "printlabel");
  const { form, token } = await requireOwnForm(request, user);
  const submission = readForm(form, openStationForm);
  const typed = String(form.get("name") ?? "");
  if (submission.status !== "success") {
    return data({ typed, errors: submission.error?.name ?? ["Enter a name."] }, { status: 400 });
  }
  const alias = store.storeAlias;
  const { name } = submission.value;
  const { outcome } = await once(user, token, async () => {
    const opened = await stations.open(alias, { name, by: nameOf(user) });
    return { id: opened?.id ?? "" };
  });
  if (outcome.id === "") {
    const errors = [
      `There is a station of that name already, or ${maxStations} stations, which is the most.`,
    ];
    return data({ typed, errors }, { status: 400 });
  }
  return redirectWithFlash(request, stationWorkPath(alias, outcome.id), `${name} is a print station now.`);
}

export default function PrintStations() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <StationsScreen {...screen} answer={useActionData<typeof action>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
