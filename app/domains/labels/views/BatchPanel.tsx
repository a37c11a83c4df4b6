import { type ReactNode, useId } from "react";
import { asPriced, type BatchLine } from "#app/domains/labels/batch.ts";
import { typedOver } from "#app/domains/labels/jobs.ts";
import { labelFilePath, labelSheetPath, labelsPath } from "#app/domains/labels/paths.ts";
import {
  asUnsent,
  type BatchEntry,
  batchPriceField,
  batchQuantityField,
  freeFields,
  isSentBatch,
  type LabelState,
  labelLookSearch,
  labelSetSearch,
  lineFields,
  listFields,
  lookOf,
  maxBatchLines,
  newestFirstField,
  productFields,
  withNewBatch,
} from "#app/domains/labels/search.ts";
import { stationPrintPath } from "#app/domains/labels/stations/paths.ts";
import { wasNote } from "#app/domains/labels/was.ts";
import { classes } from "#app/ui/classes.ts";
import { Button, Icon, LinkButton } from "#app/ui/elements.tsx";
import { plural } from "#app/values/values.ts";
import { EntryField } from "./EntryField.tsx";
import { Hidden } from "./Hidden.tsx";
import { PrintButton } from "./PrintButton.tsx";
import { submitterOf } from "./submitterOf.ts";

type Props = {
  /** ID of its form, which the fields of the table's open rows also belong to: its buttons submit them too. */
  form: string;
  alias: string;
  state: LabelState;
  lines: BatchLine[];
  /** Why 'Print all' is disabled; empty if it isn't. */
  missing: string[];
  isLooking: boolean;
  onPrint: () => void;
  onTyped: (field: EventTarget) => void;
};

/** The batch of scans: newest first, each line with its quantity and price. */
export function BatchPanel({ form, alias, state, lines, missing, isLooking, onPrint, onTyped }: Props) {
  const id = useId();
  const toPrint = lines.filter((line) => !line.isSent);
  const handedOver = labelsOf(lines) - labelsOf(toPrint);
  const freed = (barcode: string) =>
    labelsPath(alias, {
      ...state,
      batch: state.batch.map((entry) => (entry.barcode === barcode ? { ...entry, isFree: true } : entry)),
    });
  const entryOf = ({ barcode, quantity, price }: BatchLine): BatchEntry =>
    asPriced(state.batch.find((entry) => entry.barcode === barcode) ?? { barcode, quantity }, price);
  const isSent = isSentBatch(state.batch);
  const without = (barcode: string) =>
    labelsPath(alias, { ...state, batch: state.batch.filter((entry) => entry.barcode !== barcode) });
  return (
    <section className="card batch text-md" aria-labelledby={`${id}-head`}>
      <header className="card-head">
        <h2 id={`${id}-head`}>Batch</h2>
        <p className="text-ink-faint tabular-nums" role="status">
          {!isSent && (
            <>
              {plural(labelsOf(toPrint), "label", "labels")} of{" "}
              {plural(toPrint.length, "barcode", "barcodes")}
              {lines.length >= maxBatchLines && ": the batch is full"}
            </>
          )}
          {handedOver > 0 && `${isSent ? "" : "; "}${plural(handedOver, "label", "labels")} handed over`}
        </p>
      </header>
      <form
        id={form}
        method="get"
        action={labelsPath(alias)}
        autoComplete="off"
        onInput={(event) => onTyped(event.target)}
        onSubmit={(event) => {
          if (!submitterOf(event)?.hasAttribute("formaction")) event.preventDefault();
        }}
      >
        {/* Enter presses the first button of a form. */}
        <button type="submit" hidden />
        <Hidden fields={[...listFields(state), ...productFields(state), ...lookFields(state)]} />
        <Hidden fields={[[newestFirstField, "1"]]} />
        {lines.length === 0 ? (
          <p className="text-ink-faint">
            Each scan adds a label of its barcode here; the same barcode again adds one more.
          </p>
        ) : (
          <>
            <div className="batch-line batch-columns" aria-hidden="true">
              <span>Product</span>
              <span>Quantity</span>
              <span>Price ($)</span>
            </div>
            <ul
              className="max-h-[60vh] overflow-y-auto border-b border-line wrap-anywhere"
              data-scroll="keep"
            >
              {lines.map((line) => (
                <Line
                  key={line.barcode}
                  line={line}
                  book={state.was}
                  removeHref={without(line.barcode)}
                  freeHref={freed(line.barcode)}
                >
                  <Hidden fields={(line.isSent ? lineFields : freeFields)(entryOf(line))} />
                </Line>
              ))}
            </ul>
          </>
        )}
        <div className="flex flex-wrap items-start gap-2 pt-3">
          <div className={classes("batch-print", state.gather && "is-held")}>
            <p className="batch-count tabular-nums" aria-hidden="true">
              {isSent ? "Handed over" : plural(labelsOf(toPrint), "label", "labels")}
            </p>
            {isSent ? (
              <LinkButton href={labelsPath(alias, withNewBatch(state))} variant="primary" icon="created">
                Start a new batch
              </LinkButton>
            ) : (
              <PrintButton label="Print all" missing={missing} isLooking={isLooking} onPrint={onPrint} />
            )}
          </div>
          {state.batch.some((entry) => entry.isSent) && (
            <LinkButton
              href={labelsPath(alias, { ...state, batch: asUnsent(state.batch) })}
              variant="secondary"
              icon="refresh"
              data-replace=""
            >
              Put them back
            </LinkButton>
          )}
          <Button type="submit" variant="primary" className="without-scripting">
            Update
          </Button>
          <SetButtons alias={alias} isSent={isSent} />
          {lines.length > 0 && !isSent && (
            <LinkButton href={labelsPath(alias, withNewBatch(state))} variant="quiet" icon="close">
              Clear batch
            </LinkButton>
          )}
        </div>
      </form>
    </section>
  );
}

