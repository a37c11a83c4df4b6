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

/** A moment's parts in `timeZone`, from which its words are built: a ready-made format differs between ICU versions. */
function partsOf(date: Date, timeZone: string) {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(date)) part[type] = value;
  const { day, month, year, hour, minute, dayPeriod, timeZoneName } = part;
  return {
    day: `${day} ${month}`,
    year,
    time: `${hour}:${minute} ${dayPeriod?.toLowerCase()}`,
    zone: timeZoneName,
  };
}

/**
 * '20 November 2026, 10:42 am AEDT' in `timeZone` (an IANA name). What is not a time is returned
 * as it came. The server's text is the browser's.
 */
export function formatDateTime(at: Instant, timeZone: string = DEFAULT_ZONE): string {
  const date = readInstant(at);
  if (!date) return String(at);
  const { day, year, time, zone } = partsOf(date, timeZone);
  return `${day} ${year}, ${time} ${zone}`;
}

/** '20 November 2026' in `timeZone`; undefined for what is not a time. */
export function formatDay(at: Instant, timeZone: string): string | undefined {
  const date = readInstant(at);
  if (!date) return undefined;
  const { day, year } = partsOf(date, timeZone);
  return `${day} ${year}`;
}

/**
 * Since when, as short as it is clear at `now` (epoch milliseconds): '9:40 am' of the same day, '20 November' of the
 * same year, else '20 November 2025'. What is not a time is returned as it came.
 */
export function formatSince(at: Instant, timeZone: string, now: number): string {
  const date = readInstant(at);
  if (!date) return String(at);
  const { day, year, time } = partsOf(date, timeZone);
  const today = partsOf(new Date(now), timeZone);
  if (year !== today.year) return `${day} ${year}`;
  return day === today.day ? time : day;
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
