import { useId } from "react";
import type { BatchLine } from "#app/domains/labels/batch.ts";
import { labelFilePath, labelSheetPath, labelsPath } from "#app/domains/labels/paths.ts";
import {
  batchPriceField,
  batchQuantityField,
  type LabelState,
  labelSetSearch,
  listFields,
  mostBatchLines,
  newestFirstField,
  productFields,
} from "#app/domains/labels/search.ts";
import { stationPrintPath } from "#app/domains/labels/stations/paths.ts";
import { Button } from "#app/ui/Button.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { plural } from "#app/values/show.ts";
import { EntryField } from "./EntryField.tsx";
import { Hidden } from "./Hidden.tsx";
import { PrintButton } from "./PrintButton.tsx";
import { submitterOf } from "./submitterOf.ts";

type Props = {
  alias: string;
  state: LabelState;
  lines: BatchLine[];
  /** Why 'Print all' can't be pressed; empty when it can. */
  missing: string[];
  isLooking: boolean;
  onPrint: () => void;
  onTyped: (field: EventTarget) => void;
};

/** The batch that scans gather: newest first, each line with its quantity and price. */
export function BatchPanel({ alias, state, lines, missing, isLooking, onPrint, onTyped }: Props) {
  const id = useId();
  const labels = lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);
  const without = (barcode: string) =>
    labelsPath(alias, { ...state, batch: state.batch.filter((entry) => entry.barcode !== barcode) });
  return (
    <section className="card batch" aria-labelledby={`${id}-head`}>
      <header className="card-head">
        <h2 id={`${id}-head`}>Batch</h2>
        <p className="faint number" role="status">
          {plural(labels, "label", "labels")} of {plural(lines.length, "barcode", "barcodes")}
          {lines.length >= mostBatchLines && `: the batch is full`}
        </p>
      </header>
      <form
        method="get"
        action={labelsPath(alias)}
        autoComplete="off"
        onInput={(event) => onTyped(event.target)}
        onSubmit={(event) => {
          if (!submitterOf(event)?.hasAttribute("formaction")) event.preventDefault();
        }}
      >
        {/* The first button of a form is the one that Enter presses. */}
        <button type="submit" hidden />
        <Hidden fields={[...listFields(state), ...productFields(state), ...lookFields(state)]} />
        <Hidden fields={[[newestFirstField, "1"]]} />
        {lines.length === 0 ? (
          <p className="faint">
            Each scan adds a label of its barcode here; the same barcode again adds one more.
          </p>
        ) : (
          <>
            <div className="batch-line batch-columns" aria-hidden="true">
              <span>Product</span>
              <span>Quantity</span>
              <span>Price ($)</span>
            </div>
            <ul className="batch-lines" data-scroll="keep">
              {lines.map((line) => (
                <Line key={line.barcode} line={line} removeHref={without(line.barcode)} />
              ))}
            </ul>
          </>
        )}
        <div className="batch-buttons">
          <PrintButton label="Print all" missing={missing} isLooking={isLooking} onPrint={onPrint} />
          <Button type="submit" variant="primary" className="without-scripting">
            Update
          </Button>
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
          <Button
            type="submit"
            name={labelSetSearch.names.labels}
            value="batch"
            formAction={stationPrintPath(alias)}
          >
            Print at a station
          </Button>
          {lines.length > 0 && (
            <LinkButton href={labelsPath(alias, { ...state, batch: [] })} variant="quiet" icon="close">
              Clear batch
            </LinkButton>
          )}
        </div>
      </form>
    </section>
  );
}

const lookFields = ({ design, gather }: LabelState): [string, string][] => [
  ...(design === undefined ? [] : ([["design", design]] satisfies [string, string][])),
  ...(gather ? ([["gather", "1"]] satisfies [string, string][]) : []),
];

function Line({ line, removeHref }: { line: BatchLine; removeHref: string }) {
  const { barcode, name, detail, problem } = line;
  return (
    <li className="batch-line">
      <div className="min-w-0">
        <p className="batch-name">{name}</p>
        {problem === undefined ? (
          <p className="faint">{[detail, barcode].filter(Boolean).join(" · ")}</p>
        ) : (
          <p className="text-danger">
            <Icon name="attention" /> {problem}
          </p>
        )}
      </div>
      <EntryField
        id={`batch-${barcode}`}
        name={batchQuantityField(barcode)}
        label="Quantity"
        of={`${name} ${detail}`}
        value={line.quantity}
        problem={line.quantityProblem}
        inputMode="numeric"
        maxLength={3}
        onFocus={(event) => event.currentTarget.select()}
      />
      <EntryField
        id={`batch-price-${barcode}`}
        name={batchPriceField(barcode)}
        label="Price ($)"
        of={`${name} ${detail}`}
        value={line.price}
        problem={line.priceProblem}
        inputMode="decimal"
        maxLength={10}
      />
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
