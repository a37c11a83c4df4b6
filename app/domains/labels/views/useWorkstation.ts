import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { type FormEvent, type RefObject, useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { readableRows } from "#app/core/lists/listed.ts";
import type { SearchEntry } from "#app/core/search/search.ts";
import { useBeforePaint } from "#app/core/ui/useBeforePaint.ts";
import { plural } from "#app/core/values/values.ts";
import type { BatchView } from "../batch.ts";
import type { FieldOf, Typed } from "../batchRecord.ts";
import type { LabelPrinting } from "../bridge/island.ts";
import { newId, unanswered } from "../browser.ts";
import type { LabelSettings } from "../forms.ts";
import {
  choiceOf,
  type LabelJob,
  previewLabels,
  pricesOf,
  priceText,
  printSets,
  scanText,
  wasBooks,
} from "../jobs.ts";
import { copiesIn, designChoices } from "../label.ts";
import type { Printer as LabelPaper, Picture } from "../labelSchemas.ts";
import { isTrouble } from "../labelStates.ts";
import {
  barcodeOnFile,
  chosenProduct,
  type LabelProductView,
  type ProductList,
  sizeOfBarcode,
} from "../model.ts";
import { labelBatchPath, labelsPath } from "../paths.ts";
import {
  type LabelSet,
  type LabelState,
  labelFilterSearch,
  labelProductSearch,
  labelSetSearch,
  lookOf,
  readLabelSearch,
  stateFields,
} from "../search.ts";
import { fileLanguage, mediaFor } from "../settings.ts";
import type { PlaceView } from "../stations/stationView.ts";
import { submitterOf } from "./forms.tsx";
import { useBatch } from "./useBatch.ts";
import { usePrinting } from "./usePrinting.ts";
import { type Scan, type ScanAnswer, useScanner } from "./useScanner.ts";
import { afterEvent, stateAtStart, typedIn, type WorkstationState } from "./workstationState.ts";

/** The form of the current product; its fields are spread over the page. */
export const entryForm = "label-entry";
/** The form of the batch and of the table's open rows, whose fields its buttons submit too. */
export const rowsForm = "label-rows";

/** The name of the button that prints these labels. */
export const printName = (set: LabelSet): string => `print.${set}`;

export type WorkstationProps = {
  alias: string;
  storeName: string;
  /** The station that the page works for; one that is not the workstation's own prints elsewhere. */
  station: PlaceView;
  /** What the station's labels are rendered for, as the page opened. */
  paper: LabelPaper;
  state: LabelState;
  list: ProductList | undefined;
  /** Why the barcode of the address has no product, and what a person decides before its scan prints. */
  scanProblem: string | undefined;
  ask: string | undefined;
  batch: BatchView;
  /** The name of a form's next submission. */
  token: string;
  settings: LabelSettings;
  /** The pictures of the labels as the page opened, and their address. */
  preview: { src: string; pictures: Picture[] };
};

/** The address follows what is typed after this long without a key press, in ms. */
const pauseMs = 300;

/** Has the address follow what is typed, in its history entry; input during a navigation is applied to its result. */
function useAddress(alias: string, { key, live, edits }: WorkstationState, depart: () => void) {
  const isGoing = useNavigation().state !== "idle";
  useBeforePaint(() => {
    if (isGoing || Object.keys(edits).length === 0) return;
    const timer = window.setTimeout(() => {
      const { state } = window.history;
      // Where a navigation has ended that isn't rendered yet, the history entry is no longer this page's.
      if ((state?.key ?? "default") !== key) return;
      window.history.replaceState(state, "", labelsPath(alias, live));
      depart();
    }, pauseMs);
    return () => window.clearTimeout(timer);
  }, [isGoing, key, alias, live, edits, depart]);
}

/**
 * The last scan in one line below the barcode, since on a small screen all else is further down: product, price, and the
 * number of its labels in the batch, or to print.
 */
function toScanLine(
  live: LabelState,
  { product, batch, jobs }: { product: LabelProductView | undefined; batch: BatchView; jobs: LabelJob[] },
): string | undefined {
  const barcode = product ? barcodeOnFile(product, live.filter.barcode) : live.filter.barcode;
  const quantity = live.gather ? batch.quantities[barcode] : undefined;
  if (!product || (live.gather && quantity === undefined)) return undefined;
  const size = sizeOfBarcode(product, barcode)?.size;
  const line = batch.lines.find((one) => live.gather && one.key === barcode);
  const labels = copiesIn(jobs);
  const toPrint = labels > 1 ? plural(labels, "label", "labels") : "";
  const count = live.gather ? `${quantity || "0"} in batch` : toPrint;
  return scanText(product.name, size, line?.price ?? priceText(live, product), count);
}

/** Whether the printers of the workstation are not listed yet, and soon may be. */
const isLooking = ({ printers, printersProblem, state }: LabelPrinting): boolean =>
  printers === undefined &&
  printersProblem === undefined &&
  (state.kind === "connecting" || state.kind === "ready");

/** Resolves once this is so, at once where it is. */
function useOnce(isSo: boolean): () => Promise<void> {
  const now = useRef(isSo);
  const waiting = useRef<(() => void)[]>([]);
  useBeforePaint(() => {
    now.current = isSo;
    if (isSo) for (const go of waiting.current.splice(0)) go();
  }, [isSo]);
  return useCallback(
    () => (now.current ? Promise.resolve() : new Promise((go) => waiting.current.push(go))),
    [],
  );
}

/** The label printer of this workstation, or of the station elsewhere that it works for, and its command language. */
function usePrinter({ alias, station, paper, settings }: WorkstationProps) {
  const { printing, failed } = usePrinting(alias, settings, station.isOwn ? station.id : undefined);
  if (!station.isOwn) return { printing, failed, ...paper, missing: [], isElsewhere: true, isKnown: true };
  const name = printing?.printer?.name ?? settings.printer;
  return {
    /** Whether there is a printer is known, or can't be found out now. */
    isKnown: failed || name !== undefined || (printing !== undefined && !isLooking(printing)),
    ...{ printing, failed, media: mediaFor(settings, name) },
    language: printing?.language ?? fileLanguage(settings),
    // Until the printers are listed, the one of last time counts.
    missing: (printing?.printers ? printing.printer : !failed && name) ? [] : ["Choose a printer."],
    isElsewhere: false,
  };
}

/** The number of labels that need a look; undefined until it is known. */
function troublesOf({ printing }: ReturnType<typeof usePrinter>): number | undefined {
  if (!printing || printing.work === "starting") return undefined;
  const { entries, paused } = printing.queue;
  return entries.filter(isTrouble).length + (paused === undefined ? 0 : 1);
}

/**
 * The label workstation: what is scanned and typed, the resulting labels, and their printer.
 * Everything shown is derived from it.
 */
export function useWorkstation(props: WorkstationProps) {
  const { alias, storeName, list, state: address, station, preview, token } = props;
  const printer = usePrinter(props);
  const { printing } = printer;
  const latestPrinter = useRef(printer);
  latestPrinter.current = printer;
  const printerKnown = useOnce(printer.isKnown);
  const location = useLocation();
  const next = useNavigation().location;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  const loaded = { key: location.key, address, batch: props.batch };
  const [state, dispatch] = useReducer(afterEvent, loaded, stateAtStart);
  // Not in an effect: a queued scan must start from the typed values applied to the page just loaded.
  if (state.key !== loaded.key || state.loaded !== loaded.batch) dispatch({ is: "loaded", ...loaded });
  const { live, batch, batchProblem, changes, scan } = state;
  const { gather, each, filter } = live;
  const { barcode } = filter;
  const depart = useCallback(() => dispatch({ is: "departed" }), []);
  useAddress(alias, state, depart);

  const listed = useMemo(() => readableRows(list?.rows ?? []), [list]);
  const product = chosenProduct(list, live);
  const choice = choiceOf(storeName, live);
  const sets = printSets(product, choice);
  // By name: where the browser has become another workstation, as by another tab, the portal refuses.
  const path = labelBatchPath(alias, { ...live, station: station.id });
  const look = JSON.stringify([choice.design, choice.was, live.whole, printing?.saves ?? 0]);
  const send = useBatch(state, { path, place: `${alias} ${station.id}`, look, printing, dispatch });

  function lookUp(code: string) {
    depart();
    const scanned = { ...lookOf(live), filter: { ...labelFilterSearch.every, barcode: code } };
    navigate(labelsPath(alias, scanned), { preventScrollReset: true });
  }
  /** Sends a scan in the mode in which it was made; the portal adds it to the batch, or asks for its label. */
  async function sendScan({ code, id, to }: Scan): Promise<ScanAnswer> {
    const mode = readLabelSearch(to);
    if (mode.each) await printerKnown();
    if (mode.each && latestPrinter.current.missing.length > 0) {
      const why = "No printer was there.";
      dispatch({ is: "scanned", scan: { code, why, ask: "there is no printer. Choose one" } });
      return { why, isHeld: true };
    }
    const scanned = [["scan", code] as const, ["token", id] as const];
    const answer = await send(scanned, to);
    const where = mode.gather ? "the batch" : "the station";
    const why = answer ? answer.problem : `The portal did not answer: look whether ${where} has it.`;
    dispatch({ is: "scanned", scan: { code, why, message: answer?.message } });
    return { why, isHeld: answer?.isHeld };
  }
  // A scan that was printed, also by a press, is no longer to be looked at.
  const ask = each && product && !(scan && scan.why === undefined) ? (props.ask ?? scan?.ask) : undefined;
  const needsAnswer = ask !== undefined && !scan?.isPress;
  const problem = needsAnswer
    ? `Not printed: ${ask}, then press Print Barcode.`
    : scan
      ? scan.why
      : props.scanProblem;
  const scanner = useScanner({
    inTurn: gather || each,
    page: location.key,
    shownBarcode: address.filter.barcode,
    to: path,
    troubles: troublesOf(printer),
    send: sendScan,
    lookUp,
    problem: problem ?? (list ? undefined : "Not read."),
  });
  const { focusBarcode, missed, sounds, refusal } = scanner;
  const target = next?.pathname === location.pathname ? readLabelSearch(next.search) : address;
  // Another product or a scan is loading: what is shown is no longer the intended one.
  const isGoing = target.filter.barcode !== address.filter.barcode || target.product !== address.product;
  // A page opened by a URL with a barcode was not scanned: nothing was printed for it (labels#scan).
  const isOpened = each && scanner.scans === 0;
  const message = refusal?.problem ?? (isGoing ? undefined : problem);
  const code = scan?.code ?? barcode;
  const scans = {
    ...scanner,
    isLooking: isGoing || scanner.isBusy,
    /** The last scan, if it printed nothing. */
    failed: isOpened || message === undefined ? undefined : { code: refusal?.refused ?? code, why: message },
    problem: message,
    isHeld: ask !== undefined,
    lastCode: isOpened ? "" : code,
    // Of the scan that the page shows a later change of the batch counts.
    line: isOpened
      ? undefined
      : scan?.message !== undefined && !(gather && scan.code === barcode)
        ? scan.message
        : toScanLine(live, { product, batch, jobs: sets.design.jobs }),
  };

  const panel = useRef<HTMLElement>(null);
  const card = useRef<HTMLElement>(null);
  const chosen = product && live.product === product.key ? product.key : "";
  useChosenProduct(chosen, { panel, top: gather ? panel : card });

  // The names of presses without an answer: the same press is repeated under the same name.
  const presses = useRef(new Map<string, { name: string; isGoing: boolean }>());
  /** Asks the station for labels; resolves to why it did not take them, undefined while the same press has no answer yet. */
  async function press(set: LabelSet, fields: readonly SearchEntry[] = []) {
    const of = JSON.stringify([set, fields]);
    const earlier = presses.current.get(of);
    if (earlier?.isGoing) return undefined;
    const name = earlier?.name ?? newId();
    presses.current.set(of, { name, isGoing: true });
    const answer = await send([[printName(set), name], ...fields]);
    if (answer) presses.current.delete(of);
    else presses.current.set(of, { name, isGoing: false });
    focusBarcode();
    return answer ?? { problem: unanswered, message: undefined };
  }
  /** Prints the labels of the product at the price that is shown (labels#true-price). */
  async function print(set: "barcode" | "design", of = live) {
    const prices = pricesOf(printSets(product, { ...of, design: choice.design })[set].jobs);
    const answer = await press(set, [...stateFields(of), ["prices", prices]]);
    if (!answer) return;
    const { problem: why, message } = answer;
    dispatch({ is: "scanned", scan: { code: barcode, why, message, isPress: true, ask: scan?.ask } });
    if (why === undefined) return missed.settle(barcode);
    sounds.signal("wrong");
    // The price that the page shows may be another one now.
    revalidate();
  }
  /** Adds what is typed of the product to the batch, and leads there. */
  async function add() {
    const answer = await send([["add", newId()], ...stateFields(live)]);
    if (!answer || answer.problem !== undefined) return;
    depart();
    const emptied = { quantities: {}, price: undefined, free: false };
    navigate(labelsPath(alias, { ...live, ...emptied, gather: true }));
  }
  /** What the buttons of the product and of the batch do without leaving the page; a file and a sheet are others. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { name = "", value = "" } = submitterOf(event) ?? {};
    if (name === "to" || name === labelSetSearch.names.labels) return;
    event.preventDefault();
    const set = (["barcode", "design", "batch"] as const).find((one) => name === printName(one));
    if (set === "batch") void press(set);
    else if (set) void print(set);
    else if (name === "add") void add();
    else if (event.currentTarget.id === rowsForm) return void send(name === "" ? [] : [[name, value]]);
    else if (name === labelProductSearch.names.free) {
      const confirmed = { ...live, free: true };
      depart();
      navigate(labelsPath(alias, confirmed), { replace: true, preventScrollReset: true });
      // Pressing the button confirms the price, so it prints if possible.
      if (printer.missing.length === 0) void print("design", confirmed);
    }
    focusBarcode();
  }
  return {
    ...{ alias, station, preview, token, printer, live, product, choice, sets, batch, batchProblem, changes },
    ...{ scan, scans, panel, card, onSubmit },
    designs: designChoices(storeName),
    books: wasBooks([...listed, { otherPrices: batch.books }], live.was),
    previewed: product ? previewLabels(product, choice) : [],
    typedIn: (of: FieldOf) => typedIn(state, of),
    onLine: (edit: Typed) => dispatch({ is: "lineTyped", edit }),
    /** A field of the product, or of the look, has changed. */
    onTyped: (name: string, value: string) => dispatch({ is: "typed", name, value }),
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
