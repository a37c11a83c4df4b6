import type { PersonNames } from "#contract/personNames.ts";
import type { JsonObject } from "#platform/database/schema/json.ts";

/** Replaces a text that named somebody. */
export const forgotten = "[forgotten]";

/**
 * What happens to a field when its customer is forgotten:
 * - `keep`: nothing, in it and below it.
 * - `erase`: its value goes.
 * - `words`: people or outside companies wrote it. All of it goes where it names the person, else it stays.
 * - `empty`: a list that loses its entries.
 * - an object: by its fields; a list has each of its elements treated. Of a field that the object does not name, texts
 *   go and numbers stay.
 */
type Fate = "keep" | "erase" | "words" | "empty" | { readonly [field: string]: Fate };

/** Where goods and tax went, and nothing about the person's door. */
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

/** The stored JSON that names customers, field by field. */
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

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";

/** Every value below an erased field, so that a document keeps its shape. */
function eraseAll(value: unknown): unknown {
  if (isNothing(value)) return value;
  if (Array.isArray(value)) return value.map(eraseAll);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, eraseAll(inner)]))
    : forgotten;
}

/** What is known of nobody: its texts go. */
function eraseTexts(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? value : forgotten;
  if (Array.isArray(value)) return value.map(eraseTexts);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, eraseTexts(inner)]))
    : value;
}

/**
 * A stored value without its customer. `names` says whether a text names them. What was erased before stays as it is.
 */
export function erased<T>(value: T, fate: Fate, names: (text: string) => boolean): T {
  const walk = (inner: unknown, fate: Fate | undefined): unknown => {
    if (isNothing(inner) || fate === "keep") return inner;
    if (fate === "empty") return [];
    if (Array.isArray(inner)) return inner.map((one) => walk(one, fate));
    if (fate === "words") {
      if (isObject(inner)) return eraseTexts(inner);
      return typeof inner === "string" && names(inner) ? forgotten : inner;
    }
    if (fate === "erase") return eraseAll(inner);
    if (!isObject(inner) || fate === undefined) return eraseTexts(inner);
    // A person's reason stands in the message, too.
    const hasNote = isObject(inner.meta) && !isNothing(inner.meta.note);
    return Object.fromEntries(
      Object.entries(inner).map(([key, one]) => [
        key,
        walk(one, hasNote && key === "message" ? "erase" : fate[key]),
      ]),
    );
  };
  // A walk keeps the shape of what it is given.
  return walk(value, fate) as T;
}

const textsOf = (...values: unknown[]): string[] =>
  values.flatMap((value) => (typeof value === "string" && value.trim() ? [value.trim()] : []));

/** The customer and the addresses that a document names. */
function personsIn(document: JsonObject): JsonObject[] {
  const { customer, addresses, exchange } = document;
  const inReturn = isObject(exchange) ? exchange.Customer : undefined;
  return [customer, inReturn, ...(Array.isArray(addresses) ? addresses : [])].filter(isObject);
}

/** How these documents name their customer, beside the email addresses. */
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
