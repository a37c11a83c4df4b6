import { useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { type FormEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  asSent,
  type BatchLine,
  type BatchProducts,
  batchSet,
  lineNotices,
  printableLines,
  productsOfRows,
  toBatchLines,
  typedBatch,
} from "#app/domains/labels/batch.ts";
import { designChoices } from "#app/domains/labels/design.ts";
import { noRecordOf, readPrice } from "#app/domains/labels/entry.ts";
import {
  choiceOf,
  type LabelJob,
  labelOfScan,
  previewLabels,
  priceText,
  printSets,
  typedEntry,
} from "#app/domains/labels/jobs.ts";
import {
  chosenProduct,
  type LabelProductView,
  type ProductList,
  sizeOfBarcode,
} from "#app/domains/labels/model.ts";
import { labelAddPath, labelScanPath, labelsPath } from "#app/domains/labels/paths.ts";
import type { PreviewSaid } from "#app/domains/labels/render/render.ts";
import {
  type LabelState,
  labelFilterSearch,
  labelProductSearch,
  labelTaskSearch,
  lookOf,
} from "#app/domains/labels/search.ts";
import { fileLanguage, type LabelSettings, mediaFor, printerLanguage } from "#app/domains/labels/settings.ts";
import { wasBooks } from "#app/domains/labels/was.ts";
import { readableRows } from "#app/lists/listed.ts";
import { plural } from "#app/values/values.ts";
import { submitterOf } from "./submitterOf.ts";
import { usePrinting, useRenderer } from "./usePrinting.ts";
import { useIsLooking, useMissedScans, useScanner } from "./useScanner.ts";
import { useSignals } from "./useSignals.ts";
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
  /** Why the scan was not added. */
  scanProblem: string | undefined;
  batchProducts: BatchProducts;
  settings: LabelSettings;
  /** The name of the user. */
  person: string;
  /** Notices on the labels shown. */
  said: PreviewSaid;
  /** Notices on the labels of the batch's lines, by barcode. */
  lineNotices: Readonly<Record<string, string[]>>;
};

const noPrinter = "Choose a printer.";

/** The typed state without default values. */
const useTidy = (list: ProductList | undefined, products: BatchProducts) =>
  useCallback(
    (state: LabelState): LabelState => {
      const { barcode } = state.filter;
      const product = chosenProduct(list?.rows ?? [], { product: state.product, barcode });
      const entry = product ? typedEntry(product, state, { barcode, gather: state.gather }) : {};
      return { ...state, free: false, ...entry, batch: typedBatch(state.batch, products, state.rowPrices) };
    },
    [list, products],
  );

/** The current state as typed: product, labels, and batch. */
function useWork({ alias, storeName, state, list, batchProducts }: WorkstationProps) {
  const listed = useMemo(() => readableRows(list?.rows ?? []).map(({ product }) => product), [list]);
  const products = useMemo(() => ({ ...productsOfRows(listed), ...batchProducts }), [listed, batchProducts]);
  const typed = useTyped(alias, state, useTidy(list, products));
  const { live } = typed;
  const { filter, batch, rowPrices } = live;
  const product = chosenProduct(list?.rows ?? [], { product: live.product, barcode: filter.barcode });
  const choice = choiceOf(storeName, live);
  const lines = useMemo(() => toBatchLines(batch, products, rowPrices), [batch, products, rowPrices]);
  const sets = { ...printSets(product, live, choice), batch: batchSet(lines, choice) };
  const pictures = product ? previewLabels(product, live, choice) : [];
  const scanLine = toScanLine(live, { ...(product && { product }), lines, jobs: sets.design.jobs });
  return {
    ...typed,
    listed,
    products,
    product,
    designs: designChoices(storeName),
    books: wasBooks([...listed, ...lines.flatMap((line) => line.product ?? [])], live.was),
    choice,
    lines,
    sets,
    pictures,
    scanLine,
  };
}

/**
 * The last scan in one line below the barcode, since on a small screen all else is further down: product, price, and the
 * number of its labels in the batch, or to print.
 */