/** The persisting state without the lines, which have fields of their own. */
const lookFields = (state: LabelState) => labelLookSearch.entries({ ...lookOf(state), batch: [] });

/** Other ways to print the batch; a sent one can't go to a station again. */
function SetButtons({ alias, isSent }: { alias: string; isSent: boolean }) {
  return (
    <>
      <Button
        type="submit"
        name={labelSetSearch.names.labels}
        value="batch"
        formAction={labelFilePath(alias)}
        icon="download"
      >
        Download label file
      </Button>
      <Button
        type="submit"
        name={labelSetSearch.names.labels}
        value="batch"
        formAction={labelSheetPath(alias)}
      >
        Printable sheet
      </Button>
      {!isSent && (
        <Button
          type="submit"
          name={labelSetSearch.names.labels}
          value="batch"
          formAction={stationPrintPath(alias)}
        >
          Print at a station
        </Button>
      )}
    </>
  );
}

const labelsOf = (lines: readonly BatchLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);

/** The fields of a line; of a sent one, the values it was sent with. */
function LineEntries({ line }: { line: BatchLine }) {
  const { barcode, name, detail } = line;
  if (line.isSent) {
    return (
      <>
        <p className="tabular-nums">
          <span className="sr-only">Quantity </span>
          {line.quantity}
        </p>
        <p className="tabular-nums">
          <Icon name="check" /> Handed over
        </p>
      </>
    );
  }
  return (
    <>
      <EntryField
        kind="quantity"
        id={`batch-${barcode}`}
        name={batchQuantityField(barcode)}
        label="Quantity"
        of={`${name} ${detail}`}
        value={line.quantity}
        problem={line.quantityProblem}
        onFocus={(event) => event.currentTarget.select()}
      />
      <EntryField
        kind="price"
        id={`batch-price-${barcode}`}
        name={batchPriceField(barcode)}
        label="Price ($)"
        of={`${name} ${detail}`}
        value={line.price}
        problem={line.priceProblem}
      />
    </>
  );
}

function Line({
  line,
  book,
  removeHref,
  freeHref,
  children,
}: {
  line: BatchLine;
  /** The price book of former prices. */
  book: string;
  removeHref: string;
  /** The URL that confirms $0.00. */
  freeHref: string;
  children: ReactNode;
}) {
  const { barcode, name, detail, problem, product, price } = line;
  const over = product && typedOver({ quantities: {}, price }, product);
  const prices = [
    line.isSent && `$${price}`,
    over !== undefined && `typed over $${over}`,
    product && wasNote(product, book, price),
  ];
  return (
    <li className={classes("batch-line", line.isSent && "is-sent")}>
      <div className="min-w-0">
        <p className="batch-name font-semibold">{name}</p>
        {problem === undefined ? (
          <p className="text-ink-faint">{[detail, barcode, ...prices].filter(Boolean).join(" · ")}</p>
        ) : (
          <p className="text-danger">
            <Icon name="attention" /> {problem}
          </p>
        )}
      </div>
      <LineEntries line={line} />
      {line.isNothingAsked && (
        <div className="col-span-full">
          <LinkButton href={freeHref} variant="secondary" data-replace="">
            Print $0.00
          </LinkButton>
        </div>
      )}
      {children}
      <LinkButton
        href={removeHref}
        variant="quiet"
        icon="close"
        data-replace=""
        aria-label={`Remove ${name} ${detail}`}
      />
    </li>
  );
}
