import { zonedFormats } from "./zonedFormats.ts";

/** The zone of the business, where no other is configured. */
export const DEFAULT_ZONE = "Australia/Melbourne";

const formatFor = zonedFormats("en-AU", {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZoneName: "short",
});

export type Instant = string | number | Date;

/** The instant, or null where it cannot be read as one. */
export function readInstant(at: Instant): Date | null {
  const date = at instanceof Date ? at : new Date(at);
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * '20 November 2026, 10:42 am AEDT' in `timeZone` (an IANA name). What is not a time is returned
 * as it came. Built from parts: the separators of a ready-made format differ between ICU versions,
 * and the server's text must be the browser's.
 */
export function formatDateTime(at: Instant, timeZone: string = DEFAULT_ZONE): string {
  const date = readInstant(at);
  if (!date) return String(at);
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(date)) part[type] = value;
  return `${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute} ${part.dayPeriod?.toLowerCase()} ${part.timeZoneName}`;
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** '5 minutes ago', 'in 2 days', 'just now'; `now` in epoch milliseconds. */
export function formatRelative(at: Instant, now: number): string {
  const date = readInstant(at);
  if (!date) return String(at);
  const seconds = (date.getTime() - now) / 1000;
  for (const [unit, length] of steps) {
    const count = Math.trunc(Math.abs(seconds) / length);
    if (count === 0) continue;
    const words = `${count} ${unit}${count === 1 ? "" : "s"}`;
    return seconds < 0 ? `${words} ago` : `in ${words}`;
  }
  return "just now";
}
