import { type FormEvent, useId } from "react";
import { Button } from "#app/core/ui/Button.tsx";
import { classes } from "#app/core/ui/classes.ts";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { formatUnits, plural } from "#app/core/values/values.ts";
import type { LineView } from "../batch.ts";
import { fieldName, maxBatchLines } from "../batchChanges.ts";
import { pricesChanged } from "../entry.ts";
import { copiesIn } from "../label.ts";
import { isOfPress, isSent, needsLook, queueSummary, unsentText } from "../labelStates.ts";
import { labelBatchPath, labelsPath } from "../paths.ts";
import { EntryField } from "./EntryField.tsx";
import { Hidden } from "./forms.tsx";
import { Notices } from "./Notices.tsx";
import { Outputs, PrintButton } from "./PrintButton.tsx";
import { printName, rowsForm, type Workstation } from "./useWorkstation.ts";

const columns = "grid grid-cols-[minmax(0,1fr)_5.5rem_9rem_var(--reach)] gap-2";

/** The batch of scans: newest first, each line with its quantity and price. */
export function BatchPanel({ workstation }: { workstation: Workstation }) {
  const { alias, live: state, batch, changes, batchProblem, printer, scans } = workstation;
  const {
    lines,
    count,
    toPrint,
    handedOver,
    doubtful,
    isSent: isDone,
    isPrintable,
    missing,
    presses,
  } = batch;
  const queued = queueOf(workstation).filter(({ id }) => isOfPress(id, presses));
  const unsent = queued.filter((label) => needsLook(label) && label.state !== "unknown");
  const isWell = queued.every((label) => isSent(label) && label.hold === undefined);
  const others = handedOver - copiesIn(queued);
  const handedText = [
    !isWell && queueSummary(queued),
    (isWell || others > 0) && `${plural(isWell ? handedOver : others, "label", "labels")} handed over`,
  ]
    .filter(Boolean)
    .join(" ");
  const id = useId();
  return (
    <section className="card batch text-md" aria-labelledby={`${id}-head`}>
      <header className="card-head">
        <h2 id={`${id}-head`}>Batch</h2>
        <p className="text-ink-faint tabular-nums" role="status">
          {!isDone && (
            <>
              {plural(toPrint.labels, "label", "labels")} of {plural(toPrint.barcodes, "barcode", "barcodes")}
              {count >= maxBatchLines && ": the batch is full"}
            </>
          )}
          {handedOver > 0 && `${isDone ? "" : "; "}${handedText}`}
        </p>
      </header>
      <form
        id={rowsForm}
        method="post"
        action={labelBatchPath(alias, state)}
        autoComplete="off"
        onSubmit={workstation.onSubmit}
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
            <div
              className={`${columns} py-1 text-xs font-medium text-ink-soft max-sm:hidden`}
              aria-hidden="true"
            >
              <span>Product</span>
              <span>Quantity</span>
              <span>Price ($)</span>
            </div>
            <ul
              className="relative max-h-[60vh] overflow-y-auto border-b border-line wrap-anywhere"
              data-scroll="keep"
            >
              {lines.map((line) => (
                <Line key={line.key} line={line} workstation={workstation} />
              ))}
            </ul>
            {lines.length < count && (
              <p>
                The newest {lines.length} lines are shown.{" "}
                <a href={labelsPath(alias, { ...state, whole: true })} data-replace="" data-scroll="keep">
                  Show all {formatUnits(count)}
                </a>
              </p>
            )}
          </>
        )}
        {batchProblem !== undefined && <Notice tone="attention">{batchProblem}</Notice>}
        {changes.length > 0 && (
          <Notice tone="attention">
            <p className="font-semibold">{pricesChanged}</p>
            <ul>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="flex flex-wrap items-start gap-2 pt-3">
          <div
            className={classes(
              state.gather && "is-held",
              !isDone && !printer.isElsewhere && "with-scripting",
            )}
          >
            <p
              className={classes(
                "hidden tabular-nums",
                state.gather && "flex-auto font-semibold max-sm:tall:block",
              )}
              aria-hidden="true"
            >
              {isDone ? "Handed over" : plural(toPrint.labels, "label", "labels")}
            </p>
            {isDone && unsent.length > 0 ? (
              <Button type="submit" name="again" value="all" variant="primary" icon="refresh">
                {`Print the ${copiesIn(unsent)} that were not sent`}
              </Button>
            ) : isDone ? (
              <Button type="submit" name="clear" value="all" variant="primary" icon="created">
                Start a new batch
              </Button>
            ) : (
              <PrintButton
                label="Print all"
                note={missing.length === 0 ? undefined : `Not printed: ${missing.slice(0, 2).join(" ")}`}
                missing={[...(isPrintable ? [] : missing), ...printer.missing]}
                isLooking={scans.isLooking}
                isHere={!printer.isElsewhere}
                type="submit"
                name={printName("batch")}
                value={workstation.token}
              />
            )}
          </div>
          {handedOver > doubtful && (
            <Button type="submit" name="back" value="others" icon="refresh">
              Put them back
            </Button>
          )}
          {doubtful > 0 && (
            <Button type="submit" name="back" value="doubtful" icon="refresh">
              {`Put back ${plural(doubtful, "label", "labels")} that may have been printed`}
            </Button>
          )}
          <Button type="submit" variant="primary" className="without-scripting">
            Update
          </Button>
          {/* Their press saves what was typed first. */}
          <Outputs
            hasStation={!isDone && !printer.isElsewhere}
            submits={(to) => ({ name: "to", value: to })}
          />
          {lines.length > 0 && !isDone && (
            <Button type="submit" name="clear" value="all" variant="quiet" icon="close">
              Clear batch
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

/** The labels of the station, as the page that prints knows them, else as they were read. */
const queueOf = ({ printer: { printing }, batch }: Workstation) =>
  printing && printing.work !== "starting" ? printing.journal : batch.queue;

type LineProps = { line: LineView; workstation: Workstation };

/** The fields of a line; of a sent one, the values it was sent with, and what became of its label. */
function LineEntries({ line, workstation }: LineProps) {
  const { typedIn, onLine } = workstation;
  const { barcode, name, detail, quantity } = line;
  if (!line.isSent) {
    const entry = (field: "quantity" | "price") => ({
      ...{ kind: field, of: `${name} ${detail}`, id: `batch-${field}-${barcode}` },
      name: fieldName({ field, barcode, from: line[field] }),
      value: typedIn({ field, barcode }) ?? line[field],
      onInput: ({ currentTarget: { value: to } }: FormEvent<HTMLInputElement>) =>
        onLine({ barcode, field, to }),
    });
    return (
      <>
        <EntryField
          {...entry("quantity")}
          label="Quantity"
          problem={line.quantityProblem}
          onFocus={(event) => event.currentTarget.select()}
        />
        <EntryField {...entry("price")} label="Price ($)" problem={line.priceProblem} />
      </>
    );
  }
  const unsent = unsentText(line, queueOf(workstation));
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
  const { key, name, detail, problem, isSent } = line;
  const isWrong = (line.quantityProblem ?? line.priceProblem) !== undefined;
  return (
    <li
      className={classes(
        columns,
        "group border-t border-line py-2 max-sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:[&_.entry>label]:sr-only",
        isSent ? "items-center text-ink-soft" : "items-start",
      )}
    >
      <div className="min-w-0 max-sm:col-span-full">
        <p className={classes("batch-name font-semibold", !isSent && "group-first:text-accent")}>{name}</p>
        {problem === undefined ? (
          <p className="text-ink-faint">{line.details}</p>
        ) : (
          <p className="text-danger">
            <Icon name="attention" /> {problem}
          </p>
        )}
        <Notices of={line.notices} />
      </div>
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
        className={classes(
          "min-w-[var(--reach)] !px-2 max-sm:!px-3",
          isSent ? "self-center" : isWrong ? "max-sm:self-center" : "max-sm:self-end",
        )}
        aria-label={`Remove ${name} ${detail}`}
      />
    </li>
  );
}
