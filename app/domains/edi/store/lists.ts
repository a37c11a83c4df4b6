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
import { type StateView, stateOf } from "../states.ts";

/** One page of an interchange's text, one segment per line. */
export type TextPage = {
  lines: { number: number; text: string }[];
  page: number;
  pages: number;
  about: string;
};

const textPageSize = 500;

const maxLineLength = 4000;

/**
 * The text split by the interchange's own syntax (service string advice, release character), not by
 * apostrophes (store-edi#segments). Run it with `runCooperatively`.
 */
export function* toTextPage(text: string, wanted: number): Chunked<TextPage> {
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

/** One reference of a row: a link to the partner-level document, or the location of a blob. */
export type StoreReference = { key: string; label: string; href?: string };

type RowOf<Own> = {
  key: string;
  /** Absent if the server sent none: such a row cannot be opened. */
  id?: string;
  state: StateView;
  at?: Moment;
  references: StoreReference[];
  moreReferences: number;
} & Own;

/** One row of a store's interchanges (store-edi#interchanges). */
export type StoreInterchangeRow = RowOf<{ controlNumber: string; kinds: string }>;

/** One row of a store's EDI orders (store-edi#orders); `interchangeOrdersHref` lists all orders of its interchange. */
export type StoreEdiOrderRow = RowOf<{ orderNumber: string; interchangeOrdersHref?: string }>;

const maxTextLength = 120;
const maxReferences = 6;

/** 'Source interchange', or the partner-level label of a reference of this type. */
const interchangeTypeOf = (type: string): string =>
  referenceTypeLabel(type) ?? `${shorten(type, 40)} interchange`.trim();

function toReference({ id, type, meta }: StoreEdiReference, index: number): StoreReference {
  const key = String(index);
  const named = shorten(toText(id), 200);
  switch (toText(type)) {
    case "OrderDocument":
      return {
        key,
        label: `Order ${shorten(toText(meta?.OrderNumber), maxTextLength)}`.trim(),
        ...(named === "" ? {} : { href: ediOrderPath({ id: named }) }),
      };
    case "InterchangeDocument":
      return {
        key,
        label: `${interchangeTypeOf(toText(meta?.InterchangeType))} ${shorten(toText(meta?.ICN), 60)}`.trim(),
        ...(named === "" ? {} : { href: interchangePath({ id: named }) }),
      };
    default:
      return { key, label: [shorten(toText(type), 40), named].filter(Boolean).join(": ") || "Reference" };
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

const common = (wire: StoreInterchange | StoreEdiOrder, index: number, at: Moment | undefined) => {
  const id = toText(wire.id);
  return {
    key: id || String(index),
    id: id || undefined,
    state: stateOf(wire.status),
    at,
    ...referencesOf(wire.references),
  };
};

/** 'Inbound : 000123' (store-edi#control-number). */
export const controlNumberOf = ({ direction, icn }: StoreInterchange): string =>
  `${directionLabel(direction)} : ${shorten(toText(icn), maxTextLength)}`;

/** One page of a store's interchanges as shown, in the server's order. */
export const toStoreInterchangePage = (rows: readonly WireRow<StoreInterchange>[]) =>
  toOpenPage(
    rows,
    storeEdiPageSize,
    (wire, index): StoreInterchangeRow => ({
      ...common(wire, index, momentOf(wire.createdAt)),
      controlNumber: controlNumberOf(wire),
      kinds: kindsOf(wire),
    }),
  );

/** The reference to the order's source interchange. */
const sourceOf = ({ references }: StoreEdiOrder): StoreEdiReference | undefined =>
  (references ?? []).find(
    ({ type, meta }) =>
      toText(type) === "InterchangeDocument" && toText(meta?.InterchangeType).toLowerCase() === "source",
  );

/**
 * One page of a store's EDI orders as shown; the date is that of the source interchange reference (store-edi#orders).
 */
export const toStoreEdiOrderPage = (rows: readonly WireRow<StoreEdiOrder>[]) =>
  toOpenPage(rows, storeEdiPageSize, (wire, index): StoreEdiOrderRow => {
    const source = sourceOf(wire);
    const interchangeId = toText(source?.id);
    return {
      ...common(wire, index, momentOf(source?.createdAt)),
      orderNumber: shorten(toText(wire.orderId), maxTextLength),
      ...(interchangeId === "" ? {} : { interchangeOrdersHref: ediOrdersPath({ interchangeId }) }),
    };
  });
