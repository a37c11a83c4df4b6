import type { ErrorView } from "#app/core/http/errorView.ts";
import { formatUnits, shorten, toText } from "#app/core/values/values.ts";
import { offersOf } from "#app/domains/edi/partner/offers.ts";
import { ediOrderPath } from "#app/domains/edi/partner/paths.ts";
import type { EdiOrderDetail } from "#contract/edi.ts";
import type { EdiReviewLine } from "#contract/ediReview.ts";
import { readNumber } from "#contract/numbers.ts";

/** Maximum lines with fields on one page: a form with more is rejected (errors#form-names). */
export const maxAsked = 500;
const maxTextLength = 200;

export const lineFields = ["answer", "quantity", "unit_price", "reason"] as const;
export type LineField = (typeof lineFields)[number];
export type LineValues = Record<LineField, string>;

const answerLabels = { accept: "Accept", amend: "Amend", refuse: "Refuse" } as const;
const saidLabels = new Map([
  ["accept", "Accepted"],
  ["amend", "Amended"],
  ["refuse", "Refused"],
]);

const dollars = new Intl.NumberFormat("en-AU", { minimumFractionDigits: 2, maximumFractionDigits: 6 });
const text = (value: unknown) => shorten(toText(value), maxTextLength);

/** A number formatted for people; anything else as sent, and nothing as an empty text. */
const formatted = (value: unknown, format: (value: number) => string): string => {
  const count = readNumber(value);
  return count === undefined ? text(value) : format(count);
};
const units = (value: unknown) => formatted(value, formatUnits);
/** A price in the partner's currency. */
const price = (value: unknown) => formatted(value, (amount) => dollars.format(amount));

const parts = (...all: (string | false)[]): string => all.filter(Boolean).join(" ");

const orderedWords = (line: EdiReviewLine): string =>
  parts(
    text(line.ordered) || "No quantity",
    text(line.unit),
    text(line.price) !== "" && `at ${text(line.price)}`,
    text(line.price_basis) !== "" && `per ${text(line.price_basis)}`,
  );

/** The delivery according to the answer; an open line is undecided. */
function deliveredWords({ answer, differences, pieces, unit_price }: EdiReviewLine): string {
  if (!answer && (differences ?? []).length > 0) return "Not decided";
  if (answer?.answer === "refuse") return "Nothing";
  const amended = answer?.answer === "amend" ? answer : undefined;
  const quantity = units(amended?.quantity ?? pieces);
  const each = price(amended?.unit_price ?? unit_price);
  return parts(quantity === "" ? "–" : `${quantity} pieces`, each !== "" && `at ${each}`);
}

const knownWords = ({ in_stock, our_price }: EdiReviewLine): string =>
  [units(in_stock) && `In stock ${units(in_stock)}`, price(our_price) && `Our price ${price(our_price)}`]
    .filter(Boolean)
    .join(" · ");

const lineName = ({ number, item }: { number?: unknown; item?: unknown }): string =>
  [`Line ${text(number)}`.trim(), text(item)].filter(Boolean).join(" · ");

/** One line: the ordered next to the delivered values, and their differences (edi#review-lines). */
function toLine(line: EdiReviewLine) {
  const { answer } = line;
  const answerLabel = saidLabels.get(toText(answer?.answer));
  const differences = (line.differences ?? []).map(({ kind, words }) => ({
    /** 'Quantity' or another subject. */
    about: text(kind).replace(/^./, (letter) => letter.toUpperCase()),
    words: text(words),
  }));
  const answers = differences.length === 0 ? [] : (line.possible_answers ?? []);
  return {
    place: line.place,
    name: lineName(line),
    description: text(line.description),
    ordered: orderedWords(line),
    delivered: deliveredWords(line),
    known: knownWords(line),
    differences,
    answerText:
      answerLabel === undefined
        ? ""
        : [answerLabel, text(answer?.by) && `by ${text(answer?.by)}`].filter(Boolean).join(" "),
    /** Possible answers; empty if there is nothing to decide. */
    answers: answers.map((value) => ({ value, label: answerLabels[value] })),
    values: {
      answer: toText(answer?.answer),
      quantity: toText(answer?.quantity),
      unit_price: toText(answer?.unit_price),
      reason: toText(answer?.reason),
    } satisfies LineValues,
  };
}
export type ReviewLine = ReturnType<typeof toLine>;

/** The lines of an order awaiting confirmation; undefined for any other order (edi#review-lines). */
export function toReview(item: EdiOrderDetail, username: string) {
  if (item.held_for !== "confirmation" || !item.review_lines) return undefined;
  const lines = item.review_lines.map(toLine);
  const differing = lines.filter(({ differences }) => differences.length > 0);
  const open = differing.filter(({ answerText }) => answerText === "");
  const answered = differing.filter(({ answerText }) => answerText !== "");
  const questions = [...open, ...answered].slice(0, maxAsked);
  const agreed = lines.filter(({ differences }) => differences.length === 0);
  const offers = username === "" ? [] : offersOf(item).filter(({ takes_lines }) => takes_lines === true);
  const confirm = offers.find(({ action }) => action === "confirm");
  return {
    questions,
    agreed,
    more: Math.max(readNumber(item.line_count) ?? 0, lines.length) - questions.length - agreed.length,
    /** Allowed actions; none for a read-only user. */
    canKeep: offers.some(({ action }) => action === "answer-lines"),
    canConfirm: confirm !== undefined,
    /** Must be ticked before confirming; empty if nothing must. */
    warning: shorten(toText(confirm?.warning), 1000),
  };
}
export type Review = NonNullable<ReturnType<typeof toReview>>;

/** A held duplicate next to the active order (edi#review-duplicate); undefined if there is none to compare with. */
export function toComparison({ comparison }: EdiOrderDetail) {
  const id = toText(comparison?.order_document_id);
  if (!comparison || id === "") return undefined;
  const number = text(comparison.utopia_order_number);
  return {
    name: number ? `Order ${number}` : "The living order",
    href: ediOrderPath({ id }),
    lines: (comparison.lines ?? []).slice(0, 1000).map((line, index) => ({
      key: String(index),
      name: lineName(line),
      living: units(line.living) || "–",
      wanted: units(line.this) || "–",
      words: text(line.words),
    })),
  };
}

export type Comparison = NonNullable<ReturnType<typeof toComparison>>;

/** The fields of a line as rendered: an unchanged value was saved before, perhaps by somebody else. */
export const storedText = (values: Partial<Record<LineField, unknown>>): string =>
  JSON.stringify(lineFields.map((field) => toText(values[field])));

/** The typed values and errors by line, and the result of the last submission. */
export type ReviewState = {
  token: string;
  lines: Record<string, LineValues>;
  others: string;
  isKnown: boolean;
  errors: { known?: string[]; lines: Record<string, Partial<Record<LineField, string[]>>> };
  refusal?: string;
  problem?: ErrorView;
  preview?: { outcome: string; replies: { key: string; title: string; lines: string[] }[] };
};
