import { actionPath } from "#app/confirm/model.ts";
import { type Opener, openerSearch } from "#app/search/sharedSearches.ts";

/**
 * The URL of an action's dialog, and the one to return to: the record's panel, called `panel`, if
 * opened from there, else the list.
 */
export function dialogPlace(
  { url }: Request,
  action: string,
  {
    recordPath,
    listPath,
    panel,
  }: { recordPath: (opened: { opener?: Opener }) => string; listPath: string; panel?: string },
) {
  const { opener } = openerSearch.read(url);
  const href = recordPath({});
  const here = actionPath(recordPath(opener ? { opener } : {}), action);
  if (opener !== "detail") return { href, here, closeTo: listPath };
  return { href, here, closeTo: href, panel };
}
