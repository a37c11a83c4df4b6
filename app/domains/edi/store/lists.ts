import { toOpenPage } from "#app/lists/listed.ts";
import { formatUnits, type Moment, momentOf, shorten, toText } from "#app/values/values.ts";
import { ediMessages } from "#contract/ediMessages.ts";
import {
  type StoreEdiOrder,
  type StoreEdiReference,
  type StoreInterchange,
  storeEdiPageSize,
} from "#contract/ediStore.ts";
import type { WireRow } from "#contract/envelopes.ts";
import { type Chunked, Findings, rawOf, tokenise } from "#edifact/index.ts";
import { directionLabel, kindsInOrder, visible } from "../codes.ts";
import { ediOrderPath, ediOrdersPath, interchangePath } from "../partner/paths.ts";
import { referenceTypeLabel } from "../partner/references.ts";
import { stateOf } from "../states.ts";

const textPageSize = 500;

const maxLineLength = 4000;

/**
 * One page of an interchange's text, one segment per line: split by the interchange's own syntax (service string advice, release character), not by
 * apostrophes (store-edi#segments). Run it with `runCooperatively`.
 */
export function* toTextPage(text: string, wanted: number) {
  const segments = yield* tokenise(text, new Findings());
  const pages = Math.max(1, Math.ceil(segments.length / textPageSize));
  const page = Math.min(wanted, pages);
  const start = (page - 1) * textPageSize;
  const shown = segments.slice(start, start + textPageSize);
  return {
    lines: shown.map((segment) => ({
      number: segment.number,
      text: visible(shorten(rawOf(text, segment).trim(), maxLineLength)),
    })),
    page,
    pages,
    about:
      shown.length === 0
        ? "The interchange holds no text."
        : `Segments ${formatUnits(start + 1)} to ${formatUnits(start + shown.length)} of ${formatUnits(segments.length)}`,
  };
}
export type TextPage = ReturnType<typeof toTextPage> extends Chunked<infer Page> ? Page : never;

const maxTextLength = 120;
const maxReferences = 6;

/** 'Source interchange', or the partner-level label of a reference of this type. */
const interchangeTypeOf = (type: string): string =>
  referenceTypeLabel(type) ?? `${shorten(type, 40)} interchange`.trim();

/** One reference of a row: a link to the partner-level document, or the location of a blob. */
function toReference({ id, type, meta }: StoreEdiReference, index: number) {
  const key = String(index);
  const named = shorten(toText(id), 200);
  switch (toText(type)) {
    case "OrderDocument":
      return {
        key,
        label: `Order ${shorten(toText(meta?.OrderNumber), maxTextLength)}`.trim(),
        href: named === "" ? undefined : ediOrderPath({ id: named }),
      };
    case "InterchangeDocument":
      return {
        key,
        label: `${interchangeTypeOf(toText(meta?.InterchangeType))} ${shorten(toText(meta?.ICN), 60)}`.trim(),
        href: named === "" ? undefined : interchangePath({ id: named }),
      };
    default:
      return {
        key,
        label: [shorten(toText(type), 40), named].filter(Boolean).join(": ") || "Reference",
      };
  }
}

const referencesOf = (references: readonly StoreEdiReference[] | null | undefined) => ({
  references: (references ?? []).slice(0, maxReferences).map(toReference),
  moreReferences: Math.max(0, (references ?? []).length - maxReferences),
});

/** The message types in an interchange (store-edi#control-number). */
const kindsOf = ({ interchange }: StoreInterchange): string =>
  kindsInOrder
    .map((type) => ediMessages[type])
    .filter(({ interchangeList }) => (interchange?.[interchangeList] ?? []).length > 0)
    .map(({ kind }) => kind)
    .join(", ");

export type StoreReference = ReturnType<typeof toReference>;

const common = (wire: StoreInterchange | StoreEdiOrder, index: number, at: Moment | undefined) => {
  const id = toText(wire.id);
  return {
    key: id || String(index),
    /** Absent if the server sent none: such a row cannot be opened. */
    id: id || undefined,
    state: stateOf(wire.status),
    at,
    ...referencesOf(wire.references),
  };
};

/** 'Inbound : 000123' (store-edi#control-number). */
export const controlNumberOf = ({ direction, icn }: StoreInterchange): string =>
  `${directionLabel(direction)} : ${shorten(toText(icn), maxTextLength)}`;

/** One row of a store's interchanges (store-edi#interchanges). */
const toInterchange = (wire: StoreInterchange, index: number) => ({
  ...common(wire, index, momentOf(wire.createdAt)),
  controlNumber: controlNumberOf(wire),
  kinds: kindsOf(wire),
});
export type StoreInterchangeRow = ReturnType<typeof toInterchange>;

/** One page of a store's interchanges as shown, in the server's order. */
export const toStoreInterchangePage = (rows: readonly WireRow<StoreInterchange>[]) =>
  toOpenPage(rows, storeEdiPageSize, toInterchange);

/** The reference to the order's source interchange. */
const sourceOf = ({ references }: StoreEdiOrder): StoreEdiReference | undefined =>
  (references ?? []).find(
    ({ type, meta }) =>
      toText(type) === "InterchangeDocument" && toText(meta?.InterchangeType).toLowerCase() === "source",
  );

/** One row of a store's EDI orders; the date is that of the source interchange reference (store-edi#orders). */
function toOrder(wire: StoreEdiOrder, index: number) {
  const source = sourceOf(wire);
  const interchangeId = toText(source?.id);
  return {
    ...common(wire, index, momentOf(source?.createdAt)),
    orderNumber: shorten(toText(wire.orderId), maxTextLength),
    /** Lists all orders of its interchange. */
    interchangeOrdersHref: interchangeId === "" ? undefined : ediOrdersPath({ interchangeId }),
  };
}
export type StoreEdiOrderRow = ReturnType<typeof toOrder>;

/** One page of a store's EDI orders as shown, in the server's order. */
export const toStoreEdiOrderPage = (rows: readonly WireRow<StoreEdiOrder>[]) =>
  toOpenPage(rows, storeEdiPageSize, toOrder);
