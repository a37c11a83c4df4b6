import type { User } from "#app/auth/guard.server.ts";
import { ediOrderSearch, interchangeSearch } from "#app/domains/edi/partner/search.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import {
  documentedEdiOrderFilter,
  documentedInterchangeFilter,
  unreviewedEdiOrderFilter,
} from "./filters.ts";

/** What the interchanges are filtered by: what this address asks for, as far as the service can (edi#more-filters). */
export async function interchangeFilterOf(user: User, { url }: { url: string }) {
  const asked = interchangeSearch.read(url);
  const canFilter = await hasExtension(user, "edi-filters");
  return { canFilter, filter: canFilter ? asked : documentedInterchangeFilter(asked) };
}

/** What the EDI orders are filtered by, likewise. */
export async function ediOrderFilterOf(user: User, { url }: { url: string }) {
  const read = ediOrderSearch.read(url);
  const [canFilter, canReview] = await Promise.all([
    hasExtension(user, "edi-filters"),
    hasExtension(user, "edi-review"),
  ]);
  const asked = canReview ? read : unreviewedEdiOrderFilter(read);
  return { canFilter, canReview, filter: canFilter ? asked : documentedEdiOrderFilter(asked) };
}
