import type { User } from "#app/auth/guard.server.ts";
import { ediOrderSearch, interchangeSearch } from "#app/domains/edi/partner/paths.ts";
import { hasExtension } from "#app/http/extensions.server.ts";
import {
  documentedEdiOrderFilter,
  documentedInterchangeFilter,
  undatedFilter,
  unreviewedEdiOrderFilter,
} from "./filters.ts";

/** The filter of the interchanges: that of the URL, as far as the service supports it (edi#more-filters). */
export async function interchangeFilterOf(user: User, { url }: { url: string }) {
  const read = interchangeSearch.read(url);
  const [canFilter, hasDues] = await Promise.all([
    hasExtension(user, "edi-filters"),
    hasExtension(user, "edi-due"),
  ]);
  const query = hasDues ? read : undatedFilter(read);
  return { canFilter, hasDues, filter: canFilter ? query : documentedInterchangeFilter(query) };
}

export async function ediOrderFilterOf(user: User, { url }: { url: string }) {
  const read = ediOrderSearch.read(url);
  const [canFilter, canReview, hasDues] = await Promise.all([
    hasExtension(user, "edi-filters"),
    hasExtension(user, "edi-review"),
    hasExtension(user, "edi-due"),
  ]);
  const dated = hasDues ? read : undatedFilter(read);
  const query = canReview ? dated : unreviewedEdiOrderFilter(dated);
  return { canFilter, canReview, hasDues, filter: canFilter ? query : documentedEdiOrderFilter(query) };
}
