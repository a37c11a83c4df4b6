import type { BulkKind, BulkPlace } from "#app/bulk/kind.server.ts";
import { bulkRow } from "#app/confirm/bulk.server.ts";
import { type ExosOf, listExos } from "./api.server.ts";
import { exoCommand } from "./command.server.ts";
import { rowsAt } from "./list.ts";
import { type ExoFilter, exoPath, exoSearch, exosPath } from "./paths.ts";
import { exosOf, isOfScope, scopeOf } from "./scope.server.ts";

function placeOf(of: ExosOf, filter: ExoFilter): BulkPlace {
  const scope = scopeOf(of);
  return {
    user: of.user,
    listHref: exosPath(scope, filter),
    title: "Returns and Exchanges",
    async page(page) {
      const { rows, pages } = await listExos(of, { ...filter, page });
      const ids = rowsAt(filter.step, rows).map((row) => (row.readable ? row.row.id : row.id));
      return { ids, hasNext: page < pages };
    },
    row(id, action) {
      const isOwn = (store: string) => isOfScope(of, store);
      const href = exoPath(scope, {}, { id });
      const command = exoCommand({ user: of.user, exoId: id, action, href, isOfScope: isOwn });
      return bulkRow(command, id, ({ question, slot }) => ({
        label: question.heading,
        amount: slot.returned,
      }));
    },
  };
}

/** Returns and exchanges, of which several can be acted on at once. */
export const exosInBulk: BulkKind = {
  key: "returns",
  one: "return or exchange",
  many: "returns and exchanges",
  open: async (args, list) => placeOf(await exosOf(args, "returns.act"), exoSearch.read(list)),
};
