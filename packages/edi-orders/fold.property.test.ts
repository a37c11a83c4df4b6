import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutgoingMessage } from "#edifact/index.ts";
import { cases, schedules } from "../../tests/support/models.ts";
import { agreement, messageOf, places } from "../../tests/support/partnerMessages.ts";
import { lineActions } from "./actions.ts";
import { desadv, packageCount } from "./desadv.ts";
import { differences, possibleAnswers, refusalOf } from "./differences.ts";
import { fold, isReplacing, laterThan } from "./fold.ts";
import { placesIn } from "./merge.ts";
import type { PartnerLine } from "./message.ts";
import {
  type Decision,
  type Facts,
  flat,
  isOpen,
  isUnanswered,
  type Order,
  type OrderMessage,
} from "./order.ts";
import { ordrsp, responseCode, type Since } from "./ordrsp.ts";
import { seenOf } from "./promise.ts";
import { takingProblems } from "./taking.ts";

/** Two articles with their prices; the partner may ask for another one. */
const codes = ["A", "B"] as const;
const prices = { A: 10, B: 20 } as const;
type Code = (typeof codes)[number];

const quantity = fc.integer({ min: 1, max: 40 });
const code = fc.constantFrom(...codes);
const orderedLine = fc.record({ code, quantity, isWrongPrice: fc.boolean() });
const namedLine = fc.record(
  {
    number: fc.integer({ min: 1, max: 3 }),
    naming: fc.constantFrom("number", "item", "both"),
    action: fc.constantFrom("3", "3", "3", "2", "1", "5"),
    code,
    quantity,
    price: fc.constantFrom("10", "20", "1"),
    day: fc.constantFrom("2026-12-14", "2026-12-15"),
  },
  { requiredKeys: ["number", "naming", "action", "code"] },
);
const sentChange = fc.record({
  function: fc.constantFrom("4", "4", "4", "4", "5", "1"),
  lines: fc.array(namedLine, { minLength: 1, maxLength: 3 }),
});
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("release"), which: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("decide"),
      answer: fc.constantFrom("accept", "amend", "refuse"),
      quantity,
      isPriced: fc.boolean(),
      isWhole: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("step") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("stock"), stock: fc.constantFrom(0, 5, 27) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("ship"), A: fc.nat(20), B: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("end"), label: fc.constantFrom("COMPLETE", "CANCELLED") }),
  },
);

const orders = messageOf(
  "ORDERS",
  ["BGM+220+PO1+9", "NAD+ST+++MYER+1 STURT ST+BALLARAT+VIC+3350+AU", "NAD+SU+9399991000011::9", "UNS+S"],
  1,
  undefined,
);
const changes = messageOf("ORDCHG", ["BGM+230+C1+4", "RFF+ON:PO1", "UNS+S"], 2, undefined);

const lineOf = (asked: Partial<PartnerLine> & { written: PartnerLine["written"] }): PartnerLine => ({
  ...{ number: "", item: "", itemType: "SRV", description: "", codes: [], days: {}, unread: [], action: "" },
  ...asked,
});

const orderOf = (
  lines: readonly { code: Code; quantity: number; isWrongPrice: boolean }[],
): OrderMessage => ({
  ...orders,
  lines: lines.map(({ code, quantity, isWrongPrice }, index) =>
    lineOf({
      ...{ number: String(index + 1), item: code, codes: [code] },
      written: { quantity: String(quantity), price: String(isWrongPrice ? 1 : prices[code]) },
    }),
  ),
});

type Named = (typeof namedLine extends fc.Arbitrary<infer T> ? T : never) & { day?: string; price?: string };

function changeOf({ function: code, lines }: { function: string; lines: readonly Named[] }, index: number) {
  const position = index + 2;
  const message: OrderMessage = {
    ...changes,
    id: String(position),
    sent: { ...changes.sent, controlReference: String(position), position },
    head: { ...changes.head, documentIdentifier: `C${position}`, messageFunction: code },
    lines: lines.map(({ number, naming, action, code: item, quantity, price, day }) => {
      const isAdded = action === lineActions.added;
      const by = isAdded ? "both" : naming;
      return lineOf({
        number: by === "item" ? "" : String(isAdded ? number + 3 : number),
        ...(by === "number" ? {} : { item, codes: [item] }),
        written: {
          ...(quantity !== undefined && { quantity: String(quantity) }),
          ...(price !== undefined && { price }),
        },
        days: day === undefined ? {} : { "2": day },
        action,
      });
    }),
  };
  return message;
}

/** What the platform does, without a database: it takes messages, decisions and shipments, and sends views. */
class Desk {
  readonly sent: OutgoingMessage[] = [];
  messages: [OrderMessage, ...OrderMessage[]];
  decisions: Decision[] = [];
  parcels: Map<string, number>[] = [];
  end: Order["end"];
  stock = 27;

