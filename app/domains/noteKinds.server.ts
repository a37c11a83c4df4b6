import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireMay, type User } from "#app/auth/guard.server.ts";
import { notFound } from "#app/http/errorPages.server.ts";
import type { NotesPage } from "#app/notes/answer.server.ts";
import type { NoteKind } from "#app/notes/kind.server.ts";
import { notesSearch } from "#app/notes/paths.ts";
import { ediOrdersNoted, interchangesNoted } from "./edi/partner/noted.server.ts";
import { exosNoted } from "./exos/noted.server.ts";
import { masterProductsNoted } from "./masterproducts/noted.server.ts";
import { productsNoted } from "./metaproducts/noted.server.ts";
import { ordersNoted } from "./orders/noted.server.ts";
import { rulesNoted } from "./rules/noted.server.ts";
import { listStores } from "./stores/api.server.ts";
import { findStore } from "./stores/model.ts";

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
