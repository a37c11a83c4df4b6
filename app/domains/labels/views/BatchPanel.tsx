import { type FormEvent, useId } from "react";
import { type BatchLine, isSentBatch, shownLines } from "#app/domains/labels/batch.ts";
import { lineNames, maxBatchLines, shownLine } from "#app/domains/labels/batchChanges.ts";
import { typedOver } from "#app/domains/labels/jobs.ts";
import { labelStates } from "#app/domains/labels/labelStates.ts";
import { labelBatchPath, labelsPath } from "#app/domains/labels/paths.ts";
import { wasNote } from "#app/domains/labels/was.ts";
import { Button } from "#app/ui/Button.tsx";
import { classes } from "#app/ui/classes.ts";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { formatUnits, plural } from "#app/values/values.ts";
import { EntryField } from "./EntryField.tsx";
import { Hidden, submitterOf } from "./forms.tsx";
import { BatchOutputs, PrintButton } from "./PrintButton.tsx";
import { rowsForm, type Workstation } from "./useWorkstation.ts";

/** The batch of scans: newest first, each line with its quantity and price. */
export function BatchPanel({ workstation }: { workstation: Workstation }) {
  const { alias, live: state, batch, lines, sets, changes, batchProblem, printer, scans, send } = workstation;
  const { jobs, missing } = sets.batch;
  const id = useId();
  const toPrint = lines.filter((line) => !line.isSent);
  const handedOver = labelsOf(lines) - labelsOf(toPrint);
  const isSent = isSentBatch(batch);
  const shown = state.whole ? lines : lines.slice(0, shownLines);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { name = "", value = "" } = submitterOf(event) ?? {};
    // A file, a sheet and a station are pages of their own.
    if (name === "to") return;
    event.preventDefault();
    void send(name === "" ? [] : [[name, value]]);
  }
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
        method="post"
        action={labelBatchPath(alias, state)}
        autoComplete="off"
        onSubmit={onSubmit}
      >
        {/* Enter presses the first button of a form. */}
        <button type="submit" hidden />
        <Hidden
          fields={[
            ["revision", String(batch.revision)],
            ["token", workstation.token],
          ]}
        />
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
              {shown.map((line) => (
                <Line key={line.key} line={line} workstation={workstation} />
              ))}
            </ul>
            {shown.length < lines.length && (
              <p>
                The newest {shown.length} lines are shown.{" "}
                <a href={labelsPath(alias, { ...state, whole: true })} data-replace="" data-scroll="keep">
                  Show all {formatUnits(lines.length)}
                </a>
              </p>
            )}
          </>
        )}
        {batchProblem !== undefined && <Notice tone="attention">{batchProblem}</Notice>}
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
              <Button type="submit" name="clear" value="all" variant="primary" icon="created">
                Start a new batch
              </Button>
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
          {handedOver > 0 && (
            <Button type="submit" name="back" value="all" icon="refresh">
              Put them back
            </Button>
          )}
          <Button type="submit" variant="primary" className="without-scripting">
            Update
          </Button>
          <BatchOutputs hasStation={!isSent} />
          {lines.length > 0 && !isSent && (
            <Button type="submit" name="clear" value="all" variant="quiet" icon="close">
              Clear batch
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

const labelsOf = (lines: readonly BatchLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);

type LineProps = { line: BatchLine; workstation: Workstation };

/** The fields of a line; of a sent one, the values it was sent with, and what became of its label. */
function LineEntries({ line, workstation: { onLine, printer } }: LineProps) {
  const { barcode, name, detail, quantity, price } = line;
  if (!line.isSent) {
    const entry = { label: "Quantity", of: `${name} ${detail}` };
    return (
      <>
        <EntryField
          {...entry}
          kind="quantity"
          id={`batch-${barcode}`}
          name={lineNames.quantity}
          value={quantity}
          problem={line.quantityProblem}
          onInput={({ currentTarget: { value: to } }) => onLine({ barcode, field: "quantity", to })}
          onFocus={(event) => event.currentTarget.select()}
        />
        <EntryField
          {...entry}
          kind="price"
          id={`batch-price-${barcode}`}
          name={lineNames.price}
          label="Price ($)"
          value={price}
          problem={line.priceProblem}
          onInput={({ currentTarget: { value: to } }) => onLine({ barcode, field: "price", to })}
        />
      </>
    );
  }
  const unsent = line.isHanded ? labelStates.unknown : printer.printing?.unsentState(barcode);
  return (
    <>
      <p className="tabular-nums">
        <span className="sr-only">Quantity </span>
        {quantity}
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
  const { live: state, lineNotices } = workstation;
  const { key, barcode, name, detail, problem, product, price, quantity } = line;
  const over = product && typedOver({ quantities: {}, price }, product);
  const prices = [
    line.isSent && `$${price}`,
    over !== undefined && `typed over $${over}`,
    product && wasNote(product, state.was, price),
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
        {lineNotices[key]?.map((notice) => (
          <p key={notice} className="text-attention">
            {notice}
          </p>
        ))}
      </div>
      {!line.isSent && <Hidden fields={[[lineNames.line, shownLine({ barcode, quantity, price })]]} />}
      <LineEntries line={line} workstation={workstation} />
      {line.isNothingAsked && (
        <div className="col-span-full">
          <Button type="submit" name="free" value={key}>
            Print $0.00
          </Button>
        </div>
      )}
      <Button
        type="submit"
        name="remove"
        value={key}
        variant="quiet"
        icon="close"
        aria-label={`Remove ${name} ${detail}`}
      />
    </li>
  );
}
