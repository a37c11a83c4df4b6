import type { Moment } from "#app/values/moment.ts";
import { toText } from "#app/values/read.ts";
import { formatUnits, shorten } from "#app/values/show.ts";
import type { EdiOrderDetail } from "#contract/edi.ts";
import { acknowledgementOf } from "../acknowledgement.ts";
import { standingsOf } from "../states.ts";
import { interchangePath } from "./paths.ts";
import { referenceLabel } from "./references.ts";
import type { Related, UtopiaOrder } from "./thread.ts";

/** What is expected next, and since when; attention is for what no job will do by itself. */
export type Expectation = {
  key: string;
  words: string;
  tone: "ok" | "attention" | "background";
  since?: Moment;
  href?: string;
};

/** What is expected of each step while its stream goes on (edi#streams). */
const outcomes: ReadonlyMap<string, string> = new Map([
  ["create-utopia-order", "The Utopia order is created."],
  ["send-order-accepted-notification", "The initial order response (ORDRSP) goes to Myer."],
  ["wait-for-final-order-change-message", "A COMPLETE or CANCELLED message of the order system comes in."],
  [
    "send-order-shipments-notification",
    "A despatch advice (DESADV) goes to Myer for each new shipment, until all items are shipped or cancelled.",
  ],
  ["send-order-changed-notification", "An order response (ORDRSP) tells Myer what is changed or cancelled."],
]);

function ofStreams(item: EdiOrderDetail, order: UtopiaOrder | undefined): Expectation[] {
  return standingsOf(item.stream_statuses).flatMap(({ stream, step, state }): Expectation[] => {
    const key = `stream ${stream}`;
    if (state.code === "completed") return [];
    if (!state.moves) {
      const where = step === "" ? stream : `${stream} / ${step}`;
      const words = `${where} stands at '${state.label}': nothing continues there by itself.`;
      return [{ key, words, tone: "attention" }];
    }
    const outcome = outcomes.get(step) ?? `${stream}${step === "" ? "" : ` / ${step}`} goes on.`;
    const shipped =
      step === "send-order-shipments-notification" && order
        ? ` ${formatUnits(order.shipped)} of ${formatUnits(order.units)} units are shipped.`
        : "";
    return [{ key, words: `${outcome}${shipped}`, tone: "background" }];
  });
}

function ofInterchanges(related: readonly Related[]): Expectation[] {
  return related.flatMap(({ id, reference, interchange }): Expectation[] => {
    if (!interchange) return [];
    const acknowledgement = acknowledgementOf(interchange);
    const name = `${reference ? referenceLabel(reference) : "Order"}, interchange ${shorten(toText(interchange.control_reference), 40)}`;
    const common = { key: `interchange ${id}`, href: interchangePath({ id }) };
    if (acknowledgement.kind === "rejected") {
      const words = `${name} was rejected: it has to be corrected and sent again.`;
      return [{ ...common, words, tone: "attention" }];
    }
    if (acknowledgement.kind !== "awaiting") return [];
    const whose = toText(interchange.transmission_direction) === "outbound" ? "Myer's" : "Our";
    return [
      {
        ...common,
        words: `${whose} acknowledgement (CONTRL) of ${name}.`,
        tone: "background",
        ...(acknowledgement.at === undefined ? {} : { since: acknowledgement.at }),
      },
    ];
  });
}

/** What is expected next of an order, by the steps that its streams stand at and by what is not acknowledged yet. */
export function expectationsOf(
  item: EdiOrderDetail,
  related: readonly Related[],
  order: UtopiaOrder | undefined,
): Expectation[] {
  const found = [...ofStreams(item, order), ...ofInterchanges(related)];
  if (found.length > 0) return found;
  return standingsOf(item.stream_statuses).length === 0
    ? [{ key: "none", words: "No status information is available for this order.", tone: "background" }]
    : [{ key: "none", words: "Nothing more: every stream that has begun is completed.", tone: "ok" }];
}
