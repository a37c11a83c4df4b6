import { useId } from "react";
import { asPriced, type BatchLine } from "#app/domains/labels/batch.ts";
import { typedOver } from "#app/domains/labels/jobs.ts";
import { labelsPath } from "#app/domains/labels/paths.ts";
import {
  asUnsent,
  type BatchEntry,
  batchPriceField,
  batchQuantityField,
  freeFields,
  isSentBatch,
  type LabelState,
  labelLookSearch,
  lineFields,
  listFields,
  lookOf,
  maxBatchLines,
  newestFirstField,
  productFields,
  withNewBatch,
} from "#app/domains/labels/search.ts";
import { wasNote } from "#app/domains/labels/was.ts";
import { Button, LinkButton } from "#app/ui/Button.tsx";
import { classes } from "#app/ui/classes.ts";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { plural } from "#app/values/values.ts";
import { EntryField } from "./EntryField.tsx";
import { Hidden } from "./Hidden.tsx";
import { OutputButtons, PrintButton } from "./PrintButton.tsx";
import { submitterOf } from "./submitterOf.ts";
import { rowsForm, type Workstation } from "./useWorkstation.ts";

/** The batch of scans: newest first, each line with its quantity and price. */
export function BatchPanel({ workstation }: { workstation: Workstation }) {
  const { alias, live: state, lines, sets, changes, printer, scans, onTyped } = workstation;
  const { jobs, missing } = sets.batch;
  const id = useId();
  const toPrint = lines.filter((line) => !line.isSent);
  const handedOver = labelsOf(lines) - labelsOf(toPrint);
  const isSent = isSentBatch(state.batch);
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
        id={rowsForm}
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
                <Line key={line.barcode} line={line} workstation={workstation} />
              ))}
            </ul>
          </>
        )}
        {changes.length > 0 && (
          <Notice tone="attention">
            <p className="font-semibold">Nothing was printed yet. 'Print all' prints at the prices of now.</p>
            <ul>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </Notice>
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
              <PrintButton
                label="Print all"
                note={missing.length === 0 ? undefined : `Not printed: ${missing.slice(0, 2).join(" ")}`}
                missing={[...(jobs.length === 0 ? missing : []), ...printer.missing]}
                isLooking={scans.isLooking}
                onPrint={workstation.printBatch}
              />
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
          <OutputButtons alias={alias} set="batch" hasStation={!isSent} />
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

const labelsOf = (lines: readonly BatchLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);

type LineProps = { line: BatchLine; workstation: Workstation };

/** The fields of a line; of a sent one, the values it was sent with, and what became of its label. */
function LineEntries({ line, workstation }: LineProps) {
  const { barcode, name, detail } = line;
  if (!line.isSent) {
    const entry = { label: "Quantity", of: `${name} ${detail}` };
    return (
      <>
        <EntryField
          {...entry}
          kind="quantity"
          id={`batch-${barcode}`}
          name={batchQuantityField(barcode)}
          value={line.quantity}
          problem={line.quantityProblem}
          onFocus={(event) => event.currentTarget.select()}
        />
        <EntryField
          {...entry}
          kind="price"
          id={`batch-price-${barcode}`}
          name={batchPriceField(barcode)}
          label="Price ($)"
          value={line.price}
          problem={line.priceProblem}
        />
      </>
    );
  }
  const unsent = workstation.printer.printing?.unsentState(barcode);
  return (
    <>
      <p className="tabular-nums">
        <span className="sr-only">Quantity </span>
        {line.quantity}
      </p>
      <p className="tabular-nums">
        {unsent ? (
          <StatusBadge tone={unsent.tone}>{unsent.label}</StatusBadge>
        ) : (
          <>
            <Icon name="check" /> Handed over
          </>
        )}
      </p>
    </>
  );
}

function Line({ line, workstation }: LineProps) {
  const { alias, live: state, lineNotices } = workstation;
  const { barcode, name, detail, problem, product, price, quantity } = line;
  const over = product && typedOver({ quantities: {}, price }, product);
  const prices = [
    line.isSent && `$${price}`,
    over !== undefined && `typed over $${over}`,
    product && wasNote(product, state.was, price),
  ];
  const entry = state.batch.find((one) => one.barcode === barcode) ?? { barcode, quantity };
  const hrefWith = (changed: readonly BatchEntry[]) =>
    labelsPath(alias, {
      ...state,
      batch: state.batch.flatMap((one) => (one.barcode === barcode ? changed : one)),
    });
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
        {lineNotices[barcode]?.map((notice) => (
          <p key={notice} className="text-attention">
            {notice}
          </p>
        ))}
      </div>
      <LineEntries line={line} workstation={workstation} />
      {line.isNothingAsked && (
        <div className="col-span-full">
          <LinkButton href={hrefWith([{ ...entry, isFree: true }])} variant="secondary" data-replace="">
            Print $0.00
          </LinkButton>
        </div>
      )}
      <Hidden fields={(line.isSent ? lineFields : freeFields)(asPriced(entry, price))} />
      <LinkButton
        href={hrefWith([])}
        variant="quiet"
        icon="close"
        data-replace=""
        aria-label={`Remove ${name} ${detail}`}
      />
    </li>
  );
}
