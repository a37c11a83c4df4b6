import type { z } from "zod";
import type { InList, Search } from "#app/core/search/search.ts";
import {
  acknowledgedChoices,
  directionChoices,
  interchangeFilters as labels,
  ediOrderFilters as orderLabels,
} from "#app/core/specification/edi.ts";
import { stateLooks } from "#app/core/values/processingStates.ts";
import { createdWithin } from "#app/core/values/wallClock.ts";
import {
  type EdiOrderFilter,
  ediOrderSearch,
  heldForChoices,
  type InterchangeFilter,
  interchangeSearch,
  trafficChoices,
} from "#app/domains/edi/partner/paths.ts";
import {
  type EdiOrderFilters,
  ediOrderFilters,
  type InterchangeFilters,
  interchangeFilters,
} from "#contract/ediPartner.ts";

type WordContext<Filter> = { filter: Filter; partnerName: (identification: string) => string };

/** One field of a filter: its parameter in the call, what it needs of the service, and what people read. */
type Part<Value, Filter, Call> = {
  /** Absent for days, which are moments there. */
  param?: keyof Call & string;
  /** The call's values, where they are others. */
  values?: Readonly<Record<string, boolean>>;
  /** Sent whenever this field is active, and only then. */
  sentWith?: keyof Filter & string;
  /** Only a service with the extension `edi-desk` can filter by it (edi#more-filters). */
  needsDesk?: true;
  /** What an active one says: a label before its value, the sentence of each value, or a sentence. */
  words?:
    | string
    | Readonly<Record<string, string>>
    | ((value: Value, context: WordContext<Filter>) => string);
};

type Parts<Filter, Call> = {
  readonly [Key in Exclude<keyof Filter, keyof InList | "page">]: Part<Filter[Key], Filter, Call>;
};

const more = { needsDesk: true } as const;

const moreParts = {
  // Where the service can't filter by state, the portal gathers the records itself.
  states: {
    param: "states",
    words: (states: InterchangeFilter["states"]) =>
      `State: ${states.map((state) => stateLooks[state].label).join(", ")}`,
  },
  partner: {
    ...more,
    param: "partner",
    words: (partner: string, { partnerName }: WordContext<unknown>) => `Partner: ${partnerName(partner)}`,
  },
  from: { ...more, words: "Created from" },
  to: { ...more, words: "Created to" },
  older: {
    ...more,
    words: (days: InterchangeFilter["older"]) =>
      days === "1" ? "Older than 1 day" : `Older than ${days} days`,
  },
  sort: { ...more, param: "sort" },
  due: {
    ...more,
    param: "due",
    words: { late: "Late", hour: "Due in the next hour" },
  },
} as const;

const traffic = {
  param: "test",
  values: { test: true, live: false },
  words: trafficChoices,
} as const;

/** In the order in which active ones are listed. */
const interchangeParts: Parts<InterchangeFilter, InterchangeFilters> = {
  documentId: { param: "documentId", words: labels.documentId },
  controlReference: { param: "interchangeControlReference", words: labels.controlReference },
  documentIdentifier: { param: "documentIdentifier", words: labels.documentIdentifier },
  direction: { param: "transmissionDirection", words: directionChoices },
  acknowledged: { param: "acknowledged", values: { yes: true, no: false }, words: acknowledgedChoices },
  mode: { param: "containsMessageTypesMode", sentWith: "types" },
  types: {
    param: "containsMessageTypes",
    words: (types, { filter }) => `${filter.mode === "all" ? "Each of" : "Any of"}: ${types.join(", ")}`,
  },
  ...moreParts,
  packageNumber: { ...more, param: "packageNumber", words: "SSCC" },
  fileName: { ...more, param: "fileName", words: "File name" },
  traffic: { ...more, ...traffic },
  owed: { ...more, param: "owedByPartner", words: { true: "The partner owes us the acknowledgement" } },
  refused: { ...more, param: "hasRefusedMessages", words: { true: "Refused in whole or in part" } },
  stranger: { ...more, param: "hasUnknownPartner", words: { true: "Nobody knows the partner" } },
};

