import { readMoment } from "#contract/numbers.ts";

/** The business's time zone, the default of the setting. */
export const DEFAULT_ZONE = "Australia/Melbourne";

const formatFor = zonedFormats("en-AU", {
  weekday: "short",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZoneName: "short",
});

export type Instant = string | number | Date;

/** The instant, or null if unreadable; a number is epoch milliseconds. */
export function readInstant(at: Instant): Date | null {
  const date = typeof at === "string" ? new Date(readMoment(at) ?? Number.NaN) : new Date(at);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The parts of a moment in `timeZone` for formatting: ready-made formats differ between ICU versions. */
function readParts(date: Date, timeZone: string) {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(date)) part[type] = value;
  const { weekday, day, month, year, hour, minute, dayPeriod, timeZoneName } = part;
  return {
    weekday,
    day: `${day} ${month}`,
    year,
    time: `${hour}:${minute} ${dayPeriod?.toLowerCase()}`,
    zone: timeZoneName,
  };
}

const minuteMs = 60_000;
/** Before, clocks of some zones were not whole minutes away from UTC. */
const wholeMinutesFrom = Date.UTC(1973, 0, 1);
const maxMinutes = 5_000;
const partsByMinute = new Map<string, ReturnType<typeof readParts>>();

/** The same, read once for each minute: the rows of a list name few of them, again and again, and reading takes long. */
function partsOf(date: Date, timeZone: string) {
  if (date.getTime() < wholeMinutesFrom) return readParts(date, timeZone);
  const key = `${timeZone} ${Math.floor(date.getTime() / minuteMs)}`;
  const read = partsByMinute.get(key);
  if (read) return read;
  if (partsByMinute.size >= maxMinutes) partsByMinute.clear();
  const parts = readParts(date, timeZone);
  partsByMinute.set(key, parts);
  return parts;
}

/**
 * '20 November 2026, 10:42 am AEDT' in `timeZone` (an IANA name). Anything but a time is returned
 * unchanged. Server and browser produce the same text.
 */
export function formatDateTime(at: Instant, timeZone: string = DEFAULT_ZONE): string {
  const date = readInstant(at);
  if (!date) return String(at);
  const { day, year, time, zone } = partsOf(date, timeZone);
  return `${day} ${year}, ${time} ${zone}`;
}

/**
 * A due time: 'Mon 30 Nov, 10:00 am AEDT' in `timeZone`, in another year than `now` (epoch
 * milliseconds) 'Mon 30 Nov 2025, 10:00 am AEDT'. Anything but a time is returned unchanged.
 */
export function formatDue(at: Instant, timeZone: string, now: number): string {
  const date = readInstant(at);
  if (!date) return String(at);
  const { weekday, day, year, time, zone } = partsOf(date, timeZone);
  const [number = "", month = ""] = day.split(" ");
  const short = `${weekday} ${number} ${month.slice(0, 3)}`;
  return `${short}${year === partsOf(new Date(now), timeZone).year ? "" : ` ${year}`}, ${time} ${zone}`;
}

/** A date and time that wraps only before the year, and between date and time. */
export function unbroken(formatted: string): string {
  const [date = "", time] = formatted.split(", ");
  const day = date.replaceAll(/ (?!\d{4}$)/g, "\u00a0");
  return time === undefined ? day : `${day}, ${time.replaceAll(" ", "\u00a0")}`;
}

/** '20 November 2026' in `timeZone`; undefined for anything but a time. */
export function formatDay(at: Instant, timeZone: string): string | undefined {
  const date = readInstant(at);
  if (!date) return undefined;
  const { day, year } = partsOf(date, timeZone);
  return `${day} ${year}`;
}

/**
 * Since when, as short as is unambiguous at `now` (epoch milliseconds): '9:40 am' of the same day, '20 November' of
 * the same year, else '20 November 2025'. Anything but a time is returned unchanged.
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

const clockFor = zonedFormats("en-AU", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const hourMs = 3_600_000;

/**
 * When, as short as a row of a list has it: 'now', '5 min', '11 h', then 'Yesterday 14:03', '12 Nov', in another year
 * than `now` (epoch milliseconds) '12 Nov 2025'; ahead of it 'in 5 min', 'Tomorrow 14:03'. Anything but a time is
 * returned unchanged.
 */
export function formatShort(at: Instant, timeZone: string, now: number): string {
  const date = readInstant(at);
  if (!date) return String(at);
  const away = distanceOf(date, now);
  if (!away) return "now";
  const distanceMs = Math.abs(date.getTime() - now);
  if (distanceMs < 12 * hourMs)
    return `${away.isAhead ? "in " : ""}${away.count} ${away.unit === "hour" ? "h" : "min"}`;
  const { day, year } = partsOf(date, timeZone);
  const today = partsOf(new Date(now), timeZone);
  const hours = Math.floor(distanceMs / hourMs);
  if (distanceMs < 25 * hourMs && day === today.day) return `${away.isAhead ? "in " : ""}${hours} h`;
  // Days have 23 to 25 hours, so 24 hours may skip the adjacent day.
  const adjacentDay = [23, 25]
    .map((count) => partsOf(new Date(now + (away.isAhead ? count : -count) * hourMs), timeZone))
    .find((one) => one.day !== today.day);
  if (distanceMs < 50 * hourMs && day === adjacentDay?.day)
    return `${away.isAhead ? "Tomorrow" : "Yesterday"} ${clockFor(timeZone).format(date)}`;
  const [number = "", month = ""] = day.split(" ");
  return `${number} ${month.slice(0, 3)}${year === today.year ? "" : ` ${year}`}`;
}

/** In the largest unit that fits; undefined within a minute. */
function distanceOf(date: Date, now: number) {
  const seconds = (date.getTime() - now) / 1000;
  for (const [unit, length] of steps) {
    const count = Math.trunc(Math.abs(seconds) / length);
    if (count > 0) return { count, unit, isAhead: seconds > 0 };
  }
  return undefined;
}

/** '5 minutes ago', 'in 2 days', 'just now'; `now` in epoch milliseconds. */
export function formatRelative(at: Instant, now: number): string {
  const date = readInstant(at);
  if (!date) return String(at);
  const away = distanceOf(date, now);
  if (!away) return "just now";
  const words = `${away.count} ${away.unit}${away.count === 1 ? "" : "s"}`;
  return away.isAhead ? `in ${words}` : `${words} ago`;
}

/** The format of a time zone, cached because creating one is slow. */
export function zonedFormats(locale: string, options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const cached = made.get(timeZone);
    if (cached) return cached;
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
}
