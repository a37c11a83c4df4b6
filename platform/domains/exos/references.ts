import type { StoredReference } from "#platform/database/schema/exos.ts";
import type { ReturnJob } from "./jobs.ts";
import type { MovingExo } from "./rules.ts";

/** The value of a meta field in an earlier reference of a type. */
export function referenceFact(
  references: readonly StoredReference[],
  type: string,
  name: string,
): string | null {
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
