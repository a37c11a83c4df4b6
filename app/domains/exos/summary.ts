import {
  type Amount,
  formatCents,
  formatUnits,
  plural,
  shorten,
  shownAmount,
  type ValueView,
} from "#app/values/values.ts";
import type { Exo as ExoDocument } from "#contract/exos.ts";
import type { CreditView } from "./credit.ts";
import { type JobProgress, type Progress, progressOf } from "./jobs.ts";
import { amountOfLines, type Exo, type Item, initialsOf, toCustomer, toItems } from "./model.ts";

type PhotoHrefs = {
  pictureOf: (photoId: string) => string;
  fileOf: (photoId: string) => string;
};

const maxTextLength = 2000;

/** The sign is the direction of the goods: - is returned, + is sent (returns#items). */
function shownQuantity({ number, text }: Amount): ValueView {
  if (number === undefined) return { text: shorten(text, 20), note: "Not a number" };
  return `${number < 0 ? "-" : number > 0 ? "+" : ""}${formatUnits(Math.abs(number))}`;
}

/** A line without a price gets the one calculated from its unit price, and says so. */
function linePriceOf(item: Item): { linePrice?: ValueView; reckoned?: string } {
  const { linePrice, cents, product } = item;
  if (linePrice === undefined || linePrice.number === undefined) {
    if (cents === undefined) return linePrice ? { linePrice: shownAmount(linePrice) } : {};
    return { linePrice: formatCents(cents), reckoned: "Unit price × quantity: no line price was sent" };
  }
  const differs = product !== undefined && Math.abs(product) !== Math.abs(cents ?? 0);
  return {
    linePrice: shownAmount(linePrice),
    reckoned: differs ? `Unit price × quantity is ${formatCents(product)}` : undefined,
  };
}

function toItemView(item: Item, key: string, photos: PhotoHrefs) {
  const title = shorten(item.title, 200) || "(no title)";
  return {
    key,
    title,
    levelCode: shorten(item.levelCode, 80),
    quantity: shownQuantity(item.quantity),
    unitPrice: item.unitPrice && shownAmount(item.unitPrice),
    ...linePriceOf(item),
    reason: shorten(item.reason, 80),
    notes: shorten(item.notes, maxTextLength),
    tags: item.tags.map((tag) => shorten(tag, 60)),
    // The inline picture, and the download.
    photos: item.photos.map(({ id }, index) => ({
      key: String(index),
      alt: `Photo ${index + 1} of ${title}`,
      ...(id === "" ? {} : { pictureHref: photos.pictureOf(id), fileHref: photos.fileOf(id) }),
    })),
  };
}

export type ItemView = ReturnType<typeof toItemView>;

const unpricedWords = (count: number): string =>
  count === 0 ? "" : `without ${plural(count, "line", "lines")} whose price is not known`;

function toList(heading: string, items: readonly Item[], photos: PhotoHrefs) {
  const units = items.reduce((sum, { quantity }) => sum + Math.abs(quantity.number ?? 0), 0);
  const { cents, unpriced } = amountOfLines(items);
  return {
    heading,
    items: items.map((item, index) => toItemView(item, String(index), photos)),
    total: `${plural(units, "unit", "units")}, ${cents === undefined ? "price not known" : formatCents(cents)}`,
    /** How many lines are missing in the total; empty if all or none are. */
    unpriced: cents === undefined ? "" : unpricedWords(unpriced),
  };
}
export type ItemList = ReturnType<typeof toList>;

/** '0.4 s', '12 s', '3 min', '2 h', '5 days'. */
export function shownDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${Math.max(0.1, Math.round(seconds * 10) / 10)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

function toJobView({ job, state, runs, startedAt, tookMs, failure }: JobProgress) {
  const notes = [
    runs > 1 ? `Run ${plural(runs, "time", "times")}` : "",
    state === "completed" && tookMs !== undefined ? `took ${shownDuration(tookMs)}` : "",
  ].filter(Boolean);
  const text = notes.join(", ");
  return {
    key: job.code,
    name: shorten(job.name, 120),
    description: job.description,
    state,
    notes: text.charAt(0).toUpperCase() + text.slice(1),
    since: state === "running" ? startedAt : undefined,
    failure:
      state === "failed"
        ? (failure ?? { words: "The EXO failed while this job ran.", message: "", advice: "" })
        : undefined,
  };
}

export type JobView = ReturnType<typeof toJobView>;

function toStreamViews({ streams }: Progress) {
  return streams.map(({ code, label, known, jobs }) => {
    const done = jobs.filter(({ state }) => state === "completed").length;
    return {
      key: `${code} ${label}`,
      label: shorten(label, 80),
      known,
      about: jobs.length === 0 ? "" : `${done} of ${plural(jobs.length, "job", "jobs")} finished`,
      jobs: jobs.map(toJobView),
    };
  });
}

export type StreamView = ReturnType<typeof toStreamViews>[number];

/** Why an EXO waits for a person: its job that failed last; undefined if none has. */
export function jobFailureOf({ streams }: Progress): JobView["failure"] {
  const failed = streams.flatMap(({ jobs }) => jobs.filter(({ state }) => state === "failed")).at(-1);
  return failed && toJobView(failed).failure;
}

/** The Summary tab: customer, return and exchange items, and progress of processing (returns#summary). */
export function toSummary(exo: Exo, document: ExoDocument, photos: PhotoHrefs, credit?: CreditView) {
  const customer = toCustomer(document);
  const items = toItems(document);
  const progress = progressOf(exo, document.histories ?? []);
  const returned = items?.filter((item) => item.returned) ?? [];
  const sent = items?.filter((item) => !item.returned) ?? [];
  const name = shorten(customer?.name ?? "", 120);
  return {
    customer: {
      name,
      initials: initialsOf(name, exo.email),
      // Values to copy are never cut.
      email: exo.email,
      correspondenceEmail: exo.correspondenceEmail,
      code: customer?.code ?? "",
      idx: customer?.idx ?? "",
    },
    /** Absent if no credit has to be given manually. */
    credit,
    /** Lines missing in the amount of the credit; empty if complete. */
    unpriced: credit && unpricedWords(amountOfLines(returned).unpriced),
    /** Absent if the EXO has no exchange. */
    lists: items && [
      toList("Return items", returned, photos),
      ...(sent.length === 0 ? [] : [toList("Exchange items", sent, photos)]),
    ],
    streams: toStreamViews(progress),
    unreadable:
      progress.unreadable === 0
        ? undefined
        : `${plural(progress.unreadable, "record of jobs is", "records of jobs are")} not readable and not counted here.`,
  };
}
export type Summary = ReturnType<typeof toSummary>;
export type CustomerCard = Summary["customer"];
