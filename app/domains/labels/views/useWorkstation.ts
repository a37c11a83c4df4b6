import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import {
  type Dispatch,
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from "react";
import { readableRows } from "#app/lists/listed.ts";
import { useBeforePaint } from "#app/ui/useBeforePaint.ts";
import { plural } from "#app/values/values.ts";
import type { BatchView } from "../batch.ts";
import type { FieldOf, Typed } from "../batchRecord.ts";
import { newId } from "../browser.ts";
import { noRecordOf, readPrice } from "../entry.ts";
import type { LabelSettings } from "../forms.ts";
import {
  choiceOf,
  type LabelJob,
  labelOfScan,
  previewLabels,
  priceText,
  printSets,
  wasBooks,
} from "../jobs.ts";
import { copiesIn, designChoices } from "../label.ts";
import type { Picture } from "../labelSchemas.ts";
import { isTrouble } from "../labelStates.ts";
import { chosenProduct, type LabelProductView, type ProductList, sizeOfBarcode } from "../model.ts";
import { labelBatchPath, labelsPath } from "../paths.ts";
import {
  type LabelState,
  labelFilterSearch,
  labelProductSearch,
  lookOf,
  readLabelSearch,
  stateFields,
} from "../search.ts";
import { fileLanguage, mediaFor, printerLanguage } from "../settings.ts";
import { submitterOf } from "./forms.tsx";
import { useBatch } from "./useBatch.ts";
import { usePrinting } from "./usePrinting.ts";
import { type Scan, useScanner } from "./useScanner.ts";
import {
  afterEvent,
  stateAtStart,
  typedIn,
  type WorkstationEvent,
  type WorkstationState,
  withTyped,
} from "./workstationState.ts";

/** The form of the current product; its fields are spread over the page. */
export const entryForm = "label-entry";
/** The form of the batch and of the table's open rows, whose fields its buttons submit too. */
export const rowsForm = "label-rows";

export type WorkstationProps = {
  alias: string;
  storeName: string;
  state: LabelState;
  list: ProductList | undefined;
  /** Why the barcode of the address is not looked up. */
  scanProblem: string | undefined;
  batch: BatchView;
  /** The name of a form's next submission. */
  token: string;
  settings: LabelSettings;
  /** The pictures of the labels as the page opened, and their address. */
  preview: { src: string; pictures: Picture[] };
};

const noPrinter = "Choose a printer.";

/** The address follows what is typed after this long without a key press, in ms. */
const pauseMs = 300;

/**
 * The page's product and look as typed: every key press counts at once; the address follows a moment later, in its
 * history entry. Input during a navigation is applied to its result.
 */
function useLive(
  alias: string,
  { base, edits, key }: WorkstationState,
  dispatch: Dispatch<WorkstationEvent>,
) {
  const isGoing = useNavigation().state !== "idle";
  const isTyped = Object.keys(edits).length > 0;
  const live = useMemo(() => (isTyped ? withTyped({ base, edits }) : base), [isTyped, base, edits]);
  const depart = useCallback(() => dispatch({ is: "departed", live, sent: edits }), [dispatch, live, edits]);
  useBeforePaint(() => {
    if (isGoing || !isTyped) return;
    const timer = window.setTimeout(() => {
      const { state } = window.history;
      // Where a navigation has ended that isn't rendered yet, the history entry is no longer this page's.
      if ((state?.key ?? "default") !== key) return;
      window.history.replaceState(state, "", labelsPath(alias, live));
      depart();
    }, pauseMs);
    return () => window.clearTimeout(timer);
  }, [isGoing, isTyped, key, alias, live, depart]);
  return { live, depart };
}

/** The current state as typed: product, labels, and batch. */
function useWork(props: WorkstationProps, { printing }: Printer) {
  const { alias, storeName, list, state: address } = props;
  const { key } = useLocation();
  const [state, dispatch] = useReducer(afterEvent, { key, address, batch: props.batch }, stateAtStart);
  // Not in an effect: a queued scan must start from the typed values applied to the page just loaded.
  if (state.key !== key || state.loaded !== props.batch)
    dispatch({ is: "loaded", key, address, batch: props.batch });
  const { live, depart } = useLive(alias, state, dispatch);
  const { filter } = live;
  const { batch, batchProblem, changes, scan } = state;
  const listed = useMemo(() => readableRows(list?.rows ?? []), [list]);
  const product = chosenProduct(list, live);
  const choice = choiceOf(storeName, live);
  const look = JSON.stringify([choice.design, choice.was, live.whole, printing?.saves ?? 0]);
  const send = useBatch(labelBatchPath(alias, live), look, state, dispatch);
  const sets = printSets(product, live, choice);
  return {
    ...{ live, depart, dispatch, batch, batchProblem, changes, send, listed, product, choice, sets },
    /** What became of the scan now shown. */
    scan: scan?.code === filter.barcode ? scan : undefined,
    designs: designChoices(storeName),
    books: wasBooks([...listed, { otherPrices: batch.books }], live.was),
    previewed: product ? previewLabels(product, live, choice) : [],
    scanLine: toScanLine(live, { product, batch, jobs: sets.design.jobs }),
    typedIn: (of: FieldOf) => typedIn(state, of),
    onLine: (edit: Typed) => dispatch({ is: "lineTyped", edit }),
    /** A field of the product, or of the look, has changed. */
    onTyped(field: EventTarget) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
      dispatch({ is: "typed", name: field.name, value: field.value });
    },
  };
}

