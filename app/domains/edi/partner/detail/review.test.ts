import { describe, expect, test } from "vitest";
import { readForm } from "#app/core/http/forms/read.ts";
import { ediOrderDetail } from "#contract/edi.ts";
import { errorsByPlace, reviewForm, toAnswer, typedReview } from "../review.server.ts";
import { storedText, toComparison, toReview } from "./review.ts";

const offers = [
  { action: "confirm", title: "Confirm the order", warning: "It says no currency.", takes_lines: true },
  { action: "answer-lines", title: "Answer lines", takes_lines: true },
  { action: "refuse", title: "Refuse the order", danger: true },
];
const line = (place: number, over: object = {}) => ({
  ...{ place, number: String(place), item: `9300000000${place}`, ordered: "2", unit: "CS" },
  ...{ price: "60.00", price_basis: "1 CS", pieces: 12, unit_price: 10, differences: [] },
  ...{ possible_answers: ["accept", "amend", "refuse"], answer: null, ...over },
});
const priced = {
  differences: [{ kind: "price", words: "The price is 10.00, ours is 12.50" }],
  our_price: 12.5,
};
const held = (review_lines: object[], over: object = {}) => {
  const counted = { review_lines, line_count: review_lines.length, available_actions: offers };
  return ediOrderDetail.parse({ id: "eo-1", held_for: "confirmation", ...counted, ...over });
};

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

describe("an order that waits to be confirmed [edi#review-lines]", () => {
  test("shows ordered beside to be delivered, open lines first, lines as agreed apart", () => {
    const refused = { ...priced, answer: { answer: "refuse", reason: "Too dear", by: "Riley" } };
    const amended = { ...priced, answer: { answer: "amend", quantity: 6, by: "Riley" } };
    const review = toReview(held([line(1, refused), line(2, amended), line(3, priced), line(4)]), "riley");
    expect(
      review?.questions.map(({ place, delivered, answerText }) => [place, delivered, answerText]),
    ).toEqual([
      [3, "Not decided", ""],
      [1, "Nothing", "Refused by Riley"],
      [2, "6 pieces at 10.00", "Amended by Riley"],
    ]);
    expect(review?.questions[0]).toMatchObject({
      ordered: "2 CS at 60.00 per 1 CS",
      known: "Our price 12.50",
      differences: [{ about: "Price", words: "The price is 10.00, ours is 12.50" }],
    });
    expect(review?.agreed).toMatchObject([{ place: 4, delivered: "12 pieces at 10.00" }]);
  });

  test("offers the answers to a line that the service accepts, and nothing else", () => {
    const review = toReview(held([line(1, { ...priced, possible_answers: ["amend", "refuse"] })]), "riley");
    expect(review?.questions[0]?.answers.map(({ value }) => value)).toEqual(["amend", "refuse"]);
    expect(review).toMatchObject({ canKeep: true, canConfirm: true, warning: "It says no currency." });
    const ruledOut = toReview(held([line(1, priced)], { available_actions: offers.slice(1) }), "riley");
    expect(ruledOut).toMatchObject({ canKeep: true, canConfirm: false });
    expect(toReview(held([line(1, priced)]), "")).toMatchObject({ canKeep: false, canConfirm: false });
  });

  test("counts the lines that are not shown", () => {
    const many = Array.from({ length: 600 }, (_, index) => line(index + 1, priced));
    const review = toReview(held([...many, line(601)], { line_count: 1500 }), "riley");
    expect([review?.questions.length, review?.agreed.length, review?.more]).toEqual([500, 1, 999]);
  });
});

describe("answers to lines [edi#review-answers]", () => {
  const fields = {
    ...{ intent: "confirm", others: "refuse" },
    ...{ "lines[0].place": "7", "lines[0].answer": "amend", "lines[0].quantity": "6" },
    ...{ "lines[0].unit_price": "", "lines[0].reason": " Six are left " },
    ...{ "lines[1].place": "2", "lines[1].answer": "", "lines[1].quantity": "", "lines[1].reason": "" },
  };

  test("becomes the body of the call; a line without an answer says nothing", () => {
    const read = readForm(formOf(fields), reviewForm);
    expect(read.status === "success" && toAnswer(read.value)).toEqual({
      lines: [{ place: 7, answer: "amend", quantity: 6, reason: "Six are left" }],
      others: "refuse",
    });
  });

  test("are sent if new: earlier answers, perhaps of somebody else, are not sent again", () => {
    const stored = storedText({ answer: "amend", quantity: 6, reason: "Six are left" });
    const bodyOf = (quantity: string) => {
      const said = { ...fields, "lines[0].stored": stored, "lines[0].quantity": quantity };
      const read = readForm(formOf(said), reviewForm);
      return read.status === "success" ? toAnswer(read.value).lines.map((one) => one.quantity) : [];
    };
    expect([bodyOf("6"), bodyOf("5")]).toEqual([[], [5]]);
  });

  test.each([
    ["lines[0].quantity", "a few", "7", "quantity"],
    ["lines[0].quantity", "1.5", "7", "quantity"],
    ["lines[0].quantity", "", "7", "quantity"],
    ["lines[0].answer", "accept", "7", "answer"],
    ["lines[1].unit_price", "12", "2", "answer"],
    ["lines[1].reason", "Because", "2", "answer"],
    ["lines[0].reason", "x".repeat(351), "7", "reason"],
  ])("%s = '%.10s' is wrong at its field, and what was typed stays", (name, value, place, field) => {
    const form = formOf({ ...fields, [name]: value });
    const read = readForm(form, reviewForm);
    const errors = read.status === "error" ? (read.error ?? {}) : {};
    expect(Object.keys(errorsByPlace(form, errors)[place] ?? {})).toEqual([field]);
    expect(typedReview(form, "t").lines["7"]).toMatchObject({ answer: form.get("lines[0].answer") });
  });
});

test("a duplicate is compared with the living order, which it leads to [edi#review-duplicate]", () => {
  const lines = [{ number: "1", item: "93", living: 12, this: 1200, words: "1,188 more" }];
  const comparison = { order_document_id: "eo-1", utopia_order_number: "MYR77", lines };
  const item = ediOrderDetail.parse({ id: "eo-2", held_for: "duplicate", comparison });
  expect(toReview(item, "riley")).toBeUndefined();
  expect(toComparison(item)).toEqual({
    ...{ name: "Order MYR77", href: "/edi/myer/orders/eo-1" },
    lines: [{ key: "0", name: "Line 1 · 93", living: "12", wanted: "1,200", words: "1,188 more" }],
  });
});
