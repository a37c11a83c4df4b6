import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { nameOf } from "#app/auth/user.ts";
import { labelsPath } from "#app/domains/labels/paths.ts";
import { asSent, labelSetSearch, readLabelSearch } from "#app/domains/labels/search.ts";
import { prepareSet } from "#app/domains/labels/sets.server.ts";
import { readLabelSettings } from "#app/domains/labels/settings.server.ts";
import { mediaFor } from "#app/domains/labels/settings.ts";
import { chooseStationForm } from "#app/domains/labels/stations/forms.ts";
import { requireOwnForm } from "#app/domains/labels/stations/guard.server.ts";
import { stationPath, stationPrintHref } from "#app/domains/labels/stations/paths.ts";
import { fateAt, labelsOf, toShownStation } from "#app/domains/labels/stations/shown.ts";
import { maxOpenJobs } from "#app/domains/labels/stations/station.ts";
import { stations } from "#app/domains/labels/stations/stations.server.ts";
import { PrintAtScreen } from "#app/domains/labels/stations/views/PrintAtScreen.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/forms/read.ts";
import { once, tokens } from "#app/http/once.server.ts";
import { requireStorePage } from "#app/stores/guard.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Print at a station · ${data.storeName}` : "Print at a station" },
];

async function readRequest({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const state = readLabelSearch(request.url);
  const { labels: set } = labelSetSearch.read(request.url);
  const media = mediaFor(await readLabelSettings(request));
  const prepare = () => prepareSet(workstation, state, set, media);
  // A batch that a station has taken is not printed again automatically.
  const after = set === "batch" ? { ...state, batch: asSent(state.batch) } : state;
  return { ...workstation, alias: workstation.store.storeAlias, state, after, set, prepare };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, store, alias, state, set, prepare } = await readRequest({ request, params });
  const [{ jobs, missing }, found] = await Promise.all([prepare(), stations.list(alias)]);
  const now = Date.now();
  return {
    alias,
    storeName: store.storeName,
    here: stationPrintHref(alias, state, set),
    backHref: labelsPath(alias, state),
    labels: jobs.map(({ label, title }) => ({ title, copies: label.copies, price: label.price })),
    count: labelsOf(jobs),
    missing,
    stations: found.map((one) => toShownStation(one, now)),
    token: tokens.make(user),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user, alias, after, prepare } = await readRequest({ request, params });
  const { form, token } = await requireOwnForm(request, user);
  const submission = readForm(form, chooseStationForm);
  const station =
    submission.status === "success" ? await stations.read(alias, submission.value.station) : undefined;
  if (!station) return data({ problem: "That station has ended. Choose another one." }, { status: 404 });
  const { jobs, missing } = await prepare();
  if (jobs.length === 0) return data({ problem: missing.join(" ") }, { status: 400 });
  const { outcome } = await once(user, token, async () => ({
    isTaken: (await stations.print(alias, station.id, jobs, nameOf(user))) !== undefined,
  }));
  if (!outcome.isTaken) {
    const problem = `Nothing was sent: ${station.name} has no room for them, as ${maxOpenJobs} labels are the most that may wait there.`;
    return data({ problem, token: tokens.make(user) }, { status: 409 });
  }
  const shown = toShownStation(station, Date.now());
  return redirectWithFlash(request, labelsPath(alias, after), [
    `${labelsOf(jobs)} handed to ${station.name}. ${fateAt(shown)} `,
    { text: "See its queue", href: stationPath(alias, station.id) },
  ]);
}

export default function PrintAtStation() {
  const { storeName: _, ...screen } = useLoaderData<typeof loader>();
  return <PrintAtScreen {...screen} {...useActionData<typeof action>()} />;
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/http/RouteErrorBoundary.tsx";
