import { useLocation, useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { readableRows } from "#app/lists/listed.ts";
import { plural } from "#app/values/values.ts";
import type { BatchView } from "../batch.ts";
import { noRecordOf, readPrice } from "../entry.ts";
import type { LabelSettings } from "../forms.ts";
import {
  choiceOf,
  type LabelJob,
  labelOfScan,
  previewLabels,
  priceText,
  printSets,
  typedEntry,
  wasBooks,
} from "../jobs.ts";
import { designChoices } from "../label.ts";
import { chosenProduct, type LabelProductView, type ProductList, sizeOfBarcode } from "../model.ts";
import { labelBatchPath, labelsPath } from "../paths.ts";
import type { Picture } from "../picture.ts";
import { newId, type Scan } from "../scans.ts";
import { type LabelState, labelFilterSearch, labelProductSearch, lookOf, stateFields } from "../search.ts";
import { fileLanguage, mediaFor, printerLanguage } from "../settings.ts";
import { submitterOf } from "./forms.tsx";
import { useBatch } from "./useBatch.ts";
import { usePrinting } from "./usePrinting.ts";
import { useIsLooking, useScanner } from "./useScanner.ts";
import { useTyped } from "./useTyped.ts";

/** The form of the current product; its fields are spread over the page. */
export const entryForm = "label-entry";
/** The form of the batch and of the table's open rows, whose fields its buttons submit too. */
export const rowsForm = "label-rows";

/** Workstation state from the server. */
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

/** The typed state without default values. */
const useTidy = (list: ProductList | undefined) =>
  useCallback(
    (state: LabelState): LabelState => {
      const { barcode } = state.filter;
      const product = chosenProduct(list?.rows ?? [], { product: state.product, barcode });
      const entry = product ? typedEntry(product, state, { barcode, gather: state.gather }) : {};
      return { ...state, free: false, ...entry };
    },
    [list],
  );

/** The current state as typed: product, labels, and batch. */
function useWork({ alias, storeName, state, list, ...loaded }: WorkstationProps, { printing }: Printer) {
  const listed = useMemo(() => readableRows(list?.rows ?? []).map(({ product }) => product), [list]);
  const typed = useTyped(alias, state, useTidy(list));
  const { live } = typed;
  const { filter } = live;
  const product = chosenProduct(list?.rows ?? [], { product: live.product, barcode: filter.barcode });
  const choice = choiceOf(storeName, live);
  const look = JSON.stringify([choice.design, choice.was, live.whole, printing?.saves ?? 0]);
  const batch = useBatch(labelBatchPath(alias, live), loaded.batch, look);
  const sets = printSets(product, live, choice);
  const previewed = product ? previewLabels(product, live, choice) : [];
  const scanLine = toScanLine(live, { product, batch: batch.batch, jobs: sets.design.jobs });
  const books = wasBooks([...listed, { otherPrices: batch.batch.books }], live.was);
  const designs = designChoices(storeName);
  return { ...typed, ...batch, listed, product, designs, books, choice, sets, previewed, scanLine };
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
  const labels = jobs.reduce((sum, { label }) => sum + label.copies, 0);
  return [
    size ? `${product.name}, size ${size}` : product.name,
    "value" in price ? `$${price.value}` : "no price",
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
    /** The language of label files. */
    filed,
    language: printing?.language ?? filed,
    media: mediaFor(settings, name),
    chosen,
    missing: printing?.printer ? [] : [noPrinter],
  };
}

type Printer = ReturnType<typeof usePrinter>;

/** Number of labels that failed to print. */
function troublesOf({ printing }: Printer): number | undefined {
  if (!printing) return undefined;
  const { entries, paused } = printing.queue;
  const lost = entries.filter(
    ({ state, hold }) => state === "failed" || state === "unknown" || hold !== undefined,
  ).length;
  return lost + (paused === undefined ? 0 : 1);
}

/**
 * Prints a scan immediately if scan-and-print is on; `held` is why a person has to check its label before it is printed
 * (labels#scan-and-print).
 */
function useScanPrint({ live, listed, choice }: ReturnType<typeof useWork>, printer: Printer) {
  const { barcode } = live.filter;
  const [unprinted, setUnprinted] = useState("");
  const isFound = live.each && barcode !== "" && listed.length > 0;
  const read = isFound ? labelOfScan(listed, barcode, choice) : undefined;
  const isUnprinted = read !== undefined && unprinted === barcode;
  const why = read && "ask" in read ? read.ask : isUnprinted && "there is no printer. Choose one";
  // Pressing the button is the answer.
  const [answered, setAnswered] = useState("");
  const held = answered === barcode || !why ? undefined : why;

  /** Whether the label of the scan now shown was sent to printing. */
  function printScan(): boolean {
    if (!read || "ask" in read) return false;
    const isSent = printer.printing?.print([{ ...read.job, scan: barcode }]) ?? false;
    setUnprinted(isSent ? "" : barcode);
    return isSent;
  }
  return { held, printScan, answer: setAnswered };
}

/** The scan field and the results of its scans. */
function useScans(props: WorkstationProps, work: ReturnType<typeof useWork>, printer: Printer) {
  const { live, depart, send } = work;
  const { alias, list } = props;
  const { gather, each, filter } = live;
  const navigate = useNavigate();
  const [refused, setRefused] = useState<{ code: string; why: string }>();
  async function onScan({ code, id }: Scan) {
    depart();
    if (gather) {
      const taken = await send([
        ["scan", code],
        ["token", id],
      ]);
      const why = taken ? taken.problem : "The portal did not answer: look whether the batch has it.";
      setRefused(why === undefined ? undefined : { code, why });
    }
    const scanned = { ...lookOf(live), filter: { ...labelFilterSearch.every, barcode: code } };
    navigate(labelsPath(alias, scanned), { preventScrollReset: true });
  }
  const isNoRecord = filter.barcode !== "" && list !== undefined && list.rows.length === 0;
  const { held, printScan, answer } = useScanPrint(work, printer);
  const problem =
    props.scanProblem ??
    (refused?.code === filter.barcode ? refused.why : undefined) ??
    (isNoRecord ? noRecordOf(filter.barcode) : held && `Not printed: ${held}, then press Print Barcode.`);
  const scanner = useScanner({
    inTurn: gather || each,
    page: useLocation().key,
    shown: props.state.filter.barcode,
    troubles: troublesOf(printer),
    onScan,
    onLanded() {
      answer("");
      if (problem !== undefined || list === undefined) return problem ?? "Not read.";
      return each && !printScan() ? "No printer was there." : undefined;
    },
  });
  const isLooking = useIsLooking(props.state) || scanner.waiting > 0;
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
    answer,
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
    const answer = await work.send([["add", newId()], ...stateFields(live).map(([...entry]) => entry)]);
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
      scans.answer(barcode);
      scans.missed.settle(barcode);
    }
    focusBarcode();
  }
  const printBatch = usePrintBatch(work, printer, focusBarcode);
  return {
    ...{ ...work, alias, printer, scans, panel, card },
    onEntrySubmit,
    print,
    printBatch,
    ...{ preview: props.preview, token: props.token },
  };
}

/**
 * Prints the open lines of the batch at the prices of now: where one has changed since the scan, it is said, and the
 * next press prints the new ones (labels#true-price). The portal hands the labels over to this workstation's own station
 * under a name: a press that got no answer is repeated under the same one.
 */
function usePrintBatch(
  { send }: ReturnType<typeof useWork>,
  { printing }: Printer,
  focusBarcode: () => void,
) {
  const isAsking = useRef(false);
  const unanswered = useRef<string>();
  async function printBatch() {
    if (isAsking.current || !printing) return;
    isAsking.current = true;
    const name = unanswered.current ?? newId();
    unanswered.current = name;
    const answer = await send([["print", name], ...Object.entries(printing.own)]);
    if (answer) unanswered.current = undefined;
    printing.look();
    isAsking.current = false;
    focusBarcode();
  }
  return () => void printBatch();
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