  constructor(first: OrderMessage) {
    this.messages = [first];
  }

  facts(closed?: Facts["closed"]): Facts {
    const article = (sku: Code) => [{ sku, title: sku, isSold: true, stock: this.stock, price: prices[sku] }];
    return { ...agreement, ...places, articles: new Map(codes.map((one) => [one, article(one)])), closed };
  }

  order(messages: readonly OrderMessage[] = this.messages): Order {
    const [first, ...others] = messages;
    if (!first) throw new Error("An order has a message");
    return fold([first, ...others], this.decisions, { parcels: this.parcels, end: this.end });
  }

  /** The messages so far, judged with what is known now. */
  judged(): [OrderMessage, ...OrderMessage[]] {
    const [first, ...others] = this.messages;
    const last = others.pop();
    const known = this.facts();
    return last ? [first, ...others, { ...last, facts: known }] : [{ ...first, facts: known }];
  }

  /** Sends a view of the order; it must be the same whatever the order in which the messages lie there. */
  send(view: (order: Order) => OutgoingMessage): OutgoingMessage {
    const [first, ...others] = this.messages;
    const message = view(this.order());
    expect(view(this.order([first, ...others.toReversed()]))).toEqual(message);
    this.sent.push(message);
    return message;
  }

  respond(since: Since): void {
    const form = { identifier: "OR", preparedAt: "2026-11-29T10:00", directory: "01B" } as const;
    checkResponse(
      this.order(),
      since,
      this.send((order) => ordrsp(order, since, form)),
    );
  }

  step(): void {
    if (this.order().isOpened) return;
    const order = this.order(this.judged());
    if (!order.cancelledBy && refusalOf(order) === undefined && differences(order).length > 0) return;
    this.messages = this.judged();
    this.respond("opening");
  }

  take(message: OrderMessage): void {
    const before = this.order();
    if (laterThan(this.messages, message)) return;
    const isClosed = this.parcels.length > 0 || this.end !== undefined;
    const known = this.facts(isClosed ? "sent" : undefined);
    const own = before.isOpened ? { ...message, facts: known } : message;
    const after = this.order([...this.messages, own]);
    if (takingProblems(before, after, places, agreement).length > 0) return;
    this.messages.push(own);
    if (!before.isOpened) return;
    checkMoves(before, after, own);
    const change = after.changes.at(-1);
    if (change && after.cancelledBy === change) {
      this.end = "CANCELLED";
      this.respond("end");
    } else this.respond({ change: message.id });
  }

  decide(said: {
    answer: "accept" | "amend" | "refuse";
    quantity: number;
    isPriced: boolean;
    isWhole: boolean;
  }) {
    if (this.order().isOpened) return;
    const order = this.order(this.judged());
    const place = order.lines.findIndex(isOpen);
    const line = order.lines[place];
    if (line && possibleAnswers(line).includes(said.answer)) {
      const amended = { quantity: said.quantity, ...(said.isPriced && { unit_price: 7 }) };
      const decision = {
        answer: said.answer,
        ...(said.answer === "amend" && amended),
        reason: "",
        by: "",
        at: "",
      };
      this.decisions.push({ about: "line", place, ...decision, seen: seenOf(flat(line)) });
    }
    if (said.isWhole)
      for (const { kind, words } of order.differences.filter(isUnanswered))
        this.decisions.push({ about: "order", kind, words, answer: "accepted" });
  }

  ship(parcel: Record<Code, number>): void {
    const before = this.order();
    if (!before.isOpened || this.end !== undefined || responseCode(before, "opening") === "27") return;
    this.parcels.push(new Map(codes.map((one) => [one, parcel[one]])));
    const number = this.parcels.length - 1;
    if (packageCount(this.order(), number) === 0) return;
    const message = this.send((order) =>
      desadv(order, number, {
        ...{ identifier: "DA", preparedAt: "", despatchedAt: "", carrier: "", conNote: "", serial: 1 },
        directory: "01B",
      }),
    );
    const left = sumOf(before.lines.map((line) => [line.levelCode, line.promised.quantity - line.shipped]));
    const expected = codes.map((one) => [one, Math.min(parcel[one], left.get(one) ?? 0)] as const);
    expect(advisedIn(message)).toEqual(sumOf(expected));
  }

  finish(label: "COMPLETE" | "CANCELLED"): void {
    const before = this.order();
    if (!before.isOpened || this.end !== undefined || responseCode(before, "opening") === "27") return;
    this.end = label;
    this.respond("end");
    for (const line of this.order().lines) expect(line.promised.quantity).toBe(line.shipped);
  }
}

const sumOf = (rows: readonly (readonly [string | null, number])[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [key, count] of rows) if (key !== null && count > 0) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
};

