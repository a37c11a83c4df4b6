import { randomUUID } from "node:crypto";
import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useMemo } from "react";
import { attempt } from "#app/core/api/api.server.ts";
import { readableRows } from "#app/core/lists/listed.ts";
import { listRevalidation, useListPlace } from "#app/core/lists/useListPlace.ts";
import { LinkButton, ToggleLink } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Page, storeTitle } from "#app/core/ui/shell/Page.tsx";
import { batchView, printerAt } from "../batches.server.ts";
import { noRecordOf } from "../entry.ts";
import { choiceOf, labelOfScan } from "../jobs.ts";
import { mediaText } from "../label.ts";
import { labelsPath, printSetupPath, stationsPath, wrongLabelsPath } from "../paths.ts";
import { isSameLabelList, type LabelState, readLabelSearch, refusedBarcode } from "../search.ts";
import { readLabelSettings } from "../settings.server.ts";
import { requireStation } from "../stations/guard.server.ts";
import { type PlaceView, toPlaceView } from "../stations/stationView.ts";
import { ProductList } from "../views/ProductList.tsx";
import { ScanCard } from "../views/ScanCard.tsx";
import { MissedScans } from "../views/ScanField.tsx";
import { useWorkstation } from "../views/useWorkstation.ts";
import { WorkstationPanels } from "../views/WorkstationPanels.tsx";
import { firstPictures, listedProducts } from "../workstation.server.ts";

const titleOf = ({ isOwn, name }: PlaceView): string => (isOwn ? "Print Label" : `Scan for ${name}`);

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  storeTitle(data ? titleOf(data.station) : "Print Label")({ data });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const state = readLabelSearch(request.url);
  const at = await requireStation({ request, params }, state.station);
  const { workstation, alias, station, headers } = at;
  const { storeName } = workstation.store;
  const [settings, read] = await Promise.all([
    readLabelSettings(request),
    attempt(listedProducts(workstation, state)),
  ]);
  const list = read.ok ? read.value : undefined;
  const error = read.ok ? undefined : read.error;
  const printer = printerAt(station, settings);
  const batch = batchView(at, state, settings);
  const preview = firstPictures(workstation, state, list, printer);
  const { barcode } = state.filter;
  const isNoRecord = barcode !== "" && list?.rows.length === 0;
  const scanProblem = refusedBarcode(request.url) ?? (isNoRecord ? noRecordOf(barcode) : undefined);
  const found = labelOfScan(readableRows(list?.rows ?? []), choiceOf(storeName, state));
  // What a person decides before a scan of the barcode prints by itself.
  const ask = barcode !== "" && "ask" in found ? found.ask : undefined;
  const more = { scanProblem, ask, token: randomUUID() };
  const place = { station: toPlaceView(station, at.by, Date.now()), paper: printer };
  const screen = { alias, storeName, list, error, batch, settings, preview, ...place, ...more };
  return data(screen, { status: error ? 502 : 200, headers });
}

/** Typed values are handled in the page; only another list or barcode needs the server. */
export const shouldRevalidate = listRevalidation(isSameLabelList);

type Screen = ReturnType<typeof useLoaderData<typeof loader>>;

export default function PrintLabel() {
  const screen = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const state = useMemo(() => readLabelSearch(search), [search]);
  return <LabelsScreen key={`${screen.alias} ${screen.station.id}`} state={state} screen={screen} />;
}

/** Print Label (labels#page), here or for a print station: scan, check the label, print it; below, the products. */
function LabelsScreen({ state, screen }: { state: LabelState; screen: Screen }) {
  const { alias, list, error, station } = screen;
  const place = useListPlace();
  const workstation = useWorkstation({ ...screen, state });
  const { live, printer } = workstation;
  const { printing } = printer;
  return (
    <Page
      title={titleOf(station)}
      actions={
        <>
          <LinkButton href={stationsPath(alias)} variant="quiet">
            Print stations
          </LinkButton>
          <ToggleLink
            label="Gather a batch"
            on={live.gather}
            href={labelsPath(alias, { ...live, gather: !live.gather, each: false })}
          />
          <ToggleLink
            label="Scan and print"
            on={live.each}
            href={labelsPath(alias, { ...live, each: !live.each, gather: false })}
          />
          <LinkButton href={wrongLabelsPath(alias)} variant="quiet">
            Wrong labels
          </LinkButton>
        </>
      }
    >
      <div className={classes("labels", live.gather && "is-gathering")}>
        <ScanCard workstation={workstation} />
        {printing && <printing.views.PrintQueue printing={printing} />}
        <MissedScans
          title={live.each ? "Not printed" : "Not in the batch"}
          missed={workstation.scans.missed}
        />
        {error && <ErrorBar error={error} retryHref={labelsPath(alias, live)} dismissible />}
        <WorkstationPanels workstation={workstation} />
        {station.isOwn && (
          <p className="text-ink-faint">
            <a className="inline-block py-1" href={printSetupPath(alias, live)}>
              Label settings of this workstation
            </a>
            : {mediaText(printer.media)}, {printer.language}
          </p>
        )}
        {printing && <printing.views.PrintJournal printing={printing} />}
        <ProductList workstation={workstation} list={list} place={place} />
      </div>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
