import { outsideHref } from "#app/stores/model.ts";
import { orderHref } from "#app/stores/paths.ts";
import { compact, momentOf, shorten, toText } from "#app/values/values.ts";
import type { EdiReference } from "#contract/edi.ts";
import { factsOf, newestFirst } from "../records.ts";
import { ediOrderPath, interchangePath, interchangeTextPath, segmentsPath, threadPath } from "./paths.ts";

type Target = { kind: "interchange" | "order" | "utopia"; id: string } | { kind: "location"; uri: string };

type Kind = { label: string; to: "interchange" | "order" | "utopia" | "location" };

/** The types of reference (edi#references, edi#order-references): fixed words, and the platform's own. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["source-myer-edi-order-document", { label: "Source order", to: "order" }],
  ["outgoing-functional-acknowledgement", { label: "Outgoing acknowledgement", to: "interchange" }],
  ["outbound-interchange-blob-store-file", { label: "Outbound file", to: "location" }],
  ["inbound-interchange-file", { label: "Inbound file", to: "location" }],
  ["incoming-functional-acknowledgement", { label: "Incoming acknowledgement", to: "interchange" }],
  ["acknowledged-interchange", { label: "Acknowledged interchange", to: "interchange" }],
  ["duplicate-of-interchange", { label: "Duplicate of", to: "interchange" }],
  ["created-myer-edi-order-document", { label: "Created order", to: "order" }],
  ["changed-myer-edi-order-document", { label: "Changed order", to: "order" }],
  ["interchange:orders", { label: "Order", to: "interchange" }],
  ["interchange:ordchg", { label: "Order Change", to: "interchange" }],
  ["interchange:ordrsp+initial", { label: "Order Response (Initial)", to: "interchange" }],
  ["interchange:ordrsp+update", { label: "Order Response (Update/Cancellation)", to: "interchange" }],
  ["interchange:desadv", { label: "Shipment Despatch Advice", to: "interchange" }],
  ["utopia-order", { label: "Utopia order", to: "utopia" }],
]);

const metaNames = {
  interchange: "interchange-document-id",
  order: "order-document-id",
  utopia: "order-id",
} as const;

/** The target of a reference; undefined if its type is unknown or it names nothing. */
export function targetOf({ id, type, uri, meta }: EdiReference): Target | undefined {
  const kind = kinds.get(toText(type));
  if (!kind) return undefined;
  if (kind.to === "location") {
    const location = toText(uri);
    return location === "" ? undefined : { kind: "location", uri: location };
  }
  const named = toText(meta?.[metaNames[kind.to]]) || toText(id);
  return named === "" ? undefined : { kind: kind.to, id: named };
}

export const referenceTypeLabel = (type: string): string | undefined => kinds.get(type)?.label;

export const referenceLabel = ({ type, title }: EdiReference): string =>
  kinds.get(toText(type))?.label ?? (shorten(toText(title) || toText(type), 80) || "Reference");

/** References shown in a row; the others are counted. */
const shownInRow = 4;

/** The references of a row of a list, in the order sent. */
export function toReferenceLinks(references: readonly EdiReference[]) {
  const links = references.slice(0, shownInRow).map((reference, index) => {
    const target = targetOf(reference);
    return compact({
      key: String(index),
      label: referenceLabel(reference),
      href: linksOf(target)[0]?.href,
      location: target?.kind === "location" ? shorten(target.uri, 300) : undefined,
    });
  });
  return { links, more: Math.max(0, references.length - shownInRow) };
}
/** References of a row; `more` counts those left out. */
export type References = ReturnType<typeof toReferenceLinks>;

/** The links to a target, the record itself first. */
const linksOf = (target: Target | undefined): { label: string; href: string }[] => {
  switch (target?.kind) {
    case "interchange":
      return [
        { label: "Interchange", href: interchangePath({ id: target.id }) },
        { label: "Segments", href: segmentsPath(target.id) },
      ];
    case "order":
      return [
        { label: "EDI order", href: ediOrderPath({ id: target.id }) },
        { label: "Thread", href: threadPath(target.id) },
      ];
    case "utopia":
      return [{ label: "Utopia order", href: orderHref(target.id) }];
    default:
      return [];
  }
};

/** Types of references whose location is the file of their own interchange. */
const ownFiles = new Set(["outbound-interchange-blob-store-file", "inbound-interchange-file"]);

function toCard(reference: EdiReference, index: number, interchangeId: string | undefined) {
  const location = toText(reference.uri);
  const isOwnFile = interchangeId !== undefined && ownFiles.has(toText(reference.type));
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
    fileHref: isOwnFile ? interchangeTextPath(interchangeId, "bytes") : undefined,
    // Facts with their own field are not repeated.
    facts: factsOf(reference.meta).filter(({ value }) => value !== location),
    links: linksOf(targetOf(reference)),
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
