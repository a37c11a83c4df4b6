import { drawBars } from "#app/charts/draw.server.ts";
import { countWords, type Today, type TodayChart, type TodayLine } from "#app/today/lines.ts";
import { ageOf, plural, shorten } from "#app/values/values.ts";
import { statusLineKey, stepLineKey, troubled } from "./exos/state.ts";

/** So many bars are drawn; the table holds every line. */
const maxBars = 8;
/** A longer name would leave the drawing. */
const maxNameLength = 26;

const failedAt = "failed at ";
const isFailure = ({ key }: TodayLine): boolean => key.startsWith(stepLineKey(""));
const isOpen = (line: TodayLine): boolean =>
  isFailure(line) || troubled.some((status) => line.key === statusLineKey(status));

const oneDay = 24 * 60 * 60 * 1000;

const jobOf = ({ words }: TodayLine): string =>
  words.startsWith(failedAt) ? words.slice(failedAt.length) : words;

const notDrawn = (lines: readonly TodayLine[]): string =>
  lines.length > maxBars ? ` The first ${maxBars} of ${lines.length} are drawn.` : "";

/** Failed returns by the job that failed, the most first (today#charts). */
function failuresByJob(open: readonly TodayLine[]): TodayChart[] {
  const lines = open
    .filter((line) => isFailure(line) && line.count > 0)
    .sort((one, other) => other.count - one.count);
  const [most] = lines;
  if (!most) return [];
  const bars = lines.slice(0, maxBars).map((line) => ({
    words: `${countWords(line)} ${shorten(jobOf(line), maxNameLength)}`,
    value: line.count,
  }));
  const name = `Failed returns by job: most at ${jobOf(most)}, ${countWords(most)}`;
  return [
    {
      key: "failures",
      title: "Failed returns by job",
      about: `Returns that wait now, by the job that failed.${notDrawn(lines)}`,
      chart: { name, drawing: drawBars("waits", bars) },
      lines,
    },
  ];
}

/** How long the oldest return of each cause waits; younger than a day counts as none. */
function agesOfOpen(open: readonly TodayLine[], now: number): TodayChart[] {
  const daysOf = ({ oldestAt }: TodayLine) => Math.max(0, Math.floor((now - ageOf(oldestAt)) / oneDay));
  const lines = open
    .filter(({ oldestAt }) => Number.isFinite(ageOf(oldestAt)))
    .sort((one, other) => ageOf(one.oldestAt) - ageOf(other.oldestAt));
  const [oldest] = lines;
  if (!oldest) return [];
  const wordsOf = (line: TodayLine) =>
    daysOf(line) === 0 ? "under a day" : plural(daysOf(line), "day", "days");
  const bars = lines.slice(0, maxBars).map((line) => ({
    words: `${wordsOf(line)}: ${shorten(jobOf(line), maxNameLength)}`,
    value: daysOf(line),
  }));
  const name = `Age of open returns: the oldest waits ${wordsOf(oldest)}, ${jobOf(oldest)}`;
  return [
    {
      key: "ages",
      title: "Age of open returns",
      about: `How long the oldest return of each cause waits.${notDrawn(lines)}`,
      chart: { name, drawing: drawBars("moves", bars) },
      lines,
    },
  ];
}

/** What of Today is drawn, of the lines as they stand on the page: nothing is read for it (today#charts). */
export function chartsOf({ parts, at }: Pick<Today, "parts" | "at">): TodayChart[] {
  const open = parts.flatMap(({ lines }) => lines).filter(isOpen);
  return [...agesOfOpen(open, at), ...failuresByJob(open)];
}
