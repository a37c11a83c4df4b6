import { barcodeDesign, type LabelDesign } from "#app/domains/labels/design.ts";
import { labelFileHref, labelsPath } from "#app/domains/labels/paths.ts";
import {
  carriedFields,
  type LabelState,
  labelFilterSearch,
  labelLookSearch,
  labelTaskSearch,
  listFields,
  lookOf,
  productFields,
} from "#app/domains/labels/search.ts";
import { stationsPath } from "#app/domains/labels/stations/paths.ts";
import { Button, LinkButton } from "#app/ui/elements.tsx";
import { SelectField } from "#app/ui/fields/fields.tsx";
import { BarcodeForm } from "./BarcodeForm.tsx";
import { Hidden } from "./Hidden.tsx";
import { PrintButton, PrinterPlace } from "./PrintButton.tsx";
import type { Workstation } from "./useWorkstation.ts";

/** The product's key: its quantities and price have fields of their own. */
const entryFields = (state: LabelState) => productFields({ ...state, quantities: {}, price: undefined });

/** Scan, choose the printer, print. `form`: ID of the form that the product's fields belong to. */
export function ScanCard({ workstation, form }: { workstation: Workstation; form: string }) {
  const { alias, live, product, designs, books, choice, printer, scans, onTyped } = workstation;
  const { printing } = printer;
  const hasChoice = designs.length > 0;
  const hasBooks = books.length > 0;
  return (
    <section ref={workstation.card} className="card bench" aria-label="Scan and print">
      <BarcodeForm
        action={labelsPath(alias)}
        name={live.gather ? labelTaskSearch.names.scan : labelFilterSearch.names.barcode}
        lastCode={scans.lastCode}
        carried={carriedFields(live)}
        problem={scans.problem}
        line={scans.line}
        waiting={scans.waiting}
        isLooking={scans.isLooking}
        input={scans.input}
        onScan={scans.scan}
        onRefused={(start) => scans.refuse(`${start}…`)}
      />
      <form
        id={form}
        method="get"
        action={labelsPath(alias)}
        autoComplete="off"
        onSubmit={workstation.onEntrySubmit}
      >
        <Hidden fields={[...listFields(live), ...entryFields(live)]} />
        <Hidden
          fields={carriedFields({
            ...live,
            design: hasChoice ? undefined : live.design,
            was: hasBooks ? "" : live.was,
          })}
        />
      </form>
      {live.each && printing && <printing.views.ScannedLabels printing={printing} now={Date.now()} />}
      <div className="bench-choices">
        <PrinterPlace printing={printing} failed={printer.failed} isUnsaved={printer.isUnsaved} />
        {hasChoice && <DesignPicker form={form} choices={designs} design={choice.design} onTyped={onTyped} />}
      </div>
      {!live.gather && (!live.each || scans.held) && <ProductButtons workstation={workstation} />}
      {live.each && (
        <p className="without-scripting">
          Without scripting this page prints nothing by itself.{" "}
          <a href={stationsPath(alias)}>A print station</a> takes 'Print with every scan'.
        </p>
      )}
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {printing && (
          <printing.views.BridgeHelp
            printing={printing}
            alias={alias}
            {...(product ? { downloadHref: labelFileHref(alias, live, "design") } : {})}
          />
        )}
        {hasBooks && <WasPicker form={form} books={books} book={live.was} onTyped={onTyped} />}
        {(hasChoice || hasBooks) && !product && (
          <Button type="submit" form={form} className="without-scripting">
            Update
          </Button>
        )}
        <SoundSwitch {...scans.sounds} />
      </div>
    </section>
  );
}

/** The buttons that print or clear the current product; a batch has its own. */
function ProductButtons({ workstation }: { workstation: Workstation }) {
  const { alias, live, product, choice, sets, printer, scans, print } = workstation;
  const { missing } = printer;
  const { isLooking } = scans;
  const isSame = choice.design === barcodeDesign;
  return (
    <div className="bench-buttons flex flex-wrap items-start gap-2">
      <PrintButton
        label="Print Barcode"
        missing={[...sets.barcode.missing, ...missing]}
        isLooking={isLooking}
        onPrint={() => print(sets.barcode.jobs)}
      />
      <PrintButton
        label="Print Design"
        variant={isSame ? "quiet" : "primary"}
        note={isSame ? "The same label" : undefined}
        missing={[...sets.design.missing, ...missing]}
        isLooking={isLooking}
        isSaid={sets.design.missing.join() === sets.barcode.missing.join()}
        onPrint={() => print(sets.design.jobs)}
      />
      <ClearBarcode alias={alias} state={live} hasProduct={product !== undefined} />
    </div>
  );
}

/** Turns the sounds of scans and labels on and off for this device. */
function SoundSwitch({ isOn, toggle }: { isOn: boolean; toggle: () => void }) {
  return (
    <label className="toggle with-scripting">
      <input type="checkbox" checked={isOn} onChange={toggle} />
      <span>Sounds</span>
    </label>
  );
}

/** The design of the labels, if the store has a choice (labels#page, labels#designs). */
function DesignPicker({
  form,
  choices,
  design,
  onTyped,
}: {
  form: string;
  choices: { value: LabelDesign; label: string }[];
  design: LabelDesign;
  onTyped: (field: EventTarget) => void;
}) {
  return (
    <SelectField
      form={form}
      name={labelLookSearch.names.design}
      label="Design"
      options={choices}
      value={design}
      onChange={(event) => onTyped(event.currentTarget)}
    />
  );
}

/** The price book of former prices, shown on labels where higher (labels#was). */
function WasPicker({
  form,
  books,
  book,
  onTyped,
}: {
  form: string;
  books: readonly string[];
  book: string;
  onTyped: (field: EventTarget) => void;
}) {
  return (
    <label className="field flex-row items-center [&>select]:w-auto">
      Was price from
      <select
        form={form}
        name={labelLookSearch.names.was}
        value={book}
        onChange={(event) => onTyped(event.currentTarget)}
      >
        <option value="">No former price</option>
        {books.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Clear Barcode is disabled without a product (labels#buttons); it keeps other filters and the batch. */
function ClearBarcode({
  alias,
  state,
  hasProduct,
}: {
  alias: string;
  state: LabelState;
  hasProduct: boolean;
}) {
  const { filter, page } = state;
  const href = labelsPath(alias, { ...lookOf(state), filter: { ...filter, barcode: "" }, page });
  return (
    <div className="print-button">
      {hasProduct ? (
        <LinkButton href={href}>Clear Barcode</LinkButton>
      ) : (
        <>
          <Button aria-disabled aria-describedby="clear-why">
            Clear Barcode
          </Button>
          <p id="clear-why" className="sr-only">
            No product is chosen.
          </p>
        </>
      )}
    </div>
  );
}
