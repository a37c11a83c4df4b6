import { ageOf, type Moment, momentOf, plural, shorten, toText } from "#app/values/values.ts";
import type { ExoHistory } from "#contract/exos.ts";
import { stepOf } from "./catalogue.ts";
import {
  type HistoryColour,
  historyCodeOf,
  jobsDoneCode,
  jobsStartedCode,
  unhandledCode,
} from "./historyCatalogue.ts";
import { jobsIn } from "./jobs.ts";

export type RecordView = {
  key: string;
  action: string;
  words: string;
  message: string;
  /** Shown below: the jobs of a record, or the message of an unhandled failure. */
  beneath: string;
  advice: string;
  colour?: HistoryColour;
  at?: Moment;
};

export type HistoryPage = {
  records: RecordView[];
  page: number;
  pages: number;
  about: string;
};

export const historyPageSize = 50;

const maxTextLength = 4000;
const maxTitleLength = 120;

function beneathOf(action: string, meta: ExoHistory["meta"]): string {
  if (action === unhandledCode) return toText(meta?.message);
  if (action !== jobsStartedCode && action !== jobsDoneCode) return "";
  const jobs = jobsIn(meta);
  if (jobs) return jobs.map((name) => stepOf(name).name).join(", ");
  const text = toText(meta?.jobs);
  return text === "" ? "This record names no jobs." : `The list of jobs is not readable: ${text}`;
}

function toRecord({ action, message, created_at, meta }: ExoHistory, index: number): RecordView {
  const code = toText(action);
  const { words, advice = "", colour } = historyCodeOf(code);
  const at = momentOf(created_at);
  const text = toText(message);
  const beneath = beneathOf(code, meta);
  // A code without words is shown by its message, if short enough for a title.
  const isTitle = words === code && text !== "" && text.length <= maxTitleLength;
  return {
    // Counted from the oldest, so that a record keeps its key when newer ones are added.
    key: String(index),
    action: shorten(code, 120),
    words: isTitle ? text : shorten(words, 200) || "Record",
    message: isTitle || text === beneath ? "" : shorten(text, maxTextLength),
    beneath: shorten(beneath, maxTextLength),
    advice,
    colour,
    at,
  };
}

/**
 * One page of the history, newest first; records without a readable time last. Mundane actions are
 * hidden unless `mundane`; red and amber ones never are (returns#mundane).
 */
export function toHistoryPage(
  histories: readonly ExoHistory[],
  { mundane, historyPage }: { mundane: boolean; historyPage: number },
): HistoryPage {
  const sorted = histories
    .map((record, index) => ({ record, index, age: ageOf(momentOf(record.created_at)) }))
    .sort((a, b) => (a.age === b.age ? b.index - a.index : b.age - a.age));
  const shown = sorted.filter(({ record }) => {
    const { mundane: isMundane, colour } = historyCodeOf(toText(record.action));
    return mundane || !isMundane || colour !== undefined;
  });
  const pages = Math.max(1, Math.ceil(shown.length / historyPageSize));
  const page = Math.min(historyPage, pages);
  const hidden = sorted.length - shown.length;
  return {
    records: shown
      .slice((page - 1) * historyPageSize, page * historyPageSize)
      .map(({ record, index }) => toRecord(record, index)),
    page,
    pages,
    about: `${plural(shown.length, "record", "records")}${hidden === 0 ? "" : `, ${plural(hidden, "mundane one", "mundane ones")} hidden`}`,
  };
}
