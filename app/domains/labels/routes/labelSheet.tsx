import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { nameOf } from "#app/core/auth/user.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { declinePrefetch } from "#app/core/http/prefetch.server.ts";
import { searchOf } from "#app/core/search/search.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { SelectField, TextField } from "#app/core/ui/fields/fields.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { Page, storeTitle } from "#app/core/ui/shell/Page.tsx";
import { plural, readJson } from "#app/core/values/values.ts";
import { printableLines, toBatchLines } from "../batch.ts";
import { withPrinted } from "../batchChanges.ts";
import { requireSet } from "../batches.server.ts";
import type { Batch } from "../batchRecord.ts";
import { sayPrinted, toLastPrice, toReport } from "../lastPrices/lastPrices.server.ts";
import { labelSheetPath, labelsPath } from "../paths.ts";
import { toSheet } from "../picture.server.ts";
import { labelSetSearch, readLabelSearch, stateFields } from "../search.ts";
import {
  a4,
  labelStockSearch,
  readStart,
  type Stock,
  type StockPage,
  stockNames,
  stockPages,
  stocks,
  stockText,
} from "../sheet.ts";
import { requireStation } from "../stations/guard.server.ts";
import { stations } from "../stations/stations.server.ts";
import { Hidden, PrintedForm } from "../views/forms.tsx";
import { LabelDrawing, viewBoxOf } from "../views/LabelDrawing.tsx";

export const meta = storeTitle("Labels");

export async function loader(args: LoaderFunctionArgs) {
  const { stock: name, start: requested } = labelStockSearch.read(args.request.url);
  const stock = name && stocks[name];
  const paper = stock && { widthMm: stock.widthMm, heightMm: stock.heightMm };
  const labelSet = await requireSet(args, { isPaper: true, paper });
  const { workstation, alias, state, set, media, jobs, missing, batch } = labelSet;
  if (jobs.length > 0) declinePrefetch();
  const sheet = await toSheet(jobs, media);
  const fields = [...labelSetSearch.entries({ labels: set }), ...stateFields(state)];
  const now = { at: Date.now(), by: nameOf(workstation.user) };
  const printed = jobs.flatMap((job) => toLastPrice(job, now) ?? []);
  return {
    storeName: workstation.store.storeName,
    sheet,
    printed:
      printed.length > 0
        ? { labels: toReport(printed), token: randomUUID(), lines: JSON.stringify(countsOf(batch)) }
        : undefined,
    stocked: stock && { stock, ...readStart(stock, requested) },
    here: `${labelSheetPath(alias)}${searchOf(fields)}`,
    // Names of its own fields: their module is larger than this page.
    choice: {
      action: labelSheetPath(alias),
      names: labelStockSearch.names,
      fields,
      stock: name ?? "",
      start: requested,
    },
    missing,
    backHref: labelsPath(alias, state),
  };
}

/** A person says that the labels of this sheet, or of the file of them, were printed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const state = readLabelSearch(request.url);
  const { workstation, alias, station } = await requireStation({ request, params }, state.station);
  const form = await formOf(request);
  const reply = await sayPrinted(workstation, form);
  const lines = printedLines.safeParse(readJson(String(form.get("lines") ?? "")));
  if (lines.success && lines.data.length > 0) {
    const counts = new Map(lines.data);
    await stations.changeBatch(alias, station.id, String(form.get("token")), (current) =>
      withPrinted(current, counts),
    );
  }
  return redirectWithFlash(request, labelsPath(alias, state), reply);
}

const printedLines = z.array(z.tuple([z.string(), z.number()]));

/** The labels of each barcode that a sheet has of the batch. */
const countsOf = (batch: Batch | undefined): z.input<typeof printedLines> =>
  batch
    ? printableLines(toBatchLines(batch)).map(({ barcode, quantity }) => [barcode, Number(quantity)])
    : [];

type Screen = ReturnType<typeof useLoaderData<typeof loader>>;

