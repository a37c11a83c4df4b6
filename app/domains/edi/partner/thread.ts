import type { ErrorView } from "#app/http/errorView.ts";
import type { Tone } from "#app/ui/feedback/tone.ts";
import { ageOf, type Moment, momentOf } from "#app/values/moment.ts";
import { toText } from "#app/values/read.ts";
import { formatUnits, plural, shorten } from "#app/values/show.ts";
import type { EdiInterchange, EdiInterchangeDetail, EdiOrderDetail, EdiReference } from "#contract/edi.ts";
import { type Acknowledgement, acknowledgementOf, answeringLabel } from "../acknowledgement.ts";
import { directionLabel } from "../direction.ts";
import { type Standing, sharedStanding } from "../states.ts";
import { type Expectation, expectationsOf } from "./expected.ts";
import { toReasons } from "./interchangeDetail.ts";
import type { ArticleUnits, Ledger } from "./ledger.ts";
import { ediOrderPath, interchangePath, segmentsPath, threadPath } from "./paths.ts";
import { type OrderHref, referenceLabel, targetOf } from "./references.ts";

/** What the domain of the orders tells of the Utopia order. */
export type UtopiaOrder = {
  number: string;
  href: string;
  status: { label: string; tone: Tone };
  createdAt?: Moment;
  units: number;
  shipped: number;
  /** Shipped units by the article's code; undefined where a shipment's contents are not told. */
  articles: ArticleUnits[] | undefined;
  shipments: { carrier: string; conNote: string; trackHref?: string; despatched?: Moment; units: number }[];
};

/** What the domain of the exchanges tells of an EXO of the order. */
export type ThreadExo = {
  name: string;
  href: string;
  standing: { label: string; tone: Tone };
  createdAt?: Moment;
};

/** An interchange of the order: what the order says of it, and, where it could be read, the interchange itself. */
export type Related = {
  id: string;
  reference: EdiReference | undefined;
  interchange: EdiInterchangeDetail | undefined;
};

/** Something that happened, or that exists, with the links that lead to it. */
export type ThreadEvent = {
  key: string;
  at?: Moment;
  title: string;
  about: string;
  tone: Tone;
  state: string;
  /** Its place in the process: what counts within one minute, which is what people see. */
  rank: number;
  links: { label: string; href: string; outside?: boolean }[];
};

export type Thread = {
  id: string;
  title: string;
  standing: Standing;
  orderHref: string;
  referencesHref: string;
  here: string;
  utopiaHref?: string;
  /** Why a person has to look at it. */
  attention: string[];
  /** Another order document under the same number, and what was made of it. */
  twin?: { words: string; links: { label: string; href: string }[] };
  expected: Expectation[];
  ledger: Ledger | undefined;
  events: Omit<ThreadEvent, "rank">[];
  /** Parts that could not be read. */
  failures: { what: string; error: ErrorView }[];
  /** What is left out, in words. */
  left: string;
};

export type ThreadParts = {
  item: EdiOrderDetail;
  related: Related[];
  moreRelated: number;
  utopiaOrder: UtopiaOrder | undefined;
  exos: ThreadExo[];
  ledger: Ledger | undefined;
  /** The moment it is looked at, in epoch milliseconds. */
  now: number;
  failures: { what: string; error: ErrorView }[];
};

const given = (at: Moment | undefined) => (at === undefined ? {} : { at });

const typesOf = ({ message_counts }: EdiInterchange): string =>
  Object.keys(message_counts ?? {})
    .map((type) => shorten(type, 20))
    .join(", ");

/** The steps of the process in their order; an acknowledgement comes right after what it answers. */
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

const isRanked = (type: string): type is keyof typeof ranks => type in ranks;

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

