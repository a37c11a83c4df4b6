import { formatUnits, type Moment, momentOf, shorten, toText } from "#app/core/values/values.ts";
import { ediMessages } from "#contract/ediMessages.ts";
import type { StoreEdiOrder, StoreEdiReference, StoreInterchange } from "#contract/ediStore.ts";
import { type Chunked, Findings, rawOf, tokenise } from "#edifact/index.ts";
import { directionLabel, kindsInOrder, visible } from "../codes.ts";
import { ediOrderPath, ediOrdersPath, interchangePath } from "../partner/paths.ts";
import { referenceTypeLabel } from "../partner/references.ts";
import { pageOf } from "../records.ts";
import { stateOf } from "../states.ts";

const textPageSize = 500;

const maxLineLength = 4000;

/** One page of an interchange's text, one segment per line, by its own syntax (store-edi#segments). */
export function* toTextPage(text: string, wanted: number) {
  const segments = yield* tokenise(text, new Findings());
  const { items: onPage, start, page, pages } = pageOf(segments, wanted, textPageSize);
  return {
    lines: onPage.map((segment) => ({
      number: segment.number,
      text: visible(shorten(rawOf(text, segment).trim(), maxLineLength)),
    })),
    page,
    pages,
    about:
      onPage.length === 0
        ? "The interchange holds no text."
        : `Segments ${formatUnits(start + 1)} to ${formatUnits(start + onPage.length)} of ${formatUnits(segments.length)}`,
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

/** One row of either list; `at` is its date. */
export type StoreEdiRow = ReturnType<typeof common> & {
  name: string;
  /** The message types in an interchange. */
  kinds?: string;
  /** Lists all orders of an order's interchange. */
  interchangeOrdersHref?: string | undefined;
};

const common = (wire: StoreInterchange | StoreEdiOrder, index: number, at: Moment | undefined) => {
  const id = toText(wire.id);
  return {
    key: id || String(index),
    /** Absent if the server sent none: such a row cannot be opened. */
    id: id || undefined,
    state: stateOf(wire.status),
    isTest: wire.test === true,
    at,
    ...referencesOf(wire.references),
  };
};

/** 'Inbound : 000123' (store-edi#control-number). */
export const controlNumberOf = ({ direction, icn }: StoreInterchange): string =>
  `${directionLabel(direction)} : ${shorten(toText(icn), maxTextLength)}`;

/** One row of a store's interchanges (store-edi#interchanges). */
export const toInterchangeRow = (wire: StoreInterchange, index: number): StoreEdiRow => ({
  ...common(wire, index, momentOf(wire.createdAt)),
  name: controlNumberOf(wire),
  kinds: kindsOf(wire),
});

/** One row of a store's EDI orders; the date is that of the source interchange reference (store-edi#orders). */
export function toOrderRow(wire: StoreEdiOrder, index: number): StoreEdiRow {
  const source = (wire.references ?? []).find(
    ({ type, meta }) =>
      toText(type) === "InterchangeDocument" && toText(meta?.InterchangeType).toLowerCase() === "source",
  );
  const interchangeId = toText(source?.id);
  return {
    ...common(wire, index, momentOf(source?.createdAt)),
    name: shorten(toText(wire.orderId), maxTextLength) || "No order number",
    interchangeOrdersHref: interchangeId === "" ? undefined : ediOrdersPath({ interchangeId }),
  };
}
