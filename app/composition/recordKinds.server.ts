import type { LoaderFunctionArgs } from "@remix-run/node";
import { attempt } from "#app/core/api/api.server.ts";
import { requireMay, type User } from "#app/core/auth/guard.server.ts";
import type { BulkKind, BulkPlace } from "#app/core/commands/bulkKind.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { type RecordKindKey, recordPermissions } from "#app/core/records/record.ts";
import { ediOrderRecord, interchangeRecord } from "#app/domains/edi/partner/record.server.ts";
import { creditsInBulk, exoRecord } from "#app/domains/exos/record.server.ts";
import { masterRecord } from "#app/domains/masterproducts/record.server.ts";
import { productRecord } from "#app/domains/metaproducts/record.server.ts";
import { orderRecord } from "#app/domains/orders/record.server.ts";
import { ruleRecord } from "#app/domains/rules/record.server.ts";
import type { NotesPage } from "#app/features/notes/answer.server.ts";
import type { HandledToCheck } from "#app/features/notes/ledger.server.ts";
import { portalNotes } from "#app/features/notes/notes.server.ts";
import { notesSearch } from "#app/features/notes/paths.ts";
import type { RecordKind } from "#app/screens/recordKind.server.ts";
import { type NotedRecord, withHandOver } from "./handOver.server.ts";

export const recordKinds: readonly RecordKind[] = [
  orderRecord,
  exoRecord,
  ediOrderRecord,
  interchangeRecord,
  productRecord,
  masterRecord,
  ruleRecord,
];

const bulkKinds: readonly BulkKind[] = [...recordKinds.flatMap(({ bulk }) => bulk ?? []), creditsInBulk];

/** The kind of record that notes know by this key. Throws a 404 page for no such kind. */
function recordKindOf(request: Request, key: string | undefined): RecordKind {
  const kind = recordKinds.find((one) => one.key === key);
  if (!kind) throw notFound(request);
  return kind;
}

/**
 * The guard of what is done to several records: the kind that an address names, and those of its records that are
 * meant; `recordOf` tells how notes know one. Throws a 404 page for no such kind, and what the guard of the list's own actions throws.
 */
export async function openBulk(
  request: Request,
  { kind: key, alias, list }: { kind: string | undefined; alias: string; list: string },
): Promise<{ kind: BulkKind; place: BulkPlace; recordOf: (id: string) => NotedRecord }> {
  const kind = bulkKinds.find((one) => one.key === key);
  if (!kind) throw notFound(request);
  const place = await kind.open({ request, params: alias === "" ? {} : { alias } }, list);
  const recordOf = (id: string): NotedRecord => {
    const ref = kind.recordRef?.(alias, id);
    if (!ref) throw notFound(request);
    return { ref, kind: recordKindOf(request, ref.kind) };
  };
  return { kind, place: kind.recordRef ? withHandOver(place, recordOf) : place, recordOf };
}

/** The guard of a record's notes: that of the record's own page (notes#whose). Throws a 404 page for no such kind. */
export async function requireNotesAccess(
  request: Request,
  { kind: key, recordId = "" }: LoaderFunctionArgs["params"],
): Promise<NotesPage> {
  await requireMay(request, "notes");
  const kind = recordKindOf(request, key);
  const user = await requireMay(request, recordPermissions[kind.key].read);
  return { kind, user, ref: kind.ref(notesSearch.read(request.url).store, recordId) };
}

const concurrency = 8;
/** Of handled records so many are looked at together, whoever asks; what was looked at so shortly before is not. */
const check = { most: 100, seconds: 10 };

async function hasChanged(user: User, one: HandledToCheck): Promise<boolean> {
  const kind = recordKinds.find(({ key }) => key === one.kind);
  const looked = kind && (await attempt(kind.read(user, one)));
  // What cannot be read now stays as it was known last.
  if (!looked?.ok) return looked?.error.code === 404;
  return looked.value?.revision !== one.revision;
}

/**
 * Looks at what is handled of these kinds, and forgets that of records that have changed since, for everybody
 * (today#handled). Redirects to sign-in pass through.
 */
export async function lookAtHandled(user: User, ofKinds: readonly RecordKindKey[]): Promise<void> {
  const due = await portalNotes.handledToCheck(ofKinds, check);
  for (let from = 0; from < due.length; from += concurrency) {
    const some = due.slice(from, from + concurrency);
    const changed = await Promise.all(some.map((one) => hasChanged(user, one)));
    await portalNotes.forgetHandled(some.filter((_, index) => changed[index]));
  }
}
