import type { StoredReference } from "#platform/database/schema/exos.ts";
import type { ReturnJob } from "./jobs.ts";
import type { FoundExo } from "./repository.ts";
import { availableExoActions, type MovingExo } from "./rules.ts";

type Summarised = Omit<FoundExo, "document" | "histories" | "referenceList" | "searchText">;

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

/** The value of a meta field in an earlier reference of a type. */
export function referenceFact(references: readonly StoredReference[], type: string, name: string) {
  const value = references.findLast((reference) => reference.type === type)?.meta[name];
  return typeof value === "string" ? value : null;
}

/** A finished job's reference; undefined for a job without one. */
export function referenceFor(
  exo: MovingExo,
  job: ReturnJob,
  facts: Record<string, string>,
  at: Date,
): StoredReference | undefined {
  const draft = job.leaves?.(facts, exo);
  if (!draft) return undefined;
  const id = `${job.code}-${exo.referenceList.length + 1}`;
  return { id, ...draft, uri: draft.uri ?? null, created_at: at.toISOString() };
}
