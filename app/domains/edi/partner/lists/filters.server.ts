import type { User } from "#app/auth/guard.server.ts";
import { ediOrderSearch, interchangeSearch } from "#app/domains/edi/partner/search.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import { documentedEdiOrderFilter, documentedInterchangeFilter } from "./filters.ts";

/** What the interchanges are filtered by: what this address asks for, as far as the service can (edi#more-filters). */
export async function interchangeFilterOf(user: User, { url }: { url: string }) {
  const asked = interchangeSearch.read(url);
  const canFilter = await hasExtension(user, "edi-filters");
  return { canFilter, filter: canFilter ? asked : documentedInterchangeFilter(asked) };
}

/** What the EDI orders are filtered by, likewise. */
export async function ediOrderFilterOf(user: User, { url }: { url: string }) {
  const asked = ediOrderSearch.read(url);
  const canFilter = await hasExtension(user, "edi-filters");
  return { canFilter, filter: canFilter ? asked : documentedEdiOrderFilter(asked) };
}
