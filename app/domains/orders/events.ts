import { outsideHref } from "#app/stores/model.ts";
import type { EventKind, TimeLineEvent } from "#app/timeline/timeLine.ts";
import { compact, plural, shorten } from "#app/values/values.ts";
import type { OrderRecord } from "#contract/orders.ts";
import { type HistoryEntry, type Order, toHistory, unitsOf } from "./model.ts";
import { maxTextLength } from "./viewModel.ts";

const longest = 4000;

// Actions are free text of the service: the kind is recognised by its words (orders#time-line).
const kinds: readonly [kind: EventKind, pattern: RegExp][] = [
  ["mail", /e-?mail/i],
  ["parcel", /ship|despatch|parcel/i],
  ["job", /submi|retr(y|ied)|validat|process/i],
];
const tones: readonly [tone: NonNullable<TimeLineEvent["tone"]>, pattern: RegExp][] = [
  ["danger", /fail|error/i],
  ["attention", /defer|held|reject|cancel|bounce/i],
  ["ok", /shipped|complete/i],
];

function historyEvent({ action, message, at, by, notes }: HistoryEntry, index: number): TimeLineEvent {
  const kind = kinds.find(([, pattern]) => pattern.test(action))?.[0] ?? "record";
  // The status of a mail also says whether it was delivered.
  const words = [action, ...(kind === "mail" ? notes : [])].join("\n");
  return compact<TimeLineEvent>({
    key: `history ${index}`,
    kind,
    what: shorten(action, maxTextLength) || "Entry",
    by: shorten(by, maxTextLength),
    at,
    tone: tones.find(([, pattern]) => pattern.test(words))?.[0],
    lines: [
      shorten(message, longest),
      by === "" ? notes.map((note) => shorten(note, 500)).join(" · ") : "",
    ].filter(Boolean),
  });
}

const shipmentEvent = (
  { carrier, conNote, trackUrl, despatched, contents }: Order["shipments"][number],
  index: number,
): TimeLineEvent => {
  const trackHref = outsideHref(trackUrl);
  const { total } = unitsOf(contents);
  return compact<TimeLineEvent>({
    key: `shipment ${index}`,
    kind: "parcel",
    what: `Shipment ${index + 1} was sent`,
    by: shorten(carrier, maxTextLength),
    at: despatched,
    lines: [
      [conNote === "" ? "" : `Con Note ${conNote}`, total > 0 ? plural(total, "unit", "units") : ""]
        .filter(Boolean)
        .join(" · "),
    ].filter(Boolean),
    link: trackHref === undefined ? undefined : { label: "Track", href: trackHref },
  });
};

/** The time line of an order (orders#time-line), oldest first: its history, mails and parcels. */
export const orderEvents = (wire: OrderRecord, order: Order): TimeLineEvent[] => [
  // The history is newest first; counted from the oldest, a record keeps its key when newer ones are added.
  ...toHistory(wire.history ?? [])
    .toReversed()
    .map(historyEvent),
  ...order.shipments.map(shipmentEvent),
];
