import {
  type Amount,
  amountOf,
  formatCents,
  formatUnits,
  plural,
  shorten,
  shownAmount,
  toAmount,
  toText,
  type ValueView,
} from "#app/core/values/values.ts";
import { lineCents } from "#contract/credit.ts";
import type { ExchangeItem, Exo as ExoDocument } from "#contract/exos.ts";
import { centsOfQuantity, readNumber } from "#contract/numbers.ts";
import type { CreditView } from "./credit.ts";
import { progressOf, toStreamViews } from "./jobs.ts";
import { type Exo, initialsOf, isReturned, reasonOf, toCustomer } from "./model.ts";

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

/** The value of a line in the direction of its goods. */
function directedCents(item: ExchangeItem): number | undefined {
  const cents = lineCents(item);
  return cents === undefined || !isReturned(item) ? cents : -cents;
}

/** A line without a price gets the one calculated from its unit price, and says so. */
function linePriceOf(item: ExchangeItem): { linePrice?: ValueView; reckoned?: string } {
  const linePrice = amountOf(item.Total);
  const cents = directedCents(item);
  if (linePrice?.number === undefined) {
    if (cents === undefined) return linePrice ? { linePrice: shownAmount(linePrice) } : {};
    return { linePrice: formatCents(cents), reckoned: "Unit price × quantity: no line price was sent" };
  }
  const product = centsOfQuantity(item.Cost, item.Quantity);
  const differs = product !== undefined && Math.abs(product) !== Math.abs(cents ?? 0);
  return {
    linePrice: shownAmount(linePrice),
    reckoned: differs ? `Unit price × quantity is ${formatCents(product)}` : undefined,
  };
}

function toItemView(item: ExchangeItem, key: string, photos: PhotoHrefs) {
  const title = shorten(toText(item.Title), 200) || "(no title)";
  const unitPrice = amountOf(item.Cost);
  return {
    key,
    title,
    levelCode: shorten(toText(item.LevelCode), 80),
    quantity: shownQuantity(toAmount(item.Quantity)),
    unitPrice: unitPrice && shownAmount(unitPrice),
    ...linePriceOf(item),
    reason: shorten(reasonOf(item), 80),
    notes: shorten(toText(item.ReturnReasonNotes), maxTextLength),
    tags: (item.Tags ?? []).map((tag) => shorten(toText(tag), 60)).filter(Boolean),
    // The inline picture, and the download.
    photos: (item.Photos ?? []).map(({ SourceId }, index) => {
      const id = toText(SourceId);
      const [src, href] = id === "" ? [] : [photos.pictureOf(id), photos.fileOf(id)];
      return { key: String(index), alt: `Photo ${index + 1} of ${title}`, src, href };
    }),
  };
}

export type ItemView = ReturnType<typeof toItemView>;

function unpricedWords(items: readonly ExchangeItem[]): string {
  const count = items.filter((item) => lineCents(item) === undefined).length;
  return count === 0 ? "" : `without ${plural(count, "line", "lines")} whose price is not known`;
}

function toList(heading: string, items: readonly ExchangeItem[], photos: PhotoHrefs) {
  const units = items.reduce((sum, { Quantity }) => sum + Math.abs(readNumber(Quantity) ?? 0), 0);
  const amounts = items.flatMap((item) => directedCents(item) ?? []);
  const isPriced = amounts.length > 0;
  const cents = amounts.reduce((sum, one) => sum + one, 0);
  return {
    heading,
    items: items.map((item, index) => toItemView(item, String(index), photos)),
    total: `${plural(units, "unit", "units")}, ${isPriced ? formatCents(cents) : "price not known"}`,
    /** How many lines are missing in the total; empty if all or none are. */
    unpriced: isPriced ? unpricedWords(items) : "",
  };
}
export type ItemList = ReturnType<typeof toList>;

/** The Summary tab: customer, return and exchange items, and progress of processing (returns#summary). */
export function toSummary(exo: Exo, document: ExoDocument, photos: PhotoHrefs, credit?: CreditView) {
  const customer = toCustomer(document);
  const items = document.exchange ? (document.exchange.Items ?? []) : undefined;
  const progress = progressOf(exo, document.histories ?? []);
  const returned = items?.filter(isReturned) ?? [];
  const sent = items?.filter((item) => !isReturned(item)) ?? [];
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
    unpriced: credit && unpricedWords(returned),
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