const ediOrderParts: Parts<EdiOrderFilter, EdiOrderFilters> = {
  documentId: { param: "documentId", words: orderLabels.documentId },
  orderNumber: { param: "utopiaOrderNumber", words: orderLabels.orderNumber },
  interchangeId: { param: "ediMyerInterchangeDocumentId", words: orderLabels.interchangeId },
  ...moreParts,
  documentIdentifier: { ...more, param: "documentIdentifier", words: "PO or order number" },
  packageNumber: { ...more, param: "packageNumber", words: "SSCC" },
  owes: {
    ...more,
    param: "owes",
    words: { response: "We owe the order response", despatch: "We owe the despatch advice" },
  },
  heldFor: { ...more, param: "heldFor", words: heldForChoices },
  traffic: { ...more, ...traffic },
};

const canonical = (filters: object): string =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value])
      .sort(),
  );

type Listed = { page: number } & Pick<InterchangeFilter, "from" | "to" | "older">;

function defineFilters<Filter extends Listed, Call extends object>(
  search: Search<Filter>,
  call: z.ZodType<Call>,
  parts: Parts<Filter, Call>,
) {
  const { every } = search;
  // TypeScript doesn't know the keys of a generic object.
  const all = Object.entries(parts) as [keyof Filter & string, Part<unknown, Filter, Call>][];
  const isActive = (filter: Filter, key: keyof Filter) => String(filter[key]) !== String(every[key]);

  function supported(filter: Filter, hasDesk: boolean): Filter {
    const left = { ...filter };
    for (const [key, { needsDesk }] of all) if (needsDesk && !hasDesk) left[key] = every[key];
    return left;
  }

  /**
   * The filter as the call's parameters: only active ones; both fields of the message types, or neither (edi#contains).
   * Days start in `timeZone`, and the last one is included.
   */
  function toCall(filter: Filter, timeZone: string): Partial<Call> {
    const sent = all.flatMap(([key, { param, values, sentWith = key }]) =>
      param && isActive(filter, sentWith) ? [[param, values?.[String(filter[key])] ?? filter[key]]] : [],
    );
    return { ...Object.fromEntries(sent), ...createdWithin(filter, timeZone, Date.now()) };
  }

  /** The filter equivalent to these parameters; undefined if there is none, since a link would lead to another list. */
  function fromCall(query: object): Filter | undefined {
    const read = call.safeParse(query);
    if (!read.success) return undefined;
    const sent = new Map(Object.entries(read.data));
    const found = all.flatMap(([key, { param = "", values = {} }]) => {
      const value = sent.get(param);
      const own = Object.keys(values).find((one) => values[one] === value);
      return value === undefined ? [] : [[key, own ?? value]];
    });
    const filter = search.read(search.entries(Object.fromEntries(found)));
    return canonical(toCall(filter, "UTC")) === canonical(query) ? filter : undefined;
  }

  /** The active filters in words, each with the URL of the list without it (edi#active-filters). */
  const active = (
    filter: Filter,
    partnerName: (identification: string) => string,
    path: (filter: Filter) => string,
  ): ActiveFilter[] =>
    all.flatMap(([key, { words }]) => {
      if (!words || !isActive(filter, key)) return [];
      const value = filter[key];
      const label =
        typeof words === "string"
          ? `${words}: ${value}`
          : typeof words === "function"
            ? words(value, { filter, partnerName })
            : (words[String(value)] ?? "");
      return [{ label, href: path({ ...filter, [key]: every[key], page: 1 }) }];
    });

  return { supported, toCall, fromCall, active };
}

/** What a list's filter means to the service and to people. */
export type DocumentFilters<Filter extends Listed> = Omit<
  ReturnType<typeof defineFilters<Filter, object>>,
  "fromCall"
>;

export type ActiveFilter = { label: string; href: string };

export const interchangeFilter = defineFilters(interchangeSearch, interchangeFilters, interchangeParts);
export const ediOrderFilter = defineFilters(ediOrderSearch, ediOrderFilters, ediOrderParts);
