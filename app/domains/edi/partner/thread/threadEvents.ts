import type { Tone } from "#app/core/ui/feedback/Status.tsx";
import {
  formatUnits,
  type Moment,
  momentOf,
  plural,
  shorten,
  timeOf,
  toText,
} from "#app/core/values/values.ts";
import { type Acknowledgement, acknowledgementOf, answeringLabel } from "#app/domains/edi/acknowledgement.ts";
import { directionLabel } from "#app/domains/edi/codes.ts";
import { orderPartnerOf } from "#app/domains/edi/partner/offers.ts";
import { ediOrderPath, interchangePath, segmentsPath } from "#app/domains/edi/partner/paths.ts";
import { referenceLabel } from "#app/domains/edi/partner/references.ts";
import { type DisplayState, displayStateOf } from "#app/domains/edi/states.ts";
import type { EdiInterchange, EdiInterchangeDetail, EdiOrderDetail, EdiReference } from "#contract/edi.ts";
import type { ArticleUnits } from "./ledger.ts";

export type ThreadEvent = {
  key: string;
  at?: Moment | undefined;
  title: string;
  about: string;
  tone: Tone;
  state: string;
  /** Its position in the process, which orders the events of one minute, the precision shown. */
  rank: number;
  links: { label: string; href: string; outside?: boolean }[];
};

const typesOf = ({ message_counts }: EdiInterchange): string =>
  Object.keys(message_counts ?? {})
    .map((type) => shorten(type, 20))
    .join(", ");

/** The steps of the process in order; an acknowledgement follows directly what it answers. */
const ranks = {
  "interchange:orders": 0,
  document: 2,
  utopia: 3,
  "interchange:ordrsp+initial": 4,
  "interchange:ordchg": 6,
  "interchange:ordrsp+update": 8,
  shipment: 10,
  "interchange:desadv": 11,
  update: 13,
  exo: 14,
} as const;

const isRanked = (type: string): type is keyof typeof ranks => Object.hasOwn(ranks, type);

/** The order's own interchange has no reference, or one of its own type. */
function rankOf(reference: EdiReference | undefined): number {
  const type = toText(reference?.type) || "interchange:orders";
  return isRanked(type) ? ranks[type] : ranks.update;
}

const acknowledgedTitles: Partial<Record<Acknowledgement["kind"], string>> = {
  acknowledged: "Acknowledged",
  received: "Received (CONTRL)",
  accepted: "Accepted (CONTRL)",
  rejected: "Rejected (CONTRL)",
  "partly-refused": "Answered (CONTRL)",
};

export function interchangeEvents({ id, reference, interchange }: Related): ThreadEvent[] {
  const label = reference ? referenceLabel(reference) : "Order";
  const rank = rankOf(reference);
  const links = [
    { label: "Interchange", href: interchangePath({ id }) },
    { label: "Segments", href: segmentsPath(id) },
    ...(toText(reference?.type) === "interchange:desadv"
      ? [{ label: "Packing", href: interchangePath({ id, tab: "messages" }) }]
      : []),
  ];
  if (!interchange) {
    const at = momentOf(reference?.created_at);
    const missing = { about: "The interchange could not be read.", tone: "attention" as const, state: "" };
    return [{ key: id, at, title: label, ...missing, rank, links }];
  }
  const { summary } = displayStateOf(interchange);
  const types = typesOf(interchange);
  const controlReference = shorten(toText(interchange.control_reference), 40);
  const name = types === "" ? label : `${label} (${types})`;
  const event: ThreadEvent = {
    key: id,
    at: momentOf(interchange.created_at) ?? momentOf(reference?.created_at),
    title: name,
    about: `${directionLabel(interchange.transmission_direction)} interchange ${controlReference}`,
    tone: summary.tone,
    state: summary.label,
    rank,
    links,
  };
  const acknowledgement = acknowledgementOf(interchange);
  if (acknowledgement.kind === "answered-with-first" && acknowledgement.by !== undefined) {
    links.push({ label: acknowledgement.label, href: interchangePath({ id: acknowledgement.by }) });
  }
  const title = acknowledgedTitles[acknowledgement.kind];
  if (title === undefined) return [event];
  return [
    event,
    {
      key: `${id} acknowledged`,
      at: acknowledgement.at,
      title: `${name}: ${title}`,
      about: [
        `The acknowledgement of interchange ${controlReference}`,
        ...(acknowledgement.refused ?? []).map(({ name, words }) => `${name} refused: ${words}`),
      ].join(" · "),
      tone: acknowledgement.tone,
      state: acknowledgement.label,
      rank: rank + 1,
      links:
        acknowledgement.by === undefined
          ? []
          : [
              {
                label: answeringLabel(acknowledgement.kind),
                href: interchangePath({ id: acknowledgement.by }),
              },
            ],
    },
  ];
}

