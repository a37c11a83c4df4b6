import { ediOrderReferences } from "#app/core/specification/edi.ts";
import { outsideHref } from "#app/core/stores/model.ts";
import { orderHref } from "#app/core/stores/paths.ts";
import { compact, momentOf, shorten, toText } from "#app/core/values/values.ts";
import type { EdiReference } from "#contract/edi.ts";
import { factsOf, newestFirst } from "../records.ts";
import { ediOrderPath, interchangePath, interchangeTextPath, segmentsPath, threadPath } from "./paths.ts";

/** How a target is named in a reference, and the links to it, the record itself first. */
const targets = {
  interchange: {
    metaName: "interchange-document-id",
    links: (id: string) => [
      { label: "Interchange", href: interchangePath({ id }) },
      { label: "Segments", href: segmentsPath(id) },
    ],
  },
  order: {
    metaName: "order-document-id",
    links: (id: string) => [
      { label: "EDI order", href: ediOrderPath({ id }) },
      { label: "Thread", href: threadPath(id) },
    ],
  },
  utopia: { metaName: "order-id", links: (id: string) => [{ label: "Utopia order", href: orderHref(id) }] },
};

/** One without a target is the file of its own interchange. */
type Kind = { label: string; to?: keyof typeof targets };

/** The types of reference (edi#references, edi#order-references): fixed words, and the platform's own. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["source-myer-edi-order-document", { label: "Source order", to: "order" }],
  ["outgoing-functional-acknowledgement", { label: "Outgoing acknowledgement", to: "interchange" }],
  ["outbound-interchange-blob-store-file", { label: "Outbound file" }],
  ["inbound-interchange-file", { label: "Inbound file" }],
  ["incoming-functional-acknowledgement", { label: "Incoming acknowledgement", to: "interchange" }],
  ["acknowledged-interchange", { label: "Acknowledged interchange", to: "interchange" }],
  ["duplicate-of-interchange", { label: "Duplicate of", to: "interchange" }],
  ["created-myer-edi-order-document", { label: "Created order", to: "order" }],
  ["changed-myer-edi-order-document", { label: "Changed order", to: "order" }],
  ["interchange:orders", { label: "Order", to: "interchange" }],
  ["interchange:ordchg", { label: "Order Change", to: "interchange" }],
  ...Object.entries(ediOrderReferences).map(([type, label]) => [type, { label, to: "interchange" }] as const),
  ["utopia-order", { label: "Utopia order", to: "utopia" }],
]);

/** The target of a reference; undefined if its type is unknown or it names nothing. */
export function targetOf({ id, type, meta }: EdiReference) {
  const { to } = kinds.get(toText(type)) ?? {};
  const named = to && (toText(meta?.[targets[to].metaName]) || toText(id));
  return to && named ? { kind: to, id: named } : undefined;
}

function linksOf(reference: EdiReference): { label: string; href: string }[] {
  const target = targetOf(reference);
  return target ? targets[target.kind].links(target.id) : [];
}

const isOwnFile = ({ type }: EdiReference): boolean => {
  const kind = kinds.get(toText(type));
  return kind !== undefined && kind.to === undefined;
};

export const referenceTypeLabel = (type: string): string | undefined => kinds.get(type)?.label;

export const referenceLabel = ({ type, title }: EdiReference): string =>
  kinds.get(toText(type))?.label ?? (shorten(toText(title) || toText(type), 80) || "Reference");

/** References shown in a row; the others are counted. */
const shownInRow = 4;

/** The references of a row of a list, in the order sent. */
export function toReferenceLinks(references: readonly EdiReference[]) {
  const links = references.slice(0, shownInRow).map((reference, index) =>
    compact({
      key: String(index),
      label: referenceLabel(reference),
      href: linksOf(reference)[0]?.href,
      location: (isOwnFile(reference) && shorten(toText(reference.uri), 300)) || undefined,
    }),
  );
  return { links, more: Math.max(0, references.length - shownInRow) };
}
/** References of a row; `more` counts those left out. */
export type References = ReturnType<typeof toReferenceLinks>;

function toCard(reference: EdiReference, index: number, interchangeId: string | undefined) {
  const location = toText(reference.uri);
  return {
    key: String(index),
    title: shorten(toText(reference.title), 160) || referenceLabel(reference),
    at: momentOf(reference.created_at),
    type: shorten(toText(reference.type), 120),
    source: shorten(toText(reference.source), 120),
    id: shorten(toText(reference.id), 200),
    location: shorten(location, 1000),
    locationHref: outsideHref(location),
    /** The file itself, if it is the interchange's own. */
    fileHref:
      interchangeId !== undefined && isOwnFile(reference)
        ? interchangeTextPath(interchangeId, "bytes")
        : undefined,
    // Facts with their own field are not repeated.
    facts: factsOf(reference.meta).filter(({ value }) => value !== location),
    links: linksOf(reference),
  };
}
export type ReferenceCard = ReturnType<typeof toCard>;

/** The References tab: newest first, those without a readable time last (edi#detail-references). */
export const toReferenceCards = (
  references: readonly EdiReference[],
  interchangeId?: string,
): ReferenceCard[] =>
  newestFirst(references).map(({ record, index }) => toCard(record, index, interchangeId));

export const orderDocumentsIn = (references: readonly EdiReference[]): string[] => [
  ...new Set(
    references.flatMap((reference) => {
      const target = targetOf(reference);
      return target?.kind === "order" ? [target.id] : [];
    }),
  ),
];
