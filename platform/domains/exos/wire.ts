import type { FoundExo } from "./repository.ts";
import { availableExoActions } from "./rules.ts";

type Summarised = Pick<
  FoundExo,
  | "id"
  | "name"
  | "status"
  | "stream"
  | "step"
  | "storeName"
  | "storeType"
  | "originalOrderId"
  | "raNumber"
  | "emailAddress"
  | "correspondenceEmailAddress"
  | "createdAt"
  | "updatedAt"
  | "creditOwed"
  | "creditOwedAt"
>;

/** A list row in its wire form (returns#fields). */
export const summaryOf = (exo: Summarised) => ({
  id: exo.id,
  name: exo.name,
  status: { code: exo.status, stream: exo.stream, step: exo.step },
  source_store: exo.storeName,
  source_type: exo.storeType,
  original_order_id: exo.originalOrderId,
  ra_number: exo.raNumber,
  email_address: exo.emailAddress,
  correspondence_email_address: exo.correspondenceEmailAddress,
  created_at: exo.createdAt.toISOString(),
  updated_at: exo.updatedAt.toISOString(),
  actions: availableExoActions(exo),
  ...(exo.creditOwedAt
    ? { credit_owed: exo.creditOwed, credit_owed_at: exo.creditOwedAt.toISOString() }
    : {}),
});

/** The whole EXO in its wire form; undocumented fields of its document are passed through. */
export const detailOf = (exo: FoundExo) => ({
  ...exo.document,
  ...summaryOf(exo),
  references: exo.referenceList,
  histories: exo.histories,
});
