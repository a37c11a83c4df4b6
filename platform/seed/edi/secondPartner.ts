import { ediOrderStreams } from "#contract/edi.ts";
import { type OutgoingMessage, summarise } from "#edifact/index.ts";
import { type EdiNote, ediNote, stepNote } from "#platform/domains/edi/documents/streams.ts";
import { wrapped } from "#platform/domains/edi/documents/wrapped.ts";
import { outboundName } from "#platform/domains/edi/interchanges/outbound.ts";
import { responseMessage } from "#platform/domains/edi/orders/response.ts";
import { type SeedStore, seedStores } from "#platform/seed/stores.ts";
import { place, someLines } from "./edgeCaseTexts.ts";
import {
  received,
  receiveNotes,
  type SeedEdiOrder,
  type SeedInterchange,
  type SeedStory,
  sent,
  sentNotes,
  toDocument,
  toInterchange,
} from "./events.ts";
import {
  controlText,
  interchangeText,
  ordersText,
  type SeedPartner,
  seedPartners,
  seedTime,
} from "./texts.ts";
import { storedLines } from "./toldOrders.ts";
import { later } from "./traffic.ts";

/** Its orders, how many hours ago they came, and whether nothing of them could be delivered. */
const told = [
  { number: "DR-2000", hoursAgo: 98, isRefused: true },
  { number: "DR-2001", hoursAgo: 75, isRefused: false },
  { number: "DR-2002", hoursAgo: 52, isRefused: false },
] as const;

const office = { ...place, name: "DAVIDSON BUYING OFFICE" };
const delivery = { ...place, name: "DAVIDSON GEELONG" };

type Write = SeedInterchange["write"];
type Messages = (messageOf: Parameters<Write>[1]) => OutgoingMessage[];
type Going = Pick<SeedInterchange, "key" | "at" | "references"> & Partial<SeedInterchange>;

/** What came from the partner and went to it, in the order of their times, each in its own series of numbers. */
class Traffic {
  readonly story: SeedStory = { interchanges: [], orders: [] };
  lastOutbound = 0;
  readonly party: { identification: string; qualifier: string };
  private lastInbound = 0;

  constructor(
    private readonly partner: SeedPartner,
    readonly store: SeedStore,
  ) {
    const { identification, qualifier } = partner;
    this.party = { identification, qualifier };
  }

  came(going: Going, messages: Messages, acknowledgementRequested = false): void {
    this.lastInbound += 1;
    const options = { sender: this.party, acknowledgementRequested };
    this.story.interchanges.push({
      direction: "inbound",
      storeId: this.store.id,
      controlReference: String(this.lastInbound).padStart(5, "0"),
      fileName: `${this.partner.identification}-${this.lastInbound}.edi`,
      streams: received(),
      notes: [],
      ...going,
      write: this.written(going.at, messages, options),
    });
  }

  went(type: string, going: Going, messages: Messages, acknowledgementRequested = false): void {
    this.lastOutbound += 1;
    const controlReference = String(this.lastOutbound).padStart(9, "0");
    const options = { outbound: true, recipient: this.party, acknowledgementRequested };
    this.story.interchanges.push({
      direction: "outbound",
      storeId: this.store.id,
      controlReference,
      fileName: outboundName(this.partner.identification, controlReference, type),
      streams: sent(),
      notes: sentNotes,
      ...going,
      write: this.written(going.at, messages, options),
    });
  }

  /** The CONTRL that accepts an interchange, from one of the two to the other. */
  accepts(key: string, toPartner: boolean): Messages {
    return (messageOf) => {
      const answered = String(messageOf(`reference of ${key}`));
      return [controlText(answered, { toPartner, action: "7", partner: this.party })];
    };
  }

  private written(at: Date, messages: Messages, options: Parameters<typeof interchangeText>[3]): Write {
    const { withoutAdvice, wrapWidth } = this.partner.writing;
    return (controlReference, messageOf) =>
      wrapped(
        interchangeText(controlReference, at, messages(messageOf), { ...options, withoutAdvice }),
        wrapWidth,
      );
  }
}

type Story = { key: string; number: string; at: Date; lines: ReturnType<typeof someLines> };

const acknowledgement = "Functional acknowledgement";

