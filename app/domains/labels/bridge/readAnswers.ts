import { isObject } from "#app/values/values.ts";
import type { BridgePrinter } from "./types.ts";

// Answers of the print service, parsed by hand: the schema library used elsewhere would be a seventh of all code that
// the page loads to print.

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

/** The print job in a request of ours, or the printer whose queue is listened to; neither in a list of printers. */
export function readRequest(request: string): { job?: string; listened?: string } {
  const params = inside(JSON.parse(request), "params");
  const job = inside(inside(params, "options"), "jobName");
  const names: unknown = inside(params, "printerNames");
  const [listened]: unknown[] = Array.isArray(names) ? names : [];
  return { ...(isText(job) ? { job } : {}), ...(isText(listened) ? { listened } : {}) };
}
