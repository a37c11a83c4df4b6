import { acknowledgementOf, isOutstanding } from "#app/domains/edi/acknowledgement.ts";
import { orderPartnerOf } from "#app/domains/edi/partner/offers.ts";
import { interchangePath } from "#app/domains/edi/partner/paths.ts";
import { referenceLabel } from "#app/domains/edi/partner/references.ts";
import { type Due, dueOf } from "#app/domains/edi/partner/state.ts";
import { streamStatesOf } from "#app/domains/edi/states.ts";
import { formatUnits, type Moment, momentOf, shorten, toText } from "#app/values/values.ts";
import type { EdiOrderDetail } from "#contract/edi.ts";
import type { Related, UtopiaOrder } from "./threadEvents.ts";

/** The next expected step, and since when; needs attention if no job will do it. */
export type Expectation = {
  key: string;
  words: string;
  tone: "ok" | "attention" | "background";
  since?: Moment;
  due?: Due;
  href?: string;
};

/** The expected outcome of each step while its stream is running (edi#streams). */
const outcomes: ReadonlyMap<string, (partner: string) => string> = new Map([
  ["create-utopia-order", () => "The Utopia order is created."],
  [
    "send-order-accepted-notification",
    (partner: string) => `The initial order response (ORDRSP) goes to ${partner}.`,
  ],
  [
    "wait-for-final-order-change-message",
    () => "A COMPLETE or CANCELLED message of the order system comes in.",
  ],
  [
    "send-order-shipments-notification",
    (partner: string) =>
      `A despatch advice (DESADV) goes to ${partner} for each new shipment, until all items are shipped or cancelled.`,
  ],
  [
    "send-order-changed-notification",
    (partner: string) => `An order response (ORDRSP) tells ${partner} what is changed or cancelled.`,
  ],
]);

/** The due time that a step works towards. */
type DueName = "response_due_at" | "despatch_due_at";
const dueNames: ReadonlyMap<string, DueName> = new Map<string, DueName>([
  ["create-utopia-order", "response_due_at"],
  ["send-order-accepted-notification", "response_due_at"],
  ["send-order-shipments-notification", "despatch_due_at"],
]);

/** A step that may wait for ever: nothing is owed while it waits. */
const waitsForNothing = (step: string, code: string): boolean =>
  step === "send-order-changed-notification" && (code === "passive" || code === "new");

type ExpectationInput = {
  item: EdiOrderDetail;
  related: readonly Related[];
  order: UtopiaOrder | undefined;
  /** The current time, in epoch milliseconds. */
  now: number;
};

const withDue = (item: EdiOrderDetail, name: DueName, now: number): Partial<Expectation> => {
  const due = dueOf(item[name], item.due_time_zone, now);
  return due ? { due, ...(due.isLate ? { tone: "attention" as const } : {}) } : {};
};

function ofStreams({ item, order, now }: ExpectationInput): Expectation[] {
  return streamStatesOf(item).flatMap(({ stream, step, state }): Expectation[] => {
    const key = `stream ${stream}`;
    if (state.code === "completed") return [];
    if (!state.moves) {
      const where = step === "" ? stream : `${stream} / ${step}`;
      const words = `${where} stands at '${state.label}': nothing continues there by itself.`;
      return [{ key, words, tone: "attention" }];
    }
    if (waitsForNothing(step, state.code)) return [];
    const outcome =
      outcomes.get(step)?.(orderPartnerOf(item)) ?? `${stream}${step === "" ? "" : ` / ${step}`} goes on.`;
    const shipped =
      step === "send-order-shipments-notification" && order
        ? ` ${formatUnits(order.shipped)} of ${formatUnits(order.units)} units are shipped.`
        : "";
    const due = dueNames.get(step);
    return [
      {
        key,
        words: `${outcome}${shipped}`,
        tone: "background",
        ...(due === undefined ? {} : withDue(item, due, now)),
      },
    ];
  });
}

const owed = {
  response_due_at: "The order response (ORDRSP) is owed to",
  despatch_due_at: "A despatch advice (DESADV) is owed to",
} as const;

/** What is owed although no running stream works towards it. */
function ofDues({ item, now }: ExpectationInput): Expectation[] {
  const worked = new Set(
    streamStatesOf(item).flatMap(({ step, state }) =>
      state.code !== "completed" && state.moves ? [dueNames.get(step)] : [],
    ),
  );
  return (["response_due_at", "despatch_due_at"] as const).flatMap((name): Expectation[] =>
    worked.has(name) || momentOf(item[name]) === undefined
      ? []
      : [
          {
            key: name,
            words: `${owed[name]} ${orderPartnerOf(item)}.`,
            tone: "background",
            ...withDue(item, name, now),
          },
        ],
  );
}

function ofInterchanges({ item, related }: ExpectationInput): Expectation[] {
  return related.flatMap(({ id, reference, interchange }): Expectation[] => {
    if (!interchange) return [];
    const acknowledgement = acknowledgementOf(interchange);
    const name = `${reference ? referenceLabel(reference) : "Order"}, interchange ${shorten(toText(interchange.control_reference), 40)}`;
    const common = { key: `interchange ${id}`, href: interchangePath({ id }) };
    if (acknowledgement.kind === "rejected") {
      const words = `${name} was rejected: it has to be corrected and sent again.`;
      return [{ ...common, words, tone: "attention" }];
    }
    if (acknowledgement.kind === "partly-refused") {
      const words = `${name}: ${acknowledgement.label}; what was refused has to be corrected and sent again.`;
      return [{ ...common, words, tone: "attention" }];
    }
    if (!isOutstanding(acknowledgement.kind)) return [];
    const sender = acknowledgement.kind === "owed" ? "Our" : `${orderPartnerOf(item)}'s`;
    return [
      {
        ...common,
        words: `${sender} acknowledgement (CONTRL) of ${name}.`,
        tone: "background",
        ...(acknowledgement.at === undefined || acknowledgement.kind === "owed"
          ? {}
          : { since: acknowledgement.at }),
      },
    ];
  });
}

const nothingMore = (item: EdiOrderDetail): string =>
  streamStatesOf(item).every(({ state }) => state.code === "completed")
    ? "Nothing more: every stream that has begun is completed."
    : `Nothing is owed now: what is changed or cancelled from here on will be told to ${orderPartnerOf(item)}.`;

/** What is expected next of an order: the work of its streams, what is owed, and missing acknowledgements. */
export function expectationsOf(requested: ExpectationInput): Expectation[] {
  const found = [...ofStreams(requested), ...ofDues(requested), ...ofInterchanges(requested)];
  if (found.length > 0) return found;
  return streamStatesOf(requested.item).length === 0
    ? [{ key: "none", words: "No status information is available for this order.", tone: "background" }]
    : [{ key: "none", words: nothingMore(requested.item), tone: "ok" }];
}