/** The order comes in, and is acknowledged. */
function arrive(traffic: Traffic, { key, number, at, lines }: Story): void {
  const answerKey = `${key} contrl`;
  const answerAt = later(at, 1);
  traffic.came(
    {
      key,
      at,
      references: [
        toInterchange("outgoing-functional-acknowledgement", acknowledgement, answerKey, answerAt),
        toDocument("created-myer-edi-order-document", `EDI order ${number}`, `${key} document`, at),
      ],
      notes: receiveNotes(4, [
        "Acknowledged with action 7",
        "0 acknowledgements",
        "1 order document",
        "0 order changes",
      ]),
      answer: { key: answerKey, at: answerAt, action: "7" },
    },
    () => [ordersText(number, at, delivery, lines, office)],
    true,
  );
  const references = [toInterchange("acknowledged-interchange", "Acknowledged interchange", key, answerAt)];
  traffic.went("CONTRL", { key: answerKey, at: answerAt, references }, traffic.accepts(key, true));
}

/** Nothing of the order can be delivered: our ORDRSP says so, and the partner acknowledges that. */
function refuse(traffic: Traffic, { key, number, at, lines }: Story): Partial<SeedEdiOrder> {
  const responseKey = `${key} ordrsp`;
  const responseAt = later(at, 2);
  const answerKey = `${responseKey} contrl`;
  const answerAt = later(at, 25);
  const refused = storedLines(lines).map((line) => ({ ...line, accepted: 0 }));
  const response = {
    identifier: `OR-${number}-1`,
    code: "27",
    preparedAt: seedTime(responseAt),
    reason: "No line of the order can be delivered",
  } as const;
  traffic.went(
    "ORDRSP",
    {
      key: responseKey,
      at: responseAt,
      references: [
        toDocument("source-myer-edi-order-document", `EDI order ${number}`, `${key} document`, at),
        toInterchange("incoming-functional-acknowledgement", acknowledgement, answerKey, answerAt),
      ],
      answer: { key: answerKey, at: answerAt, action: "7" },
    },
    (messageOf) => {
      const ordered = summarise(messageOf(key));
      if (ordered.kind !== "ORDERS") throw new Error(`The seed's order ${number} cannot be read`);
      return [responseMessage({ documentIdentifier: number, lines: refused }, ordered.order, response)];
    },
    true,
  );
  const references = [
    toInterchange("acknowledged-interchange", "Acknowledged interchange", responseKey, answerAt),
  ];
  const notes = receiveNotes(4, ["No acknowledgement is asked for", "1 acknowledgement"]);
  traffic.came({ key: answerKey, at: answerAt, references, notes }, traffic.accepts(responseKey, false));
  const [create, accept] = ediOrderStreams["order/create"];
  return {
    updatedAt: responseAt,
    messageKeys: [key, responseKey],
    streams: { "order/create": { state: "rejected", step: accept } },
    lines: refused,
    references: [
      toInterchange("interchange:ordrsp+initial", "Order Response (Initial)", responseKey, responseAt),
    ],
    notes: [
      ediNote("order:received", `Order ${number} came in`),
      ...stepTaken(create, "No Utopia order is made. The order holds nothing to accept"),
      ...stepTaken(accept, "Response sent: not accepted"),
    ],
  };
}

const stepTaken = (step: string, words: string): EdiNote[] => [
  stepNote("start", "order/create", step, "Begins"),
  stepNote("finish", "order/create", step, words),
];

/**
 * The orders of a partner who wraps its lines and writes no UNA (edi#wrapped), with what we answered, written as it
 * wants it: one was not accepted, the others wait for a person, in the store that its record names.
 */
export function secondPartnerStory(anchor: Date) {
  const partner = seedPartners.find(({ writing }) => writing.wrapWidth > 0);
  const store = seedStores.find(({ alias }) => alias === partner?.storeAlias);
  if (!partner || !store) throw new Error("The seed has no second partner with a store of its own");
  const traffic = new Traffic(partner, store);
  for (const [index, { number, hoursAgo, isRefused }] of told.entries()) {
    const at = later(anchor, -60 * hoursAgo);
    const story = { key: `second partner ${number}`, number, at, lines: someLines(store, 1 + index) };
    arrive(traffic, story);
    traffic.story.orders.push({
      key: `${story.key} document`,
      at,
      updatedAt: at,
      interchangeKey: story.key,
      messageKeys: [story.key],
      documentIdentifier: number,
      utopiaOrderNumber: null,
      orderId: null,
      streams: { "order/create": { state: "manual", step: ediOrderStreams["order/create"][0] } },
      lines: storedLines(story.lines),
      updateRecords: [],
      shipmentsTold: 0,
      updatesTold: 0,
      references: [],
      notes: [ediNote("order:received", `Order ${number} came in`)],
      ...(isRefused ? refuse(traffic, story) : {}),
    });
  }
  const { party, lastOutbound } = traffic;
  return { partner: partner.identification, party, store, story: traffic.story, lastOutbound };
}
