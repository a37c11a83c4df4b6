import { labelButtons } from "#app/core/specification/stores.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { SelectField } from "#app/core/ui/fields/fields.tsx";
import { plural } from "#app/core/values/values.ts";
import { barcodeDesign } from "../label.ts";
import { entryText } from "../labelStates.ts";
import {
  labelBatchPath,
  labelFilePath,
  labelsPath,
  outputHref,
  stationPath,
  stationsPath,
} from "../paths.ts";
import { labelLookSearch, lookOf, stateFields } from "../search.ts";
import { PresenceBadge } from "../stations/views/PresenceBadge.tsx";
import { Hidden } from "./forms.tsx";
import { PrintButton, PrinterPlace, printPlace } from "./PrintButton.tsx";
import { ScanField } from "./ScanField.tsx";
import { entryForm, printName, type Workstation } from "./useWorkstation.ts";

type Props = { workstation: Workstation };

export function ScanCard({ workstation }: Props) {
  const { alias, live, product, designs, books, choice, printer, scans, onTyped } = workstation;
  const { printing } = printer;
  const hasChoice = designs.length > 0;
  const hasBooks = books.length > 0;
  return (
    <section
      ref={workstation.card}
      className="card bench grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-4 gap-y-3 space-y-0 text-md max-[1000px]:grid-cols-[minmax(0,1fr)]"
      aria-label="Scan and print"
    >
      <ScanField workstation={workstation} />
      <form
        id={entryForm}
        className="hidden"
        method="get"
        action={labelsPath(alias)}
        autoComplete="off"
        onSubmit={workstation.onSubmit}
      >
        {/* Enter presses the first button of a form. */}
        {!printer.isElsewhere && <button type="submit" hidden />}
        {/* Quantities, price, design and former prices have fields of their own. */}
        <Hidden
          fields={stateFields({
            ...{ ...live, quantities: {}, price: undefined },
            ...(hasChoice && { design: undefined }),
            ...(hasBooks && { was: "" }),
          })}
        />
      </form>
      {live.each && printing && (
        <printing.views.ScannedLabels printing={printing} failed={scans.failed} now={Date.now()} />
      )}
      <div
        className={classes(
          "col-[2] row-[1/span_2] grid content-start items-end gap-3 max-[1000px]:col-[1] max-[1000px]:row-auto max-sm:min-h-0 max-sm:gap-2 [&_select]:min-h-[var(--reach)] [&_select]:text-[1rem]",
          printer.isElsewhere ? "max-sm:order-1" : !hasChoice && "with-scripting",
        )}
      >
        {printer.isElsewhere ? (
          <StationPlace workstation={workstation} />
        ) : (
          <PrinterPlace printing={printing} failed={printer.failed} />
        )}
        {hasChoice && (
          <SelectField
            form={entryForm}
            name={labelLookSearch.names.design}
            label="Design"
            options={designs}
            value={choice.design}
            onChange={({ currentTarget: { name, value } }) => onTyped(name, value)}
          />
        )}
      </div>
      {!live.gather && (!live.each || scans.isHeld) && <ProductButtons workstation={workstation} />}
      {live.each && !printer.isElsewhere && (
        <p className="without-scripting">
          Without scripting this page prints nothing by itself.{" "}
          <a href={stationsPath(alias)}>A print station</a> does.
        </p>
      )}
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        {printing && (
          <printing.views.BridgeHelp
            printing={printing}
            alias={alias}
            {...(product ? { downloadHref: outputHref(labelFilePath(alias), live, "design") } : {})}
          />
        )}
        {hasBooks && (
          <label className="field flex-row flex-wrap items-center [&>select]:w-auto [&>select]:max-w-full">
            Was price from
            <select
              form={entryForm}
              name={labelLookSearch.names.was}
              value={live.was}
              onChange={({ currentTarget: { name, value } }) => onTyped(name, value)}
            >
              <option value="">No former price</option>
              {books.map((book) => (
                <option key={book} value={book}>
                  {book}
                </option>
              ))}
            </select>
          </label>
        )}
        {(hasChoice || hasBooks) && !product && (
          <Button type="submit" form={entryForm} className="without-scripting">
            Update
          </Button>
        )}
        <label className="toggle with-scripting">
          <input type="checkbox" checked={scans.sounds.isOn} onChange={scans.sounds.toggle} />
          <span>Sounds</span>
        </label>
      </div>
    </section>
  );
}

/** The station that the page works for, its last label, and the way back to the workstation's own. */
function StationPlace({ workstation: { alias, live, batch, ...workstation } }: Props) {
  const station = batch.station ?? workstation.station;
  const { id, last, waiting } = station;
  return (
    <div className="space-y-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <PresenceBadge station={station} />
        <a href={stationPath(alias, id)}>{plural(waiting, "label waits", "labels wait")}</a>
      </div>
      {last && (
        <p>
          Last: {last.title} × {last.copies}, {entryText(last).label.toLowerCase()}.
        </p>
      )}
      <p>
        <a href={labelsPath(alias, { ...live, station: "" })}>Print at this workstation</a>
      </p>
    </div>
  );
}

/** The buttons that print or clear the current product; a batch has its own. */
function ProductButtons({ workstation }: Props) {
  const { alias, live, choice, sets, printer, station, token } = workstation;
  const { missing, isElsewhere } = printer;
  const { isLooking } = workstation.scans;
  const isSame = choice.design === barcodeDesign;
  const button = (set: "barcode" | "design", label: string) => ({
    label: isElsewhere ? `${isSame ? "Print" : label} at ${station.name}` : label,
    missing: [...sets[set].missing, ...missing],
    ...{ isLooking, isHere: !isElsewhere },
    ...{ form: entryForm, formMethod: "post", formAction: labelBatchPath(alias, lookOf(live)) },
    ...({ type: "submit", name: printName(set), value: token } as const),
  });
  return (
    <div className="flex flex-wrap items-start gap-2 max-sm:[&>*]:basis-[7rem] max-sm:[&>:first-child]:basis-full">
      <PrintButton {...button("barcode", labelButtons.barcode)} />
      {!(isSame && isElsewhere) && (
        <PrintButton
          {...button("design", labelButtons.design)}
          variant={isSame ? "secondary" : "primary"}
          note={isSame ? "The same label" : undefined}
          isSaid={sets.design.missing.join() === sets.barcode.missing.join()}
        />
      )}
      <div className={printPlace}>
        <ClearBarcode workstation={workstation} />
      </div>
    </div>
  );
}

/** Clear Barcode is disabled without a product (labels#buttons); it keeps other filters and the batch. */
function ClearBarcode({ workstation: { alias, live, product } }: Props) {
  const { filter, page } = live;
  const href = labelsPath(alias, { ...lookOf(live), filter: { ...filter, barcode: "" }, page });
  if (product) return <LinkButton href={href}>{labelButtons.clear}</LinkButton>;
  return (
    <>
      <Button aria-disabled aria-describedby="clear-why">
        {labelButtons.clear}
      </Button>
      <p id="clear-why" className="sr-only">
        No product is chosen.
      </p>
    </>
  );
}