export function documentEvent(item: EdiOrderDetail, { summary }: DisplayState): ThreadEvent {
  const [number, orderNumber] = [toText(item.document_identifier), toText(item.utopia_order_number)];
  return {
    key: "document",
    at: momentOf(item.created_at),
    title: "EDI order document",
    about: [
      number && `${orderPartnerOf(item)}'s order ${shorten(number, 80)}`,
      orderNumber && `Utopia order ${shorten(orderNumber, 80)}`,
    ]
      .filter(Boolean)
      .join(" · "),
    tone: summary.tone,
    state: summary.label,
    rank: ranks.document,
    links: [{ label: "EDI order", href: ediOrderPath({ id: item.id }) }],
  };
}

export function utopiaEvents(order: UtopiaOrder | undefined): ThreadEvent[] {
  if (!order) return [];
  return [
    {
      key: "utopia order",
      at: order.createdAt,
      title: `Utopia order ${shorten(order.number, 80)}`,
      about: `${plural(order.units, "unit", "units")} ordered, ${formatUnits(order.shipped)} shipped`,
      tone: order.status.tone,
      state: order.status.label,
      rank: ranks.utopia,
      links: [{ label: "Utopia order", href: order.href }],
    },
    ...order.shipments.map(
      (shipment, index): ThreadEvent => ({
        key: `shipment ${index}`,
        at: shipment.despatched,
        title: `Shipment ${index + 1}`,
        about: [shipment.carrier, shipment.conNote, plural(shipment.units, "unit", "units")]
          .filter(Boolean)
          .map((text) => shorten(text, 120))
          .join(" · "),
        tone: "ok",
        state: "",
        rank: ranks.shipment,
        links: shipment.trackHref ? [{ label: "Track", href: shipment.trackHref, outside: true }] : [],
      }),
    ),
  ];
}

export const exoEvents = (exos: readonly ThreadExo[]): ThreadEvent[] =>
  exos.map(({ name, href, displayState, createdAt }) => ({
    key: `exo ${href}`,
    at: createdAt,
    title: `Exchange order ${shorten(name, 80)}`,
    about: "",
    tone: displayState.tone,
    state: displayState.label,
    rank: ranks.exo,
    links: [{ label: "Exchange order", href }],
  }));

export const updateEvents = ({ order_update_message_records }: EdiOrderDetail): ThreadEvent[] =>
  (order_update_message_records ?? []).map(({ created_at, id, message_label, tags }, index) => ({
    key: `update ${index}`,
    at: momentOf(created_at),
    title: `Order update message: ${shorten(toText(message_label), 80) || "no label"}`,
    about: [shorten(toText(id), 80), ...(tags ?? []).map((tag) => shorten(toText(tag), 40))]
      .filter(Boolean)
      .join(" · "),
    tone: "background",
    state: "",
    rank: ranks.update,
    links: [],
  }));

/** The minute of a moment, since moments are shown to the minute. */
const minuteOf = (at: Moment | undefined): number => Math.floor(timeOf(at) / 60_000);

/** Oldest first; in one minute in the order of the process: clocks of several services say little (edi#thread-order). */
export function inOrder(events: readonly ThreadEvent[]): Omit<ThreadEvent, "rank">[] {
  return events
    .map((event, index) => ({ event, index, minute: minuteOf(event.at), age: timeOf(event.at) }))
    .sort((a, b) => {
      if (a.minute !== b.minute) return a.minute - b.minute;
      if (a.event.rank !== b.event.rank) return a.event.rank - b.event.rank;
      return a.age === b.age ? a.index - b.index : a.age - b.age;
    })
    .map(({ event: { rank: _, ...event } }) => event);
}

export type UtopiaOrder = {
  number: string;
  href: string;
  status: { label: string; tone: Tone };
  createdAt?: Moment;
  units: number;
  shipped: number;
  /** Shipped units by article code; undefined if a shipment's contents are unknown. */
  articles: ArticleUnits[] | undefined;
  shipments: { carrier: string; conNote: string; trackHref?: string; despatched?: Moment; units: number }[];
};

export type ThreadExo = {
  name: string;
  href: string;
  displayState: { label: string; tone: Tone };
  createdAt?: Moment;
};

/** An interchange of the order: its reference and, if it could be read, the interchange itself. */
export type Related = {
  id: string;
  reference: EdiReference | undefined;
  interchange: EdiInterchangeDetail | undefined;
};
