import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { attempt } from "#app/core/api/api.server.ts";
import { fileFailed, safeFileName } from "#app/core/api/file.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import type { BulkKind } from "#app/core/commands/bulkKind.server.ts";
import { actionPath, askedOver } from "#app/core/commands/model.ts";
import { hashOf } from "#app/core/http/once.server.ts";
import type { LiveNews, Versioned } from "#app/core/lists/news.ts";
import { newsSearch, openerSearch } from "#app/core/search/search.ts";
import { holderIn, type NotesView } from "#app/features/notes/notes.ts";
import { queueOf } from "#app/features/work/queues.server.ts";

type Attempt<Value> = Awaited<ReturnType<typeof attempt<Value>>>;
export type ListWithRows = { rows: readonly unknown[] };

/** A list's page: its rows, or the error in their place. `download` returns the downloads if there are rows. */
export async function listAnswer<Screen extends object, List extends ListWithRows, Download = undefined>(
  screen: Screen,
  read: Attempt<List>,
  download?: (list: List) => Download | Promise<Download>,
) {
  if (!read.ok)
    return data({ ...screen, list: undefined, error: read.error, download: undefined }, { status: 502 });
  const { value: list } = read;
  const choices = list.rows.length > 0 ? await download?.(list) : undefined;
  return { ...screen, list, error: undefined, download: choices };
}

type Definition<Scope, Screen, List, Download, Panel, Beside> = {
  /** Checks the user's permission; returns the user and the scope of the records. */
  guard: (args: LoaderFunctionArgs) => Promise<Scope>;
  userOf: (scope: Scope) => User;
  /** The path parameter with the open record's id. */
  param: string;
  /** How its records are acted on, and worked through. */
  bulk: BulkKind;
  /** The list with the filter of its URL, and its screen's other data. */
  list: (
    scope: Scope,
    request: Request,
  ) => Promise<{
    screen: Screen;
    list: Attempt<List>;
    download?: ((list: List) => Download | Promise<Download>) | undefined;
  }>;
  panel: (scope: Scope, request: Request, id: string) => Promise<{ status: number; panel: Panel }>;
  /** Data of a panel's page that is not live, such as the message of the last action. */
  beside: (
    scope: Scope,
    request: Request,
    id: string,
    read: { status: number; panel: Panel },
  ) => Promise<Beside>;
};

const versioned = <Data extends object>(view: Data): Versioned<Data> => ({
  ...view,
  // Short: it is part of every poll.
  version: hashOf(view).slice(0, 16),
});

/** Changes since the version that the browser shows. */
function newsOf<Data extends object>(request: Request, view: Data | undefined): LiveNews<Versioned<Data>> {
  if (!view) return { kind: "failed" };
  const now = versioned(view);
  return now.version === newsSearch.read(request.url).since ? { kind: "same" } : { kind: "new", view: now };
}

/** The loaders of a live kind of record: its list, the panel of one, and the polls of either. */
export function recordPages<
  Scope,
  Screen extends object,
  List extends ListWithRows,
  Download,
  Panel extends { isShown: boolean; notes?: NotesView | undefined },
  Beside extends object,
>({ guard, userOf, param, bulk, ...pages }: Definition<Scope, Screen, List, Download, Panel, Beside>) {
  return {
    async list(args: LoaderFunctionArgs) {
      const { screen, list, download } = await pages.list(await guard(args), args.request);
      return listAnswer(screen, list.ok ? { ok: true, value: versioned(list.value) } : list, download);
    },
    async panel(args: LoaderFunctionArgs) {
      const { request, params } = args;
      const scope = await guard(args);
      const id = params[param] ?? "";
      const [read, place] = await Promise.all([
        pages.panel(scope, request, id),
        queueOf(bulk, args, userOf(scope)),
      ]);
      const beside = await pages.beside(scope, request, id, read);
      const queue = place && { ...place, heldBy: holderIn(read.panel.notes) };
      return data({ panel: versioned(read.panel), queue, ...beside }, { status: read.status });
    },
    async live(args: LoaderFunctionArgs) {
      const { request, params } = args;
      const scope = await guard(args);
      const id = params[param];
      if (id === undefined) {
        const { list } = await pages.list(scope, request);
        return newsOf(request, list.ok ? list.value : undefined);
      }
      const { status, panel } = await pages.panel(scope, request, id);
      return newsOf(request, status === 200 ? panel : undefined);
    },
  };
}

/**
 * A whole document as a JSON file, named by `nameOf`. If it can't be read, a navigating browser is
 * redirected to its panel, which says why. Throws ApiError, and what `nameOf` throws.
 */
export async function documentFile<Item>(
  request: Request,
  reading: Promise<{ item: Item; raw: unknown }>,
  nameOf: (item: Item) => string,
  panelPath: string,
): Promise<Response> {
  const read = await attempt(reading);
  if (!read.ok) {
    return fileFailed(request, read.error, panelPath);
  }
  const { item, raw } = read.value;
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="${safeFileName(nameOf(item), "document", "json")}"`,
  };
  return new Response(JSON.stringify(raw, null, 2), { headers });
}

/**
 * The URL of an action's dialog, and the one to return to: the record's panel, called `panel`, if
 * opened from there, else the list.
 */
export function dialogPlace(
  { url }: Request,
  action: string,
  { recordPath, listPath, panel }: { recordPath: string; listPath: string; panel?: string },
) {
  // Addresses from before the panel stayed in sight say so in their query.
  const isOverPanel =
    askedOver(new URL(url).pathname) === "panel" || openerSearch.read(url).opener === "detail";
  const here = actionPath(recordPath, action, isOverPanel ? "panel" : "list");
  return isOverPanel
    ? { href: recordPath, here, closeTo: recordPath, panel }
    : { href: recordPath, here, closeTo: listPath };
}
