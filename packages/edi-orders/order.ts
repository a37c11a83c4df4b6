import type { Places } from "./header.ts";
import type { Articles, AskedLine } from "./lines.ts";
import type { Head, PartnerLine } from "./message.ts";
import { type Promised, seenOf } from "./promise.ts";
import type { Sent } from "./sent.ts";
import type { Agreement } from "./terms.ts";
import { type Difference, nothingWritten } from "./values.ts";

/** What was known when a message was judged; `closed` says why nothing could be changed any more. */
export type Facts = Agreement & Places & { articles: Articles; closed?: "complete" | "sent" | undefined };

/** Lines as they were promised before facts were stored. */
export type Made = { made: readonly OrderLine[] };

/** An ORDERS or ORDCHG message that was taken for an order. */
export type OrderMessage = {
  /** Unique among the messages of the order. */
  id: string;
  sent: Sent;
  head: Head;
  lines: readonly PartnerLine[];
  /** Without any it is judged together with the next message. */
  facts?: Facts | Made | undefined;
};

/** A person's answer to the differences of a line; it counts only for what was seen (`seenOf`). It is stored as it is. */
export type LineDecision = {
  answer: "accept" | "amend" | "refuse";
  quantity?: number | undefined;
  unit_price?: number | undefined;
  reason: string;
  by: string;
  at: string;
  seen: string;
};

/** A difference of the header, or a person's reason to refuse the order, and the decision about it. Stored as it is. */
export type OrderDecision = { kind: string; words: string; answer: "accepted" | "refused" };

/** What people, and a partner's terms on their behalf, decided: of a line by its place, from 0, or of the order. */
export type Decision =
  | ({ about: "line"; place: number } & LineDecision)
  | ({ about: "order" } & OrderDecision);

/** A difference of the header, with the decision about it, if there is one. */
export type OrderDifference = Omit<OrderDecision, "answer"> & Partial<Pick<OrderDecision, "answer">>;

export type OrderLine = {
  /** By the messages alone, apart from changes that were refused: as written, in pieces, and the price of a piece. */
  asked: AskedLine & { quantity: number; price: number; isDeleted?: true | undefined };
  /** The article, null without any, and our stock and price of it. */
  levelCode: string | null;
  stock?: number | undefined;
  ourPrice?: number | undefined;
  /** From what is agreed; undefined before the comparison. */
  differences?: readonly Difference[] | undefined;
  /** By a person alone, about these very differences. */
  decided?: LineDecision | undefined;
  /** In pieces, and the price of a piece: follows from what was asked and decided. */
  promised: { quantity: number; price: number };
  /** In pieces. */
  shipped: number;
};

/** A line that a change asks for and that is not changed; `place` is null where it would have been added. */
export type RefusedLine = { place: number | null; line: OrderLine; reason: string };

/** What became of a message that changes the order. */
export type Change = {
  message: OrderMessage;
  /** 1004 of an ORDCHG; empty without one. */
  number: string;
  /** By its function (1225), or by the deletion of every line. */
  isCancellation: boolean;
  /** Whether the first response answers it. */
  isBeforeOpening: boolean;
  /** It had no effect, since the order was sent or ended before. */
  isTooLate: boolean;
  /** How many lines it names. */
  named: number;
  /** What of addresses and days it changes, in words. */
  moved: readonly string[];
  refused: readonly RefusedLine[];
  /** Why its lines match none or several of the order's: it had no effect. */
  problem?: string;
};

/** Units of a shipment by article. */
export type Parcel = ReadonlyMap<string, number>;

/** What has happened to the goods: each shipment, and the end of the order. */
export type Shipped = { parcels: readonly Parcel[]; end?: "COMPLETE" | "CANCELLED" | undefined };

/** Everything that follows from what was said, decided and shipped. */
export type Order = {
  /** The header of its ORDERS message, and the same after its changes. */
  ordered: Head;
  head: Head;
  /** Whether something was promised or refused: until then the messages are judged together. */
  isOpened: boolean;
  differences: readonly OrderDifference[];
  lines: readonly OrderLine[];
  changes: readonly Change[];
  /** The change that cancelled it, or deleted its last line. */
  cancelledBy?: Change | undefined;
  /** For each shipment the pieces of each line, by its place. */
  parcels: readonly ReadonlyMap<number, number>[];
  end?: Shipped["end"];
};

export const flat = ({ asked, promised, levelCode, differences }: OrderLine): Promised => ({
  written: asked.written,
  codes: asked.codes,
  days: asked.days,
  ordered: asked.quantity,
  askedPrice: asked.price,
  accepted: promised.quantity,
  unitPrice: promised.price,
  levelCode,
  differences,
});

/** A line that nobody has compared yet: nothing of it is promised. */
export const askedLine = ({ action: _, written, ...line }: PartnerLine): OrderLine => ({
  asked: { ...line, written: { ...nothingWritten, ...written }, quantity: 0, price: 0 },
  levelCode: null,
  promised: { quantity: 0, price: 0 },
  shipped: 0,
});

/** For each line the latest decision that is about what it says now. */
export function decisionsIn(decisions: readonly Decision[]) {
  const places = new Map<number, LineDecision[]>();
  for (const one of decisions) {
    if (one.about !== "line") continue;
    const { about: _, place, ...decision } = one;
    places.set(place, [...(places.get(place) ?? []), decision]);
  }
  return (place: number, line: Promised): LineDecision | undefined => {
    const own = places.get(place);
    if (!own) return undefined;
    const seen = seenOf(line);
    return own.findLast((one) => one.seen === seen);
  };
}

/** Whether a line differs from what is agreed, and nobody has decided about it. */
export const isOpen = ({ asked, differences = [], decided }: OrderLine): boolean =>
  differences.length > 0 && decided === undefined && !asked.isDeleted;

export const isUnanswered = ({ answer }: OrderDifference): boolean => answer === undefined;
