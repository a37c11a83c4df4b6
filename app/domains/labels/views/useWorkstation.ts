import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
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
import type { SearchEntry } from "#app/search/search.ts";
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
  pricesOf,
  priceText,
  printSets,
  wasBooks,
} from "../jobs.ts";
import { copiesIn, designChoices } from "../label.ts";
import type { Printer as LabelPaper, Picture } from "../labelSchemas.ts";
import { isTrouble } from "../labelStates.ts";
import { chosenProduct, type LabelProductView, type ProductList, sizeOfBarcode } from "../model.ts";
import { labelBatchPath, labelsPath } from "../paths.ts";
import {
  type LabelSet,
  type LabelState,
  labelFilterSearch,
  labelProductSearch,
  lookOf,
  readLabelSearch,
  stateFields,
} from "../search.ts";
import { fileLanguage, mediaFor, printerLanguage } from "../settings.ts";
import type { PlaceView } from "../stations/shown.ts";
import { submitterOf } from "./forms.tsx";
import { useBatch } from "./useBatch.ts";
import { usePrinting } from "./usePrinting.ts";
import { useScanner } from "./useScanner.ts";
import {
  afterEvent,
  stateAtStart,
  typedIn,
  unanswered,
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
  /** The station that the page works for; one that is not the workstation's own prints elsewhere. */
  station: PlaceView;
  /** What the station's labels are rendered for, as the page opened. */
  paper: LabelPaper;
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
  const { batch, batchProblem, changes, scan } = state;
  const listed = useMemo(() => readableRows(list?.rows ?? []), [list]);
  const product = chosenProduct(list, live);
  const choice = choiceOf(storeName, live);
  const look = JSON.stringify([choice.design, choice.was, live.whole, printing?.saves ?? 0]);
  // By name: where the browser has become another workstation, as by another tab, the portal refuses.
  const path = labelBatchPath(alias, { ...live, station: props.station.id });
  const send = useBatch(path, look, state, dispatch);
  const sets = printSets(product, live, choice);
  return {
    ...{ live, depart, dispatch, batch, batchProblem, changes, listed, product, choice, sets, scan },
    ...{ path, send },
    designs: designChoices(storeName),
    books: wasBooks([...listed, { otherPrices: batch.books }], live.was),
    previewed: product ? previewLabels(product, live, choice) : [],
    // Of the scan that the page shows a later change of the batch counts.
    scanLine:
      scan?.said !== undefined && !(live.gather && scan.code === live.filter.barcode)
        ? scan.said
        : toScanLine(live, { product, batch, jobs: sets.design.jobs }),
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

/** The label printer of this workstation, or of the station elsewhere that it works for, and its command language. */
function usePrinter({ alias, station, paper, settings }: WorkstationProps) {
  const { printing, ...kept } = usePrinting(alias, settings, station.isOwn ? station.id : undefined);
  const filed = fileLanguage(settings);
  if (!station.isOwn)
    return { printing, ...kept, filed, ...paper, chosen: undefined, missing: [], isElsewhere: true };
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
    isElsewhere: false,
  };
}

type Printer = ReturnType<typeof usePrinter>;

function troublesOf({ printing }: Printer): number | undefined {
  if (!printing || printing.work === "starting") return undefined;
  const { entries, paused } = printing.queue;
  return entries.filter(isTrouble).length + (paused === undefined ? 0 : 1);
}

/** Why a person has to look at the product of the scan now shown before it prints (labels#scan-and-print). */
function heldOf({ live, listed, choice, scan }: ReturnType<typeof useWork>): string | undefined {
  const { each, filter } = live;
  if (!each || filter.barcode === "" || listed.length === 0) return undefined;
  // Pressing the button is the answer.
  if (scan && (scan.is === "accepted" || scan.is === "answered")) return undefined;
  const read = labelOfScan(listed, filter.barcode, choice);
  if ("ask" in read) return read.ask;
  return scan?.is === "unprinted" ? "there is no printer. Choose one" : undefined;
}

/** The scan field and the results of its scans. */
function useScans(props: WorkstationProps, work: ReturnType<typeof useWork>, printer: Printer) {
  const { live, depart, dispatch, send, path, scan } = work;
  const { alias, list } = props;
  const { gather, each, filter } = live;
  const { printing } = printer;
  const location = useLocation();
  const next = useNavigation().location;
  const navigate = useNavigate();
  // A scan may be answered after the page's mode has changed.
  const latest = useRef({ live, depart, printer });
  latest.current = { live, depart, printer };
  function lookUp(code: string) {
    latest.current.depart();
    const scanned = { ...lookOf(latest.current.live), filter: { ...labelFilterSearch.every, barcode: code } };
    navigate(labelsPath(alias, scanned), { preventScrollReset: true });
  }
  /** Sends a scan in the mode in which it was made; the portal adds it to the batch, or asks for its label. */
  const sendScan: Parameters<typeof useScanner>[0]["send"] = async ({ code, id, to }, isLast) => {
    const mode = readLabelSearch(to);
    if (mode.each && latest.current.printer.missing.length > 0) {
      dispatch({ is: "scanned", scan: { code, is: "unprinted" } });
      if (isLast()) lookUp(code);
      return "No printer was there.";
    }
    const token: SearchEntry[] = [
      ["scan", code],
      ["token", id],
    ];
    const answer = await send([...token, ...pageOf(printing)], to);
    printing?.expect();
    const where = mode.gather ? "the batch" : "the station";
    const why = answer ? answer.problem : `The portal did not answer: look whether ${where} has it.`;
    const is = why === undefined ? "accepted" : "refused";
    dispatch({ is: "scanned", scan: { code, is, why, said: answer?.said } });
    // Nothing else leaves the page, which would lose the next scans where it can't be shown.
    if (isLast() && answer?.isHeld) lookUp(code);
    return why;
  };
  const isNoRecord = filter.barcode !== "" && list !== undefined && list.rows.length === 0;
  const held = heldOf(work);
  const problem =
    (held && `Not printed: ${held}, then press Print Barcode.`) ??
    (scan ? scan.why : (props.scanProblem ?? (isNoRecord ? noRecordOf(filter.barcode) : undefined)));
  const scanner = useScanner({
    inTurn: gather || each,
    page: location.key,
    shown: props.state.filter.barcode,
    to: path,
    troubles: troublesOf(printer),
    send: sendScan,
    lookUp,
    problem: () => problem ?? (list === undefined ? "Not read." : undefined),
  });
  const target = next?.pathname === location.pathname ? readLabelSearch(next.search) : props.state;
  // Another product or a scan is loading: what is shown is no longer the intended one.
  const isGoing =
    target.filter.barcode !== props.state.filter.barcode || target.product !== props.state.product;
  const isLooking = isGoing || scanner.isBusy;
  // A page opened by a URL with a barcode was not scanned: nothing was printed for it (labels#scan).
  const isOpened = each && scanner.scans === 0;
  const said = scanner.problem ?? (isGoing ? undefined : problem);
  const code = scan?.code ?? filter.barcode;
  const failed = isOpened || said === undefined ? undefined : { code: scanner.refused ?? code, why: said };
  return {
    ...{ ...scanner, isLooking, failed, problem: said, held },
    lastCode: isOpened ? "" : code,
    line: isOpened ? undefined : work.scanLine,
  };
}

/** The page's name at its own station, for what it asks for there. */
const pageOf = (printing: Printer["printing"]): SearchEntry[] => (printing ? [["page", printing.page]] : []);

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
  const { revalidate } = useRevalidator();
  const { focusBarcode } = scans;
  function onEntrySubmit(event: FormEvent<HTMLFormElement>) {
    const submitter = submitterOf(event);
    const pressed = submitter?.getAttribute("name");
    if (submitter?.hasAttribute("formaction") && pressed !== "add" && !pressed?.startsWith("print.")) return;
    event.preventDefault();
    if (pressed === labelProductSearch.names.free) {
      depart();
      navigate(labelsPath(alias, { ...live, free: true }), { replace: true, preventScrollReset: true });
      // Pressing the button confirms the price, so it prints if possible.
      if (printer.missing.length === 0) print("design", { ...live, free: true });
    } else if (pressed === "add") void addEntry();
    else if (pressed === "print.barcode") print("barcode");
    else if (pressed === "print.design") print("design");
    focusBarcode();
  }
  async function addEntry() {
    const answer = await work.send([["add", newId()], ...stateFields(live)]);
    if (!answer || answer.problem !== undefined) return;
    depart();
    const emptied = { quantities: {}, price: undefined, free: false };
    navigate(labelsPath(alias, { ...live, ...emptied, gather: true }));
  }
  // The names of presses without an answer: the same press is repeated under the same name.
  const presses = useRef(new Map<string, { name: string; isGoing: boolean }>());
  /** Asks the station for labels; undefined while the same press has no answer yet. */
  async function press(set: LabelSet, fields: readonly SearchEntry[] = []) {
    const of = JSON.stringify([set, fields]);
    const known = presses.current.get(of);
    if (known?.isGoing) return undefined;
    const name = known?.name ?? newId();
    presses.current.set(of, { name, isGoing: true });
    const answer = await work.send([[`print.${set}`, name], ...fields, ...pageOf(printing)]);
    if (answer) presses.current.delete(of);
    else presses.current.set(of, { name, isGoing: false });
    printing?.expect();
    focusBarcode();
    return { answer, why: answer ? answer.problem : unanswered };
  }
  /** Prints the labels of the product, or the test label, at the price that is shown (labels#true-price). */
  async function printSet(set: Exclude<LabelSet, "batch">, state: LabelState) {
    const { barcode } = state.filter;
    const jobs = set !== "test" && product ? printSets(product, state, work.choice)[set].jobs : [];
    const shown: SearchEntry[] = set === "test" ? [] : [...stateFields(state), ["prices", pricesOf(jobs)]];
    const pressed = await press(set, shown);
    if (!pressed) return;
    const { answer, why } = pressed;
    const is = why === undefined ? "answered" : "refused";
    work.dispatch({ is: "scanned", scan: { code: barcode, is, why, said: answer?.said } });
    if (why === undefined) scans.missed.settle(barcode);
    else scans.sounds.signal("wrong");
    // The price that the page shows may be another one now.
    if (why !== undefined) revalidate();
  }
  const print = (set: Exclude<LabelSet, "batch">, state = live) => void printSet(set, state);
  async function printUnsent() {
    await work.send([["again", "all"], ...pageOf(printing)]);
    printing?.expect();
  }
  /**
   * Prints the open lines of the batch at the prices of now: where one has changed since the scan, it is said, and the
   * next press prints the new ones (labels#true-price).
   */
  const printBatch = () => void press("batch");
  return {
    ...{ ...work, alias, printer, scans, panel, card, onEntrySubmit, print },
    printBatch,
    printUnsent: () => void printUnsent(),
    ...{ preview: props.preview, token: props.token, station: props.station },
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
