import { isObject } from "#app/values/values.ts";
import { type LabelDesign, labelDesigns } from "../design.ts";
import { copiesLimits, type Label, labelLanguages, mediaFrom } from "../label.ts";
import { type BridgePrinter, holds, type PricedIn, type PrintEntry, printStates } from "./types.ts";

// Answers of the print service and stored browser data, parsed by hand: the schema library used
// elsewhere would be a seventh of all code that the page loads to print.

/** An event of a printer's queue, or of a job in it. */
export type QueueEvent = {
  printerName: string;
  eventType: "PRINTER" | "JOB";
  statusText: string;
  jobId?: number;
  jobName?: string;
};

const isText = (value: unknown): value is string => typeof value === "string";
const isNothing = (value: unknown): value is undefined | null => value === undefined || value === null;
const inside = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const oneOf = <Known extends string>(known: readonly Known[], value: unknown): Known | undefined =>
  known.find((one) => one === value);

function readPrinter(row: unknown): BridgePrinter | undefined {
  if (!isObject(row)) return undefined;
  const { name, driver, default: isDefault } = row;
  const isKnown = isText(name) && (isNothing(driver) || isText(driver));
  if (!isKnown || !(isNothing(isDefault) || typeof isDefault === "boolean")) return undefined;
  return { name, isDefault: isDefault === true, ...(driver ? { driver } : {}) };
}

/** Printers with details; undefined if one has an unexpected shape. */
export function readPrinters(answer: unknown): BridgePrinter[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  const printers = answer.map(readPrinter);
  const known = printers.filter((printer) => printer !== undefined);
  return known.length === printers.length ? known : undefined;
}

/** Printers given by name only, one or a list; throws for any other shape. */
export function readNames(answer: unknown): BridgePrinter[] {
  const names: unknown[] = Array.isArray(answer) ? answer : [answer];
  return names.map((name) => {
    if (!isText(name)) throw new Error("The print service's list of printers can't be read.");
    return { name, isDefault: false };
  });
}

/** An event of a printer's queue; undefined for anything else. */
export function readQueueEvent(event: unknown): QueueEvent | undefined {
  if (!isObject(event)) return undefined;
  const { printerName, statusText, jobId, jobName } = event;
  const eventType = oneOf(["PRINTER", "JOB"] as const, event.eventType);
  if (!isText(printerName) || !isText(statusText) || eventType === undefined) return undefined;
  return {
    ...{ printerName, eventType, statusText },
    ...(typeof jobId === "number" ? { jobId } : {}),
    ...(isText(jobName) ? { jobName } : {}),
  };
}

/** The print job and the printer named in a request of ours; undefined if it names none. */
export function readRequest(request: string): { job?: string; printer?: string } {
  const params = inside(JSON.parse(request), "params");
  const job = inside(inside(params, "options"), "jobName");
  const printer = inside(inside(params, "printer"), "name");
  if (isText(job) && isText(printer)) return { job, printer };
  const listened: unknown = inside(params, "printerNames");
  const [first]: unknown[] = Array.isArray(listened) ? listened : [];
  return isText(first) ? { printer: first } : {};
}

function readLabel(label: unknown): Label | undefined {
  if (!isObject(label)) return undefined;
  const design: LabelDesign | undefined = oneOf(labelDesigns, label.design);
  const { name, colour, sizeRange, barcode, price, was, copies } = label;
  const areTexts = isText(name) && isText(colour) && isText(sizeRange) && isText(barcode) && isText(price);
  if (design === undefined || !areTexts || typeof copies !== "number" || !Number.isInteger(copies))
    return undefined;
  if (copies < copiesLimits.lowest || copies > copiesLimits.highest) return undefined;
  const glyphs = isObject(label.glyphs) ? { glyphs: textsOf(label.glyphs) } : {};
  return {
    design,
    name,
    colour,
    sizeRange,
    barcode,
    price,
    ...(isText(was) ? { was } : {}),
    copies,
    ...glyphs,
  };
}

const textsOf = (record: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).flatMap(([key, value]) => (isText(value) ? [[key, value]] : [])));

function readPriced(priced: unknown): PricedIn | undefined {
  if (!isObject(priced)) return undefined;
  const { store, barcode, book, price, wasBook } = priced;
  return isText(store) && isText(barcode) && isText(book) && isText(price)
    ? { store, barcode, book, price, ...(isText(wasBook) ? { wasBook } : {}) }
    : undefined;
}

/** A journal label as stored by the browser; undefined if damaged. */
export function readEntry(row: unknown): PrintEntry | undefined {
  if (!isObject(row) || !isObject(row.media)) return undefined;
  const { id, title, printer, at, run, reason, notices, by, scan, isClosed, isVoid, isReported } = row;
  const priced = readPriced(row.priced);
  const label = readLabel(row.label);
  const language = oneOf(labelLanguages, row.language);
  const state = oneOf(printStates, row.state);
  const hold = oneOf(holds, row.hold);
  if (!isText(id) || id === "" || !isText(title) || !isText(printer) || !isText(run)) return undefined;
  if (typeof at !== "number" || !label || !language || !state) return undefined;
  return {
    ...{ id, title, label, printer, language, media: mediaFrom(row.media), state, at, run },
    ...(isText(reason) ? { reason } : {}),
    ...(Array.isArray(notices) && notices.length > 0 ? { notices: notices.filter(isText) } : {}),
    ...(isText(by) ? { by } : {}),
    ...(hold === undefined ? {} : { hold }),
    ...(typeof isClosed === "boolean" ? { isClosed } : {}),
    ...(isText(scan) ? { scan } : {}),
    ...(typeof isVoid === "boolean" ? { isVoid } : {}),
    ...(priced === undefined ? {} : { priced }),
    ...(typeof isReported === "boolean" ? { isReported } : {}),
  };
}
