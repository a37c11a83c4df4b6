import type { PersonNames } from "#contract/personNames.ts";
import { isObject, type JsonObject } from "#platform/database/schema/columns.ts";

/** Replaces a text that named a person. */
export const forgotten = "[forgotten]";

/**
 * How a field is treated when its customer is forgotten:
 * - `keep`: unchanged, with everything below it.
 * - `erase`: its value is erased.
 * - `words`: free text of people or outside companies. It is erased as a whole where it names the person.
 * - `empty`: a list without its entries.
 * - an object: by its fields; each element of a list likewise. Texts in fields that the object does not name are
 *   erased, numbers stay.
 */
type Fate = "keep" | "erase" | "words" | "empty" | { readonly [field: string]: Fate };

/** Keeps the region for goods and tax, and erases the street address. */
const place: Fate = {
  locationType: "keep",
  suburb: "keep",
  state: "keep",
  postcode: "keep",
  country: "keep",
  name: "erase",
  company: "erase",
  street1: "erase",
  street2: "erase",
  phone: "erase",
};

const meta: Fate = {
  user: "keep",
  provider: "keep",
  status: "keep",
  reference: "keep",
  changedAt: "keep",
  job: "keep",
  jobs: "keep",
  actions: "keep",
  message: "words",
  email: "erase",
  note: "erase",
};

/** How each field of stored JSON with customer data is treated. */
export const erasedFields = {
  order: {
    sourceId: "keep",
    externalSourceID: "keep",
    sourceStore: "keep",
    sourceType: "keep",
    createdAt: "keep",
    amountPaid: "keep",
    lineItems: "keep",
    paymentDetails: { accountType: "keep", amount: "keep" },
    shipments: "keep",
    addresses: place,
    customer: "erase",
  },
  orderHistory: { action: "keep", createdAt: "keep", message: "words", meta },
  exo: {
    exchange: {
      Customer: "erase",
      Items: {
        Title: "keep",
        LevelCode: "keep",
        Quantity: "keep",
        Cost: "keep",
        Total: "keep",
        ReturnReasonCode: "keep",
        ReturnReasonNotes: "erase",
        Tags: "words",
        Photos: "empty",
      },
      // Instructions for the simulated companies.
      Simulated: "keep",
    },
  },
  exoHistory: { action: "keep", created_at: "keep", message: "words", meta },
  reference: {
    id: "keep",
    type: "keep",
    source: "keep",
    title: "words",
    uri: "words",
    created_at: "keep",
    meta: {
      consignment_id: "keep",
      article_id: "keep",
      ra_number: "keep",
      blob_id: "keep",
      content_type: "keep",
      ticket_id: "keep",
      transmission_id: "keep",
      transmission_status: "keep",
      transmission_status_message: "words",
      recipient_email: "erase",
    },
  },
  outsideReply: {
    kind: "keep",
    message: "words",
    facts: {
      uri: "keep",
      consignment_id: "keep",
      article_id: "keep",
      ra_number: "keep",
      return_order_idx: "keep",
      ticket_id: "keep",
      transmission_id: "keep",
      transmission_status: "keep",
      transmission_status_message: "words",
    },
  },
} as const satisfies { [kind: string]: Fate };

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";

/** Erases every value below a field, or its texts only, so that a document keeps its shape. */
function erase(value: unknown, what: "all" | "texts"): unknown {
  if (isNothing(value)) return value;
  if (Array.isArray(value)) return value.map((one) => erase(one, what));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, erase(inner, what)]));
  return what === "all" || typeof value === "string" ? forgotten : value;
}

/** A stored value without its customer. `names` says whether a text names them. Erased texts stay erased. */
export function erased<T>(value: T, fate: Fate, names: (text: string) => boolean): T {
  const walk = (inner: unknown, fate: Fate | undefined): unknown => {
    if (isNothing(inner) || fate === "keep") return inner;
    if (fate === "empty") return [];
    if (Array.isArray(inner)) return inner.map((one) => walk(one, fate));
    if (fate === "words") {
      if (isObject(inner)) return erase(inner, "texts");
      return typeof inner === "string" && names(inner) ? forgotten : inner;
    }
    if (fate === "erase") return erase(inner, "all");
    if (!isObject(inner) || fate === undefined) return erase(inner, "texts");
    // A person's reason is also part of the message.
    const hasNote = isObject(inner.meta) && !isNothing(inner.meta.note);
    return Object.fromEntries(
      Object.entries(inner).map(([key, one]) => [
        key,
        walk(one, hasNote && key === "message" ? "erase" : fate[key]),
      ]),
    );
  };
  // The walk keeps the type of its input.
  return walk(value, fate) as T;
}

const textsOf = (...values: unknown[]): string[] =>
  values.flatMap((value) => (typeof value === "string" && value.trim() ? [value.trim()] : []));

function personsIn(document: JsonObject): JsonObject[] {
  const { customer, addresses, exchange } = document;
  const inReturn = isObject(exchange) ? exchange.Customer : undefined;
  return [customer, inReturn, ...(Array.isArray(addresses) ? addresses : [])].filter(isObject);
}

/** The customer's names in these documents, beside the email addresses. */
export function namesIn(documents: readonly JsonObject[], emails: readonly string[]): PersonNames {
  const persons = documents.flatMap(personsIn).filter(({ name }) => name !== forgotten);
  const unique = (texts: string[]) => [...new Set(texts)].filter((text) => text !== forgotten);
  return {
    emails: unique([...emails, ...persons.flatMap(({ email }) => textsOf(email))]),
    names: unique(
      persons.flatMap(({ name, FirstName, LastName }) => [
        ...textsOf(name),
        ...textsOf(textsOf(FirstName, LastName).join(" ")),
      ]),
    ),
    phones: unique(persons.flatMap(({ phone }) => textsOf(phone))),
    codes: unique(
      persons.flatMap(({ ap21CustomerCode, Ap21CustomerCode }) =>
        textsOf(ap21CustomerCode, Ap21CustomerCode),
      ),
    ),
  };
}
