import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { OrderStatusCode } from "#contract/orders.ts";
import { changedByPartner } from "#platform/domains/orders/actions.ts";
import {
  actionRules,
  availableActions,
  type MovingOrder,
  outstandingLines,
  performAction,
  platformMoves,
  readDocument,
  ruleFor,
} from "#platform/domains/orders/rules.ts";
import { isSubmitted, withParcel } from "#platform/domains/orders/steps.ts";
import type { Ap21Reply, Outside } from "#platform/outside/simulated.ts";
import { schedules } from "../../../tests/support/models.ts";
import { type DueOrder, nextStep, type Step } from "./advanceOrders.ts";

/*
 * An order between two platforms, a person and its partner: each platform reads the order, calls AP21 or the warehouse,
 * and writes its step unless the order has changed, and may be killed between any two of these.
 */

const home = {
  ...{ locationType: "delivery", street1: "1 High Street", suburb: "Brunswick", postcode: "3056" },
  ...{ state: "VIC", country: "AU" },
};
const ordered = [
  { levelCode: "A_BLK_8", quantity: 2 },
  { levelCode: "B_BLK_9", quantity: 1 },
];
const corrected = JSON.stringify({ ...home, company: "", street2: "" });

type Event =
  | { kind: "advance" | "kill"; platform: number; ap21: Ap21Reply["kind"] }
  | { kind: "act"; choice: number }
  | { kind: "change"; quantity: number }
  | { kind: "wait"; minutes: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("advance" as const),
      platform: fc.nat(1),
      ap21: fc.constantFrom<Ap21Reply["kind"]>("accepted", "accepted", "accepted", "busy", "refused"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("kill" as const),
      platform: fc.nat(1),
      ap21: fc.constant("accepted" as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("act" as const), choice: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("change" as const), quantity: fc.integer({ min: 0, max: 3 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.constantFrom(1, 5, 30, 700) }),
  },
);

const legal = new Set([
  ...actionRules.flatMap(({ from, to }) => from.map((status) => `${status} ${to ?? status}`)),
  ...Object.values(platformMoves).map(({ from, to }) => `${from} ${to}`),
]);

/** One order with the two companies, as they remember what they were sent. */
class World {
  now = new Date("2026-11-20T00:00:00Z");
  order: MovingOrder;
  /** What AP21 has: the highest version that it accepted, and how often it was asked for something else under one reference. */
  readonly answers = new Map<string, Ap21Reply["kind"]>();
  ap21: { version: number; reference: string; kind: "order" | "withdrawal" } | undefined;
  readonly parcels = new Map<string, string>();
  readonly dockets: string[] = [];
  readonly working: ({ before: DueOrder; step?: Step } | undefined)[] = [];

  constructor(isWrong: boolean) {
    this.order = {
      ...{
        id: "order-1",
        status: "PROCESSING",
        retryCount: 0,
        submissions: 0,
        submitted: null,
        parcel: null,
      },
      stepAt: this.now,
      document: {
        ...{ sourceId: "C1", sourceType: "edimarketplace", customer: { email: "mei@customer.example" } },
        ...{ addresses: [isWrong ? { ...home, postcode: "2000" } : home], lineItems: ordered },
      },
    };
  }

  outside(reply: Ap21Reply["kind"]): Outside {
    return {
      ap21: async ({ reference, version, kind, attempt }) => {
        const key = `${reference}/${attempt}`;
        // The same request has the same answer, whoever asks again.
        const answer = this.answers.get(key) ?? (kind === "withdrawal" ? "accepted" : reply);
        this.answers.set(key, answer);
        if (answer === "accepted" && version >= (this.ap21?.version ?? 0))
          this.ap21 = { version, reference, kind };
        return { kind: answer, message: "(simulated)" };
      },
      warehouse: async ({ reference, lines }) => {
        this.parcels.set(reference, JSON.stringify(lines));
        return {
          ...{ carrierCode: "AUSPOST", carrierName: "Australia Post", conNote: reference },
          ...{ docketNumber: reference, carrierUrl: "https://auspost.example/", message: "(simulated)" },
        };
      },
      mail: () => Promise.reject(new Error("No mail is sent here")),
      storeChannel: () => Promise.reject(new Error("No channel is called here")),
    };
  }

  save(to: MovingOrder) {
    if (to.status !== this.order.status) expect(legal).toContain(`${this.order.status} ${to.status}`);
    this.order = structuredClone(to);
  }

  /** The next of a platform's three moves: it reads, calls and decides, or writes. */
  async advance(platform: number, reply: Ap21Reply["kind"]) {
    const at = this.working[platform];
    if (!at) {
      const isDue = this.order.stepAt && this.order.stepAt <= this.now;
      const store = { id: 1, name: "Myer" };
      if (isDue) this.working[platform] = { before: { order: structuredClone(this.order), store } };
    } else if (!at.step) {
      const step = await nextStep(this.outside(reply), at.before, () => this.now);
      this.working[platform] = step && { ...at, step };
    } else {
      this.working[platform] = undefined;
      if (!isDeepStrictEqual(this.order, at.before.order)) return;
      this.save(at.step.effect.order);
      if (at.step.write && at.before.order.parcel) this.dockets.push(at.before.order.parcel.reference);
    }
  }

  act(choice: number) {
    const offered = availableActions(this.order).filter(({ value }) => value !== "resend-confirmation");
    const action = offered[choice % Math.max(1, offered.length)];
    if (!action) return;
    const rule = ruleFor(action.value);
    const payload = rule.input === "address" ? corrected : "A note";
    const { order } = performAction(rule, this.order, { payload, user: "clerk", at: this.now });
    this.save(rule.ships ? withParcel(order, rule.ships, this.now) : order);
  }

  change(quantity: number) {
    const lineItems = [{ levelCode: "A_BLK_8", quantity }];
    const effect = changedByPartner(this.order, quantity === 0, { lineItems }, "CH1", this.now);
    // The partner's cancellation is a move of its own: it comes in every status that is not ended.
    if (effect) this.order = structuredClone(effect.order);
  }

  async run(event: Event) {
    if (event.kind === "advance") await this.advance(event.platform, event.ap21);
    if (event.kind === "kill") this.working[event.platform] = undefined;
    if (event.kind === "act") this.act(event.choice);
    if (event.kind === "change") this.change(event.quantity);
    if (event.kind === "wait") this.now = new Date(this.now.getTime() + event.minutes * 60_000);
  }

  /** Nobody dies any more and AP21 accepts: until the order rests. */
  async rest() {
    for (let turn = 0; turn < 200 && (this.order.stepAt || this.working.some(Boolean)); turn += 1) {
      this.now = new Date(Math.max(this.now.getTime(), this.order.stepAt?.getTime() ?? 0));
      await this.advance(turn % 2, "accepted");
    }
    expect(this.order.stepAt).toBeNull();
  }
}

const held: readonly OrderStatusCode[] = ["SUBMITTED_TO_AP21", "SHIPMENT_PENDING", "COMPLETE"];

test("whatever two platforms, their deaths, a person and the partner do in whatever order: states stay legal, AP21 has the order's present content, nothing is sent twice [orders#moves, orders#once-outside]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(event, { minLength: 20, maxLength: 120, size: "max" }),
      async (isWrong, events) => {
        const world = new World(isWrong);
        for (const each of events) {
          await world.run(each);
          const { status, stepAt } = world.order;
          const isOver = ["COMPLETE", "INVALID", "REJECTED_FRAUD"].includes(status);
          // Somebody has the next move, unless the order is finished.
          expect(isOver || stepAt !== null || availableActions(world.order).length > 0).toBe(true);
        }
        await world.rest();
        const { order, ap21, dockets, parcels } = world;
        expect(new Set(dockets).size).toBe(dockets.length);
        expect([...parcels.keys()].sort()).toEqual([...dockets].sort());
        if (held.some((status) => status === order.status)) {
          expect(isSubmitted(order)).toBe(true);
          expect(ap21).toMatchObject({ kind: "order", version: order.submissions });
        }
        if (order.status === "INVALID" && order.submissions > 0)
          expect(ap21).toMatchObject({ kind: "withdrawal", version: order.submissions });
        if (order.status === "COMPLETE") {
          expect(outstandingLines(order)).toEqual([]);
          const units = (lines: readonly { quantity?: unknown }[]) =>
            lines.reduce((sum, { quantity }) => sum + Number(quantity), 0);
          const { shipments, lineItems } = readDocument(order.document);
          const sent = (shipments ?? []).flatMap(({ contents }) => contents ?? []);
          expect(units(sent)).toBe(units(lineItems ?? []));
        }
      },
    ),
    schedules(300),
  );
});