function toScanLine(
  live: LabelState,
  { product, lines, jobs }: { product?: LabelProductView; lines: readonly BatchLine[]; jobs: LabelJob[] },
): string | undefined {
  const { barcode } = live.filter;
  const line = lines.find((one) => live.gather && one.barcode === barcode && one.problem === undefined);
  const shown = live.gather ? line?.product : product;
  if (!shown) return undefined;
  const size = sizeOfBarcode(shown, barcode)?.size;
  const price = readPrice(line?.price ?? priceText(live, shown));
  const labels = jobs.reduce((sum, { label }) => sum + label.copies, 0);
  return [
    size ? `${shown.name}, size ${size}` : shown.name,
    "value" in price ? `$${price.value}` : "no price",
    line ? `${line.quantity || "0"} in batch` : labels > 1 && plural(labels, "label", "labels"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The label printer of this workstation and its command language. */
function usePrinter({ alias, settings, person }: WorkstationProps) {
  const { printing, failed, isUnsaved } = usePrinting(alias, settings, person);
  const renderer = useRenderer();
  const filed = fileLanguage(settings);
  const name = printing?.printer?.name ?? settings.printer;
  const chosen =
    name === undefined
      ? undefined
      : { name, language: printing?.language ?? printerLanguage(settings, name) };
  return {
    printing,
    failed,
    isUnsaved,
    renderer,
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

/** A scan whose label a person has to check before it is printed (labels#scan-and-print), and why. */
type Held = { barcode: string; why: string };

/** Prints a scan immediately if scan-and-print is on; what it can't print automatically is held. */
function useScanPrint({ live, listed, choice }: ReturnType<typeof useWork>, printer: Printer) {
  const { barcode } = live.filter;
  const [missed, setMissed] = useState<Held>();
  const isFound = live.each && barcode !== "" && listed.length > 0;
  const read = isFound ? labelOfScan(listed, barcode, choice) : undefined;
  const missing = read && "ask" in read ? { barcode, why: read.ask } : undefined;
  const missedHere = live.each && missed?.barcode === barcode ? missed : undefined;
  // Pressing the button is the answer.
  const [answered, setAnswered] = useState("");
  const held = answered === barcode ? undefined : (missing ?? missedHere);

  /** Whether the label of the scan now shown was sent to printing. */
  function printScan(): boolean {
    if (!read || "ask" in read) return false;
    const isSent = printer.printing?.print([{ ...read.job, scan: barcode }]) ?? false;
    setMissed(isSent ? undefined : { barcode, why: "there is no printer. Choose one" });
    return isSent;
  }
  return { held, printScan, answer: setAnswered };
}

/** The scan field and the results of its scans. */
function useScans(props: WorkstationProps, work: ReturnType<typeof useWork>, printer: Printer) {
  const { live, depart } = work;
  const { alias, list } = props;
  const { gather, each, filter } = live;
  const input = useRef<HTMLInputElement>(null);
  const scanHref = useCallback(
    (scanned: string) => {
      depart();
      return gather
        ? labelScanPath(alias, live, scanned)
        : labelsPath(alias, { ...lookOf(live), filter: { ...labelFilterSearch.every, barcode: scanned } });
    },
    [alias, gather, live, depart],
  );
  const isNoRecord = filter.barcode !== "" && list !== undefined && list.rows.length === 0;
  const { held, printScan, answer } = useScanPrint(work, printer);
  const problem =
    props.scanProblem ??
    (isNoRecord ? noRecordOf(filter.barcode) : held && `Not printed: ${held.why}, then press Print Barcode.`);
  const missed = useMissedScans(gather ? problem : undefined, filter.barcode);
  const sounds = useSignals(troublesOf(printer));
  const scanner = useScanner(input, scanHref, {
    inTurn: gather || each,
    shown: props.state.filter.barcode,
    onRefused(code, why) {
      if (gather || each) missed.add(code, why);
      sounds.signal("wrong");
    },
    onLanded() {
      answer("");
      const isRight = list !== undefined && problem === undefined && (!each || printScan());
      if (each && !isRight) missed.add(filter.barcode, problem ?? "No printer was there.");
      sounds.signal(isRight ? "right" : "wrong");
    },
  });
  const isLooking = useIsLooking(props.state) || scanner.waiting > 0;
  // A page opened by a URL with a barcode was not scanned: nothing was printed for it (labels#scan).
  const isOpened = each && scanner.scans === 0;
  const said = scanner.problem ?? (isLooking ? undefined : problem);
  return {
    ...scanner,
    input,
    isLooking,
    failed:
      isOpened || said === undefined ? undefined : { code: scanner.refused ?? filter.barcode, why: said },
    lastCode: isOpened ? "" : filter.barcode,
    line: isOpened ? undefined : work.scanLine,
    problem: said,
    missed,
    held,
    answer,
    sounds,
  };
}

/**
 * The label workstation: what is scanned and typed, the resulting labels, and their printer.
 * Everything shown is derived from it.
 */
export function useWorkstation(props: WorkstationProps) {
  const { alias } = props;
  const work = useWork(props);
  const printer = usePrinter(props);
  const scans = useScans(props, work, printer);
  const { live, product, pictures, depart, follow } = work;
  const { renderer, printing, language, media } = printer;

  const panel = useRef<HTMLElement>(null);
  const card = useRef<HTMLElement>(null);
  const chosen = product && live.product === product.key ? product.key : "";
  useChosenProduct(chosen, { panel, top: live.gather ? panel : card });

  const navigate = useNavigate();
  const { focusBarcode } = scans;
  function onEntrySubmit(event: FormEvent<HTMLFormElement>) {
    const submitter = submitterOf(event);
    if (submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    const pressed = submitter?.getAttribute("name");
    if (pressed === labelProductSearch.names.free) {
      depart();
      navigate(labelsPath(alias, { ...live, free: true }), { replace: true, preventScrollReset: true });
      // Pressing the button confirms the price, so it prints if possible.
      if (product) print(printSets(product, { ...live, free: true }, work.choice).design.jobs);
    } else if (pressed === labelTaskSearch.names.add) {
      depart();
      navigate(labelAddPath(alias, live));
    } else follow();
    focusBarcode();
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
  const batch = usePrintBatch({ alias, work, printer, focusBarcode });
  const labels = pictures.map(({ label }) => label);
  const said = renderer ? renderer.saidOf(labels, { language, media }) : props.said;
  const { lines, choice } = work;
  const { design, was } = choice;
  const notices = useMemo(
    () =>
      renderer &&
      lineNotices(lines, { design, was }, (label) => renderer.saidOf([label], { language, media }).notices),
    [renderer, lines, design, was, language, media],
  );
  return {
    ...{ ...work, alias, printer, scans, panel, card, said, lineNotices: notices ?? props.lineNotices },
    onEntrySubmit,
    print,
    ...batch,
  };
}

/**
 * Prints the unsent lines of the batch at the prices of now: where one has changed since the scan, it is said, and the
 * next press prints the new ones (labels#true-price). The lines count as sent from then on, even before the page has
 * reloaded: a second press prints nothing.
 */
function usePrintBatch(now: {
  alias: string;
  work: ReturnType<typeof useWork>;
  printer: Printer;
  focusBarcode: () => void;
}) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { key } = useLocation();
  const [changes, setChanges] = useState<readonly string[]>([]);
  const printedAt = useRef<string>();
  const isReading = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  // What was typed or scanned while the prices were read counts.
  const latest = useRef({ ...now, key });
  latest.current = { ...now, key };

  async function printBatch() {
    const { printing } = now.printer;
    if (isReading.current || printedAt.current === key || !printing) return;
    isReading.current = true;
    const { prices } = printing;
    const barcodes = prices.barcodesToRead(printableLines(now.work.lines));
    const read = await prices.read(now.alias, barcodes);
    isReading.current = false;
    if (isGone.current) return;
    if ("problem" in read) return setChanges([read.problem]);
    const { alias, work, printer, focusBarcode } = latest.current;
    const { live, products, choice, depart } = work;
    const lines = toBatchLines(live.batch, prices.atPrices(products, read.value, barcodes), live.rowPrices);
    const changed = prices.priceChanges(work.lines, lines);
    setChanges(changed);
    if (changed.length > 0) return revalidate();
    if (!printer.printing?.print(batchSet(lines, choice).jobs)) return;
    printedAt.current = latest.current.key;
    depart();
    const sent = { ...live, batch: asSent(live.batch, lines) };
    navigate(labelsPath(alias, sent), { replace: true, preventScrollReset: true });
    focusBarcode();
  }
  return { printBatch: () => void printBatch(), changes };
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