function interchangeEvents({ id, reference, interchange }: Related): ThreadEvent[] {
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
    return [{ key: id, ...given(at), title: label, ...missing, rank, links }];
  }
  const { summary } = sharedStanding()(interchange.stream_statuses);
  const types = typesOf(interchange);
  const controlReference = shorten(toText(interchange.control_reference), 40);
  const name = types === "" ? label : `${label} (${types})`;
  const event: ThreadEvent = {
    key: id,
    ...given(momentOf(interchange.created_at) ?? momentOf(reference?.created_at)),
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
      ...given(acknowledgement.at),
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

function utopiaEvents(order: UtopiaOrder | undefined): ThreadEvent[] {
  if (!order) return [];
  return [
    {
      key: "utopia order",
      ...given(order.createdAt),
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
        ...given(shipment.despatched),
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

const exoEvents = (exos: readonly ThreadExo[]): ThreadEvent[] =>
  exos.map(({ name, href, standing, createdAt }) => ({
    key: `exo ${href}`,
    ...given(createdAt),
    title: `Exchange order ${shorten(name, 80)}`,
    about: "",
    tone: standing.tone,
    state: standing.label,
    rank: ranks.exo,
    links: [{ label: "Exchange order", href }],
  }));

const updateEvents = ({ order_update_message_records }: EdiOrderDetail): ThreadEvent[] =>
  (order_update_message_records ?? []).map(({ created_at, id, message_label, tags }, index) => ({
    key: `update ${index}`,
    ...given(momentOf(created_at)),
    title: `Order update message: ${shorten(toText(message_label), 80) || "no label"}`,
    about: [shorten(toText(id), 80), ...(tags ?? []).map((tag) => shorten(toText(tag), 40))]
      .filter(Boolean)
      .join(" · "),
    tone: "background",
    state: "",
    rank: ranks.update,
    links: [],
  }));

/** The interchanges that an order document names: the one it came in, then its references', each once. */
export function relatedIn(item: EdiOrderDetail): { id: string; reference: EdiReference | undefined }[] {
  const related = new Map<string, EdiReference | undefined>();
  const source = toText(item.myer_edifact_interchange_document_id);
  if (source !== "") related.set(source, undefined);
  for (const reference of item.references ?? []) {
    const target = targetOf(reference);
    if (target?.kind === "interchange" && !related.get(target.id)) related.set(target.id, reference);
  }
  return [...related].map(([id, reference]) => ({ id, reference }));
}

/** The minute of a moment, since moments are shown to the minute. */
const minuteOf = (at: Moment | undefined): number => Math.floor(ageOf(at) / 60_000);

/**
 * Oldest first; what happened within one minute stands in the order of the process, since the clocks of several
 * services and steps of one transaction say little there (edi#thread-order).
 */
function inOrder(events: readonly ThreadEvent[]): Omit<ThreadEvent, "rank">[] {
  return events
    .map((event, index) => ({ event, index, minute: minuteOf(event.at), age: ageOf(event.at) }))
    .sort((a, b) => {
      if (a.minute !== b.minute) return a.minute - b.minute;
      if (a.event.rank !== b.event.rank) return a.event.rank - b.event.rank;
      return a.age === b.age ? a.index - b.index : a.age - b.age;
    })
    .map(({ event: { rank: _, ...event } }) => event);
}

function twinOf({ twin }: EdiOrderDetail, orderHref: OrderHref): Thread["twin"] {
  const document = toText(twin?.order_document_id);
  const order = toText(twin?.utopia_order_number);
  if (document === "" && order === "") return undefined;
  return {
    words: `There is another order document under this number${order === "" ? "" : `; Utopia order ${shorten(order, 80)} was made of it`}.`,
    links: [
      ...(document === ""
        ? []
        : [
            { label: "Its thread", href: threadPath(document) },
            { label: "Its EDI order", href: ediOrderPath({ id: document }) },
          ]),
      ...(order === "" ? [] : [{ label: "Its Utopia order", href: orderHref(order) }]),
    ],
  };
}

/** Everything that belongs to an EDI order in one time line, oldest first, and what is expected next. */
export function toThread(parts: ThreadParts, orderHref: OrderHref): Thread {
  const { item, related, moreRelated, utopiaOrder, exos, ledger, now, failures } = parts;
  const { id } = item;
  const orderNumber = toText(item.utopia_order_number);
  const standing = sharedStanding()(item.stream_statuses);
  const document: ThreadEvent = {
    key: "document",
    ...given(momentOf(item.created_at)),
    title: "EDI order document",
    about: [
      toText(item.document_identifier) && `Myer's order ${shorten(toText(item.document_identifier), 80)}`,
      orderNumber && `Utopia order ${shorten(orderNumber, 80)}`,
    ]
      .filter(Boolean)
      .join(" · "),
    tone: standing.summary.tone,
    state: standing.summary.label,
    rank: ranks.document,
    links: [{ label: "EDI order", href: ediOrderPath({ id }) }],
  };
  const events = [
    ...related.flatMap(interchangeEvents),
    document,
    ...utopiaEvents(utopiaOrder),
    ...updateEvents(item),
    ...exoEvents(exos),
  ];
  const twin = twinOf(item, orderHref);
  return {
    id,
    title: toText(item.document_identifier) || orderNumber || id,
    standing,
    orderHref: ediOrderPath({ id }),
    referencesHref: ediOrderPath({ id, tab: "references" }),
    here: threadPath(id),
    ...(orderNumber === "" ? {} : { utopiaHref: utopiaOrder?.href ?? orderHref(orderNumber) }),
    attention: toReasons(item.attention),
    ...(twin ? { twin } : {}),
    expected: expectationsOf({ item, related, order: utopiaOrder, now }),
    ledger,
    events: inOrder(events),
    failures,
    left:
      moreRelated === 0
        ? ""
        : `${plural(moreRelated, "more interchange is", "more interchanges are")} in the order's references.`,
  };
}