/** Labels at their true size for an office printer; everything else is hidden in print. */
export default function PrintableSheet() {
  const { sheet, here, printed, stocked, choice, missing, backHref } = useLoaderData<typeof loader>();
  const count = sheet.labels.reduce((sum, { copies }) => sum + copies, 0);
  const size = { width: `${sheet.media.widthMm}mm`, height: `${sheet.media.heightMm}mm` };
  const pages = stocked ? stockPages(sheet.labels, stocked.stock, stocked.start) : [];
  const sheets = stocked ? ` on ${plural(pages.length, "sheet", "sheets")}` : "";
  return (
    <div className={stocked ? "label-sheet on-stock" : "label-sheet"}>
      <Page
        title="Printable sheet"
        subtitle={`${plural(count, "label", "labels")} of ${sheet.media.widthMm} × ${sheet.media.heightMm} mm${sheets}. Print at 100 %, without fitting to the page.`}
        actions={
          <>
            <Button variant="primary" className="with-scripting" onClick={() => window.print()}>
              Print
            </Button>
            {printed && <PrintedForm action={here} fields={printed} />}
            <LinkButton href={backHref}>Back to Print Label</LinkButton>
          </>
        }
      >
        <StockForm choice={choice} problem={stocked?.problem} />
        {[...(count > 0 ? missing : []), ...sheet.notices].map((notice) => (
          <Notice key={notice} tone="attention">
            {notice}
          </Notice>
        ))}
        {count === 0 && <EmptyState title={missing.join(" ")} />}
        <svg className="absolute" aria-hidden="true" width="0" height="0">
          {sheet.labels.map(({ key, ...drawn }) => (
            <symbol key={key} id={key} viewBox={viewBoxOf(sheet.media)}>
              <LabelDrawing {...drawn} />
            </symbol>
          ))}
        </svg>
        {stocked ? (
          pages.map((page) => <StockSheet key={page.number} page={page} stock={stocked.stock} />)
        ) : (
          <ul className="sheet-labels flex flex-wrap gap-[3mm] bg-white">
            {sheet.labels.flatMap(({ key, text, copies }) =>
              Array.from({ length: copies }, (_, copy) => `${key}-${copy}`).map((copy) => (
                <li key={copy}>
                  <svg {...size} role="img" aria-label={text}>
                    <use href={`#${key}`} />
                  </svg>
                </li>
              )),
            )}
          </ul>
        )}
      </Page>
    </div>
  );
}

const stockOptions = [
  { value: "", label: "Paper to cut, labels of the printer's size" },
  ...stockNames.map((name) => ({ value: name, label: stockText(stocks[name]) })),
];

/** The stock in the office printer, and its first unused label. */
function StockForm({ choice, problem }: { choice: Screen["choice"]; problem: string | undefined }) {
  const { action, names, fields, stock, start } = choice;
  return (
    <Form
      key={`${stock} ${start}`}
      method="get"
      action={action}
      className="flex flex-wrap items-start gap-3 pb-3 print:hidden [&>.btn]:mt-6"
    >
      <Hidden fields={fields} />
      <SelectField label="Printed on" name={names.stock} options={stockOptions} defaultValue={stock} />
      <TextField
        label="Start at label"
        name={names.start}
        inputMode="numeric"
        maxLength={3}
        defaultValue={start ?? ""}
        help="Counted along the rows; of a whole sheet 1."
        errors={problem === undefined ? undefined : [problem]}
      />
      <Button type="submit">Show it</Button>
    </Form>
  );
}

/** One sheet of stock: accurate to a tenth of a millimetre in print, scaled to the width of a screen. */
function StockSheet({ page: { number, places }, stock }: { page: StockPage; stock: Stock }) {
  const size = { width: stock.widthMm, height: stock.heightMm };
  return (
    <svg className="stock-sheet" viewBox={`0 0 ${a4.widthMm} ${paperMm}`}>
      <title>{`Sheet ${number}`}</title>
      {places.map(({ key, x, y, label }) => (
        <g key={key}>
          <rect className="stock-place" data-used={label ? undefined : ""} x={x} y={y} {...size} rx={1} />
          {label && (
            <svg x={x} y={y} {...size} role="img" aria-label={label.text}>
              <use href={`#${label.key}`} />
            </svg>
          )}
        </g>
      ))}
    </svg>
  );
}

// At full paper height, rounding would start an extra page.
const paperMm = a4.heightMm - 0.5;

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