const textIn = (element: unknown, index: number): string => String([element].flat()[index] ?? "");

/** Pieces by article of a despatch advice: those of each line follow its article. */
function advisedIn({ segments }: OutgoingMessage): Map<string, number> {
  let item = "";
  return sumOf(
    segments.flatMap(({ tag, elements }) => {
      if (tag === "PIA") item = textIn(elements[1], 0);
      return tag === "QTY" ? [[item, Number(textIn(elements[0], 1))] as const] : [];
    }),
  );
}

/** What a response promises of each of its lines. */
function promisedIn({ segments }: OutgoingMessage): { number: string; item: string; pieces: number }[] {
  let line = { number: "", item: "" };
  return segments.flatMap(({ tag, elements }) => {
    if (tag === "LIN") line = { number: textIn(elements[0], 0), item: textIn(elements[2], 0) };
    return tag === "QTY" && textIn(elements[0], 0) === "113"
      ? [{ ...line, pieces: Number(textIn(elements[0], 1)) }]
      : [];
  });
}

/** QTY+113 of a response, by article, is what the order promises. */
function checkResponse(order: Order, since: Since, message: OutgoingMessage): void {
  const said = promisedIn(message);
  const change =
    typeof since === "string" ? undefined : order.changes.find(({ message: { id } }) => id === since.change);
  if (change?.isTooLate) {
    for (const { number, pieces } of said) {
      const own = order.lines.filter(({ asked }) => number === "" || asked.number === number);
      expect(own.length === 0 ? [0] : own.map(({ promised }) => promised.quantity)).toContain(pieces);
    }
    return;
  }
  const promised = sumOf(order.lines.map((line) => [line.asked.item, line.promised.quantity]));
  const isOpening = since === "opening";
  const code = responseCode(order, since);
  if (code === "4") expect(sumOf(said.map(({ item, pieces }) => [item, pieces]))).toEqual(promised);
  else if (code === "27") expect(promised.size).toBe(0);
  else {
    expect(isOpening).toBe(true);
    for (const {
      asked,
      promised: { quantity, price },
    } of order.lines)
      expect([quantity, price]).toEqual([asked.quantity, asked.price]);
  }
}

/** A promise moves only to the very value that the message names. */
function checkMoves(before: Order, after: Order, message: OrderMessage): void {
  const named = placesIn(before.lines);
  const wanted = message.lines.map((line) => ({ line, place: named.of(line) }));
  for (const [place, { asked, promised }] of before.lines.entries()) {
    const now = after.lines[place];
    if (!now) throw new Error("A line is gone");
    const lines = isReplacing(message.head)
      ? message.lines
      : wanted.filter((one) => one.place === place).map((one) => one.line);
    const isGone = message.head.messageFunction === "1" || now.asked.isDeleted;
    if (now.promised.quantity !== promised.quantity)
      expect(isGone ? ["0"] : lines.map(({ written }) => written.quantity)).toContain(
        String(now.promised.quantity),
      );
    if (now.promised.price !== promised.price)
      expect(lines.map(({ written }) => written.price)).toContain(String(now.promised.price));
    const isLimited = promised.quantity < asked.quantity;
    if (isLimited) expect(now.promised.quantity).toBeLessThanOrEqual(promised.quantity);
  }
}

test("however messages, decisions, shipments and late releases come: a promise moves only to a value that a message names or a person gives, and whatever is sent is what follows from all of them [edi#changed-lines, edi#confirming, edi#proved, edi#sequence]", () => {
  const tally = { sent: 0, older: 0 };
  fc.assert(
    fc.property(
      fc.array(orderedLine, { minLength: 1, maxLength: 3 }),
      fc.array(sentChange, { maxLength: 5 }),
      fc.array(happening, { maxLength: 30 }),
      (lines, sentChanges, events) => {
        const desk = new Desk(orderOf(lines));
        const waiting = sentChanges.map(changeOf);
        for (const event of events) {
          const before = desk.order();
          if (event.kind === "release") {
            const [message] = waiting.splice(event.which % Math.max(1, waiting.length), 1);
            if (!message) continue;
            const isOlder = laterThan(desk.messages, message) !== undefined;
            desk.take(message);
            if (isOlder) {
              tally.older += 1;
              expect(desk.order()).toEqual(before);
            }
          } else if (event.kind === "decide") desk.decide(event);
          else if (event.kind === "ship") desk.ship(event);
          else if (event.kind === "end") desk.finish(event.label);
          else if (event.kind === "stock") {
            desk.stock = event.stock;
            expect(desk.order()).toEqual(before);
          } else desk.step();
        }
        tally.sent += desk.sent.length;
      },
    ),
    schedules(1_000),
  );
  expect(tally.sent).toBeGreaterThan(cases(100));
  expect(tally.older).toBeGreaterThanOrEqual(cases(10));
});
