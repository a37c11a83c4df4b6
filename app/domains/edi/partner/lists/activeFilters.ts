import {
  type EdiOrderFilter,
  ediOrderSearch,
  ediOrdersPath,
  type InterchangeFilter,
  interchangeSearch,
  interchangesPath,
} from "#app/domains/edi/partner/paths.ts";
import type { Days } from "#app/search/search.ts";
import { stateLooks } from "#app/values/processingStates.ts";

/** An active filter in words, with the URL of the list without it (edi#active-filters). */
export type ActiveFilter = { label: string; href: string };

type Words<Filter> = { [Key in keyof Filter]?: (value: Filter[Key]) => string };

/** The active filters in the order of the URL. */
function activeFilters<Filter extends { page: number }>(
  filter: Filter,
  every: Filter,
  words: Words<Filter>,
  path: (filter: Filter) => string,
): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  for (const key in words) {
    const say = words[key];
    if (!say || String(filter[key]) === String(every[key])) continue;
    active.push({ label: say(filter[key]), href: path({ ...filter, [key]: every[key], page: 1 }) });
  }
  return active;
}

const quoted = (label: string) => (value: string | undefined) => `${label}: ${value}`;

const trafficWords = (traffic: InterchangeFilter["traffic"]): string =>
  traffic === "test" ? "Only test" : "Only live";

const moreWords = (partnerName: (identification: string) => string) => ({
  states: (states: InterchangeFilter["states"]) =>
    `State: ${states.map((state) => stateLooks[state].label).join(", ")}`,
  partner: (partner: string) => `Partner: ${partnerName(partner)}`,
  from: quoted("Created from"),
  to: quoted("Created to"),
  older: (days: Days["older"]) => (days === "1" ? "Older than 1 day" : `Older than ${days} days`),
  due: (due: InterchangeFilter["due"]) => (due === "late" ? "Late" : "Due in the next hour"),
});

export const activeInterchangeFilters = (
  filter: InterchangeFilter,
  partnerName: (identification: string) => string,
): ActiveFilter[] =>
  activeFilters<InterchangeFilter>(
    filter,
    interchangeSearch.every,
    {
      documentId: quoted("Database Document ID"),
      controlReference: quoted("Interchange Control Reference"),
      documentIdentifier: quoted("EDI Message Document Identifier"),
      direction: (direction) => (direction === "inbound" ? "Only Inbound" : "Only Outbound"),
      acknowledged: (word) => (word === "yes" ? "Only Acknowledged" : "Only Unacknowledged"),
      types: (types) => `${filter.mode === "all" ? "Each of" : "Any of"}: ${types.join(", ")}`,
      ...moreWords(partnerName),
      packageNumber: quoted("SSCC"),
      fileName: quoted("File name"),
      traffic: trafficWords,
      owed: () => "The partner owes us the acknowledgement",
      refused: () => "Messages were refused",
      stranger: () => "Nobody knows the partner",
    },
    interchangesPath,
  );

export const activeEdiOrderFilters = (
  filter: EdiOrderFilter,
  partnerName: (identification: string) => string,
): ActiveFilter[] =>
  activeFilters<EdiOrderFilter>(
    filter,
    ediOrderSearch.every,
    {
      documentId: quoted("Database Document ID"),
      orderNumber: quoted("Utopia Order Number"),
      interchangeId: quoted("EDI Myer Interchange Document ID"),
      ...moreWords(partnerName),
      documentIdentifier: quoted("PO or order number"),
      packageNumber: quoted("SSCC"),
      owes: (owes) => (owes === "response" ? "We owe the order response" : "We owe the despatch advice"),
      heldFor: (heldFor) => (heldFor === "confirmation" ? "To confirm" : "Duplicate"),
      traffic: trafficWords,
    },
    ediOrdersPath,
  );
