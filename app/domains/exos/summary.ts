import type { ErrorView } from "#app/http/errorView.ts";
import {
  type Amount,
  formatCents,
  formatUnits,
  type Moment,
  plural,
  shorten,
  shownAmount,
  type ValueView,
} from "#app/values/values.ts";
import type { Exo as ExoDocument } from "#contract/exos.ts";
import type { CreditView } from "./credit.ts";
import { type JobProgress, type JobState, type Progress, progressOf } from "./jobs.ts";
import { amountOfLines, type Exo, type Item, initialsOf, toCustomer, toItems } from "./model.ts";

export type CustomerCard = {
  name: string;
  initials: string;
  email: string;
  correspondenceEmail: string;
  code: string;
  idx: string;
};
export type ItemView = {
  key: string;
  title: string;
  levelCode: string;
  quantity: ValueView;
  unitPrice?: ValueView;
  linePrice?: ValueView;
  /** How the line price was calculated, or differs from unit price times quantity. */
  reckoned?: string;
  reason: string;
  notes: string;
  tags: string[];
  photos: PhotoView[];
};
/** `pictureHref` is the inline picture, `fileHref` the download; `failure` is the download's error. */
export type PhotoView = {
  key: string;
  alt: string;
  pictureHref?: string;
  fileHref?: string;
  failure?: ErrorView;
};
/** `unpriced` says how many lines are missing in the total; empty if all or none are. */
export type ItemList = { heading: string; items: ItemView[]; total: string; unpriced: string };

export type JobView = {
  key: string;
  name: string;
  description: string;
  state: JobState;
  /** Runs and duration, in words. */
  notes: string;
  /** Start of a running job. */
  since?: Moment;
  failure?: { words: string; message: string; advice: string };
};
export type StreamView = { key: string; label: string; known: boolean; about: string; jobs: JobView[] };

export type Summary = {
  customer: CustomerCard;
  /** Absent if no credit has to be given manually. */
  credit?: CreditView;
  /** Lines missing in the amount of the credit; empty if complete. */
  unpriced?: string;
  /** Absent if the EXO has no exchange. */
  lists?: ItemList[];
  streams: StreamView[];
  /** Unreadable job records, in words. */
  unreadable?: string;
};

type PhotoHrefs = {
  pictureOf: (photoId: string) => string;
  fileOf: (photoId: string) => string;
  failureOf: (photoId: string) => ErrorView | undefined;
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

function toPhotoView(id: string, alt: string, { pictureOf, fileOf, failureOf }: PhotoHrefs) {
  if (id === "") return { alt };
  const failure = failureOf(id);
  return { alt, pictureHref: pictureOf(id), fileHref: fileOf(id), failure };
}

function toItemView(item: Item, key: string, photos: PhotoHrefs): ItemView {
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
    photos: item.photos.map(({ id }, index) => ({
      key: String(index),
      ...toPhotoView(id, `Photo ${index + 1} of ${title}`, photos),
    })),
  };
}

const unpricedWords = (count: number): string =>
  count === 0 ? "" : `without ${plural(count, "line", "lines")} whose price is not known`;

function toList(heading: string, items: readonly Item[], photos: PhotoHrefs): ItemList {
  const units = items.reduce((sum, { quantity }) => sum + Math.abs(quantity.number ?? 0), 0);
  const { cents, unpriced } = amountOfLines(items);
  return {
    heading,
    items: items.map((item, index) => toItemView(item, String(index), photos)),
    total: `${plural(units, "unit", "units")}, ${cents === undefined ? "price not known" : formatCents(cents)}`,
    unpriced: cents === undefined ? "" : unpricedWords(unpriced),
  };
}

/** '0.4 s', '12 s', '3 min', '2 h', '5 days'. */
export function shownDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${Math.max(0.1, Math.round(seconds * 10) / 10)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

function toJobView({ job, state, runs, startedAt, tookMs, failure }: JobProgress): JobView {
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

function toStreamViews({ streams }: Progress): StreamView[] {
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

/** Why an EXO waits for a person: its job that failed last; undefined if none has. */
export function jobFailureOf({ streams }: Progress): JobView["failure"] {
  const failed = streams.flatMap(({ jobs }) => jobs.filter(({ state }) => state === "failed")).at(-1);
  return failed && toJobView(failed).failure;
}

/** The Summary tab: customer, return and exchange items, and progress of processing (returns#summary). */
export function toSummary(exo: Exo, document: ExoDocument, photos: PhotoHrefs, credit?: CreditView): Summary {
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
    credit,
    unpriced: credit && unpricedWords(amountOfLines(returned).unpriced),
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