/**
 * The last scan in one line below the barcode, since on a small screen all else is further down: product, price, and the
 * number of its labels in the batch, or to print.
 */
function toScanLine(
  live: LabelState,
  { product, batch, jobs }: { product: LabelProductView | undefined; batch: BatchView; jobs: LabelJob[] },
): string | undefined {
  const { barcode } = live.filter;
  const quantity = live.gather ? batch.quantities[barcode] : undefined;
  if (!product || (live.gather && quantity === undefined)) return undefined;
  const size = sizeOfBarcode(product, barcode)?.size;
  const line = batch.lines.find((one) => live.gather && one.key === barcode);
  const price = readPrice(line?.price ?? priceText(live, product));
  const labels = copiesIn(jobs);
  return [
    size ? `${product.name}, size ${size}` : product.name,
    price.value === undefined ? "no price" : `$${price.value}`,
    live.gather ? `${quantity || "0"} in batch` : labels > 1 && plural(labels, "label", "labels"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The label printer of this workstation and its command language. */
function usePrinter({ alias, settings }: WorkstationProps) {
  const { printing, ...kept } = usePrinting(alias, settings);
  const filed = fileLanguage(settings);
  const name = printing?.printer?.name ?? settings.printer;
  const chosen =
    name === undefined
      ? undefined
      : { name, language: printing?.language ?? printerLanguage(settings, name) };
  return {
    printing,
    ...kept,
    filed,
    language: printing?.language ?? filed,
    media: mediaFor(settings, name),
    chosen,
    missing: printing?.printer ? [] : [noPrinter],
  };
}

type Printer = ReturnType<typeof usePrinter>;

function troublesOf({ printing }: Printer): number | undefined {
  if (!printing || printing.work === "starting") return undefined;
  const { entries, paused } = printing.queue;
  return entries.filter(isTrouble).length + (paused === undefined ? 0 : 1);
}

/** The label that the scan now shown prints by itself, or why a person has to look first (labels#scan-and-print). */
function scanToPrint({ live, listed, choice, scan }: ReturnType<typeof useWork>) {
  const { each, filter } = live;
  if (!each || filter.barcode === "" || listed.length === 0) return { job: undefined, held: undefined };
  const read = labelOfScan(listed, filter.barcode, choice);
  const job = "job" in read ? read.job : undefined;
  const why = "ask" in read ? read.ask : scan?.is === "unprinted" && "there is no printer. Choose one";
  // Pressing the button is the answer.
  return { job, held: scan?.is === "answered" || !why ? undefined : why };
}

/** The scan field and the results of its scans. */
function useScans(props: WorkstationProps, work: ReturnType<typeof useWork>, printer: Printer) {
  const { live, depart, dispatch, send, scan } = work;
  const { alias, list } = props;
  const { gather, each, filter } = live;
  const location = useLocation();
  const next = useNavigation().location;
  const navigate = useNavigate();
  async function onScan({ code, id }: Scan) {
    depart();
    if (gather) {
      const taken = await send([
        ["scan", code],
        ["token", id],
      ]);
      const why = taken ? taken.problem : "The portal did not answer: look whether the batch has it.";
      dispatch({ is: "scanned", scan: why === undefined ? undefined : { code, is: "refused", why } });
    }
    const scanned = { ...lookOf(live), filter: { ...labelFilterSearch.every, barcode: code } };
    navigate(labelsPath(alias, scanned), { preventScrollReset: true });
  }
  const isNoRecord = filter.barcode !== "" && list !== undefined && list.rows.length === 0;
  const { job, held } = scanToPrint(work);
  const problem =
    props.scanProblem ??
    scan?.why ??
    (isNoRecord ? noRecordOf(filter.barcode) : held && `Not printed: ${held}, then press Print Barcode.`);
  /** Prints the scan now shown immediately if scan-and-print is on; why it led to nothing. */
  function onLanded(): string | undefined {
    const code = filter.barcode;
    const isRead = problem === undefined && list !== undefined;
    const isSent = isRead && job && printer.printing?.print([{ ...job, scan: code }]);
    const unprinted = job && !isSent ? ({ code, is: "unprinted" } as const) : undefined;
    // It prints again once a printer is there, and is asked about again.
    if (each && (isRead || scan?.is === "answered")) dispatch({ is: "scanned", scan: unprinted });
    if (!isRead) return problem ?? "Not read.";
    return each && !isSent ? "No printer was there." : undefined;
  }
  const scanner = useScanner({
    inTurn: gather || each,
    page: location.key,
    shown: props.state.filter.barcode,
    troubles: troublesOf(printer),
    onScan,
    onLanded,
  });
  const target = next?.pathname === location.pathname ? readLabelSearch(next.search) : props.state;
  // Another product or a scan is loading: what is shown is no longer the intended one.
  const isGoing =
    target.filter.barcode !== props.state.filter.barcode || target.product !== props.state.product;
  const isLooking = isGoing || scanner.waiting > 0;
  // A page opened by a URL with a barcode was not scanned: nothing was printed for it (labels#scan).
  const isOpened = each && scanner.scans === 0;
  const said = scanner.problem ?? (isLooking ? undefined : problem);
  return {
    ...scanner,
    isLooking,
    failed:
      isOpened || said === undefined ? undefined : { code: scanner.refused ?? filter.barcode, why: said },
    lastCode: isOpened ? "" : filter.barcode,
    line: isOpened ? undefined : work.scanLine,
    problem: said,
    held,
  };
}

/**
 * The label workstation: what is scanned and typed, the resulting labels, and their printer.
 * Everything shown is derived from it.
 */
export function useWorkstation(props: WorkstationProps) {
  const { alias } = props;
  const printer = usePrinter(props);
  const work = useWork(props, printer);
  const scans = useScans(props, work, printer);
  const { live, product, depart } = work;
  const { printing } = printer;

  const panel = useRef<HTMLElement>(null);
  const card = useRef<HTMLElement>(null);
  const chosen = product && live.product === product.key ? product.key : "";
  useChosenProduct(chosen, { panel, top: live.gather ? panel : card });

  const navigate = useNavigate();
  const { focusBarcode } = scans;
  function onEntrySubmit(event: FormEvent<HTMLFormElement>) {
    const submitter = submitterOf(event);
    const pressed = submitter?.getAttribute("name");
    if (submitter?.hasAttribute("formaction") && pressed !== "add") return;
    event.preventDefault();
    if (pressed === labelProductSearch.names.free) {
      depart();
      navigate(labelsPath(alias, { ...live, free: true }), { replace: true, preventScrollReset: true });
      // Pressing the button confirms the price, so it prints if possible.
      if (product) print(printSets(product, { ...live, free: true }, work.choice).design.jobs);
    } else if (pressed === "add") void addEntry();
    focusBarcode();
  }
  async function addEntry() {
    const answer = await work.send([["add", newId()], ...stateFields(live)]);
    if (!answer || answer.problem !== undefined) return;
    depart();
    const emptied = { quantities: {}, price: undefined, free: false };
    navigate(labelsPath(alias, { ...live, ...emptied, gather: true }));
  }
  function print(jobs: LabelJob[]) {
    const { barcode } = live.filter;
    const isScan = live.each && barcode !== "";
    const isTaken = printing?.print(isScan ? jobs.map((job) => ({ ...job, scan: barcode })) : jobs);
    if (isTaken) {
      if (isScan) work.dispatch({ is: "scanned", scan: { code: barcode, is: "answered" } });
      scans.missed.settle(barcode);
    }
    focusBarcode();
  }
  // A press that got no answer is repeated under the same name.
  const press = useRef({ isGoing: false, name: "" });
  /**
   * Prints the open lines of the batch at the prices of now: where one has changed since the scan, it is said, and the
   * next press prints the new ones (labels#true-price). The portal hands the labels over to this workstation's own
   * station under a name.
   */
  async function printBatch() {
    if (press.current.isGoing || !printing) return;
    const name = press.current.name || newId();
    press.current = { isGoing: true, name };
    const answer = await work.send([["print", name], ...Object.entries(printing.own)]);
    press.current = { isGoing: false, name: answer ? "" : name };
    printing.look();
    focusBarcode();
  }
  return {
    ...{ ...work, alias, printer, scans, panel, card, onEntrySubmit, print },
    printBatch: () => void printBatch(),
    ...{ preview: props.preview, token: props.token },
  };
}

export type Workstation = ReturnType<typeof useWorkstation>;

/**
 * After a choice in the list, far down the page, focuses the first quantity and scrolls it into
 * view, since it is typed next. `chosen`: the product's key; empty if none is chosen in the list.
 * `top`: what should be visible above the quantities.
 */
function useChosenProduct(
  chosen: string,
  { panel, top }: { panel: RefObject<HTMLElement>; top: RefObject<HTMLElement> },
) {
  const before = useRef(chosen);
  useEffect(() => {
    if (chosen === before.current) return;
    before.current = chosen;
    const quantity = panel.current?.querySelector<HTMLInputElement>(".size input");
    if (chosen === "" || !quantity) return;
    quantity.focus({ preventScroll: true });
    quantity.select();
    top.current?.scrollIntoView({ block: "nearest" });
    quantity.scrollIntoView({ block: "nearest" });
  }, [chosen, panel, top]);
}
