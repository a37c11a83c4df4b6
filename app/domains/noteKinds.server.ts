import type { LoaderFunctionArgs } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { requireMay, type User } from "#app/auth/guard.server.ts";
import { attempt } from "#app/http/api.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import type { NotesPage } from "#app/notes/answer.server.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import type { Handled } from "#app/notes/ledger.server.ts";
import type { NoteKindKey } from "#app/notes/notes.ts";
import { notesSearch } from "#app/notes/paths.ts";
import { portalNotes } from "#app/notes/portalNotes.server.ts";
import { listStores } from "#app/stores/api.server.ts";
import { findStore } from "#app/stores/model.ts";
import { ediOrdersNoted, interchangesNoted } from "./edi/partner/noted.server.ts";
import { exosNoted } from "./exos/noted.server.ts";
import { masterProductsNoted } from "./masterproducts/noted.server.ts";
import { productsNoted } from "./metaproducts/noted.server.ts";
import { ordersNoted } from "./orders/noted.server.ts";
import { rulesNoted } from "./rules/noted.server.ts";

const storeOf = async (user: User, alias: string) => findStore(await listStores(user), alias);

const kinds: readonly NoteKind[] = [
  exosNoted,
  ordersNoted,
  interchangesNoted,
  ediOrdersNoted,
  productsNoted(storeOf),
  masterProductsNoted,
  rulesNoted(storeOf),
];

/** So many records are looked at at the same time; what was looked at so shortly before is not. */
const concurrency = 8;
const recentlyRead = new LRUCache<string, true>({ ttl: 10_000, ttlAutopurge: true });

async function hasChanged(user: User, one: Handled): Promise<boolean> {
  const kind = kinds.find(({ key }) => key === one.kind);
  const looked = kind && (await attempt(kind.read(user, one)));
  // What cannot be read now stays as it was known last.
  if (!looked?.ok) return looked?.error.code === 404;
  return looked.value?.stamp !== one.stamp;
}

/**
 * Looks at what is handled of these kinds, and forgets that of records that have changed since, for everybody
 * (today#handled). Redirects to sign-in pass through.
 */
export async function lookAtHandled(user: User, ofKinds: readonly NoteKindKey[]): Promise<void> {
  const due = (await portalNotes.handled()).filter(
    ({ kind, href, at }) => ofKinds.includes(kind) && !recentlyRead.has(`${href} ${at}`),
  );
  for (const { href, at } of due) recentlyRead.set(`${href} ${at}`, true);
  for (let from = 0; from < due.length; from += concurrency) {
    const some = due.slice(from, from + concurrency);
    const changed = await Promise.all(some.map((one) => hasChanged(user, one)));
    await portalNotes.forgetHandled(some.filter((_, index) => changed[index]));
  }
}

/**
 * The guard of a record's notes: that of the record's own page (notes#whose). Throws a 404 page for no such kind, and
 * what that guard throws.
 */
export async function openNoted(
  request: Request,
  { kind: key, recordId = "" }: LoaderFunctionArgs["params"],
): Promise<NotesPage> {
  await requireMay(request, "notes");
  const kind = kinds.find((one) => one.key === key);
  if (!kind) throw notFound(request);
  const ref = { kind: kind.key, store: notesSearch.read(request.url).store, id: recordId };
  return { kind, ...(await kind.open(request, ref)) };
}
