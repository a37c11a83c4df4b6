/** Parsers of numbers and moments from arbitrary JSON, and amounts to the cent. Nothing here throws. */

/** Longer texts are no numbers: no quantity or amount has that many digits. */
const maxNumberLength = 60;
const writtenNumber = /^[+-]?(?:(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)$/;

const digitsOf = (text: string): string => text.trim().replaceAll(",", "");

/**
 * A number, also as a text such as '89.95', '1,299.00', '.5' or '100.'; undefined for all else. The only parser of
 * numbers: its results are saved, calculated with and summed.
 */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || value.length > maxNumberLength) return undefined;
  return writtenNumber.test(value.trim()) ? Number(digitsOf(value)) : undefined;
}

/** An exact decimal: `units` by 10 to the power of minus `scale`. */
type Decimal = { units: bigint; scale: number };

/** A number as its written decimal: 0.1 is a tenth, not the double next to it. */
function readDecimal(value: unknown): Decimal | undefined {
  const number = readNumber(value);
  if (number === undefined) return undefined;
  const [mantissa = "", exponent = "0"] = (
    typeof value === "string" ? digitsOf(value) : String(number)
  ).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const units = BigInt(`${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

const times = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  scale: one.scale + other.scale,
});

/** In whole cents; half a cent counts away from 0. */
function centsOf({ units, scale }: Decimal): number {
  if (scale <= 2) return Number(units * 10n ** BigInt(2 - scale));
  const divisor = 10n ** BigInt(scale - 2);
  const size = units < 0n ? -units : units;
  const cents = Number((size + divisor / 2n) / divisor);
  return units < 0n && cents > 0 ? -cents : cents;
}

/** An amount of dollars in whole cents; undefined if it is no number. */
export function readCents(value: unknown): number | undefined {
  const amount = readDecimal(value);
  return amount && centsOf(amount);
}

/** A quantity times a price in dollars, in whole cents; undefined if either is no number. */
export function centsOfQuantity(price: unknown, quantity: unknown): number | undefined {
  const [one, many] = [readDecimal(price), readDecimal(quantity)];
  return one && many && centsOf(times(one, many));
}

/** A price in dollars less a percentage of it, in whole cents; undefined if either is no number. */
export function centsLessPercent(price: unknown, percentage: unknown): number | undefined {
  const [amount, percent] = [readDecimal(price), readDecimal(percentage)];
  if (!amount || !percent) return undefined;
  const left = { units: 100n * 10n ** BigInt(percent.scale) - percent.units, scale: percent.scale + 2 };
  return centsOf(times(amount, left));
}

/** Whole cents as a text of dollars with two decimals: '1234.50'. */
export const dollarsText = (cents: number): string => (cents / 100).toFixed(2);

const writtenMoment =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?<zone> ?(?:Z|[+-]\d\d:?\d\d))?)?$/i;

/** Whether a text is a day `yyyy-mm-dd` of the calendar, which has no year 0: engines read 31 June as 1 July. */
export function isCalendarDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  return new Date(text).getUTCDate() === Number(text.slice(8));
}
/** Epoch seconds or milliseconds: since 1973 they have nine digits or more, which no day or batch number has. */
const writtenEpoch = /^-?\d{9,16}(?:\.\d+)?$/;

/**
 * A moment in epoch milliseconds: ISO 8601, or a number of epoch seconds or milliseconds; undefined for all else, such
 * as a batch number that happens to have digits. A day, and a time without a zone, are in UTC (calls#moments).
 */
export function readMoment(value: unknown): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  if (writtenEpoch.test(text)) {
    const number = Number(text);
    // Epoch seconds stay below 10^11 until the year 5138; milliseconds pass it in 1973.
    const moment = Math.round(Math.abs(number) < 1e11 ? number * 1000 : number);
    return Number.isNaN(new Date(moment).getTime()) ? undefined : moment;
  }
  const { day, zone } = writtenMoment.exec(text)?.groups ?? {};
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const moment = Date.parse(zone === undefined && text !== day ? `${text}Z` : text);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Whether the last digit of a GTIN of any length, or of an SSCC, is its check digit. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
