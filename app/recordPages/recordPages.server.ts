import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { attempt } from "#app/http/api.server.ts";
import type { LiveNews, Versioned } from "#app/lists/news.ts";
import { versionOf } from "#app/lists/order.server.ts";
import { newsSearch } from "#app/search/news.ts";

type Attempt<Value> = Awaited<ReturnType<typeof attempt<Value>>>;
type ListWithRows = { rows: readonly unknown[] };

/**
 * A list's page: its rows, or the error that stands in their place. `download` says how rows can be taken away where
 * there are any.
 */
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
  /** Whose records the pages are about, and who looks at them. */
  guard: (args: LoaderFunctionArgs) => Promise<Scope>;
  /** The path's parameter with the id of the record that is open. */
  param: string;
  /** The list, as its address filters it, and what else its screen shows. */
  list: (
    scope: Scope,
    request: Request,
  ) => Promise<{
    screen: Screen;
    list: Attempt<List>;
    download?: ((list: List) => Download | Promise<Download>) | undefined;
  }>;
  /** The panel of one record, or what there is to say in its place. */
  panel: (scope: Scope, request: Request, id: string) => Promise<{ status: number; panel: Panel }>;
  /** What goes with the page of a panel and is not followed, such as the message of the last action. */
  beside: (
    scope: Scope,
    request: Request,
    id: string,
    read: { status: number; panel: Panel },
  ) => Promise<Beside>;
};

const versioned = <Shown extends object>(shown: Shown): Versioned<Shown> => ({
  ...shown,
  version: versionOf(shown),
});

/** What is new since the version that the browser shows. */
function newsOf<Shown extends object>(
  request: Request,
  shown: Shown | undefined,
): LiveNews<Versioned<Shown>> {
  if (!shown) return { kind: "failed" };
  const now = versioned(shown);
  return now.version === newsSearch.read(request.url).since ? { kind: "same" } : { kind: "new", shown: now };
}

/** The loaders of a kind of records that is followed: its list, the panel of one, and what is new on either. */
export function recordPages<
  Scope,
  Screen extends object,
  List extends ListWithRows,
  Download,
  Panel extends object,
  Beside extends object,
>({ guard, param, ...pages }: Definition<Scope, Screen, List, Download, Panel, Beside>) {
  return {
    async list(args: LoaderFunctionArgs) {
      const { screen, list, download } = await pages.list(await guard(args), args.request);
      return listAnswer(screen, list.ok ? { ok: true, value: versioned(list.value) } : list, download);
    },
    async panel(args: LoaderFunctionArgs) {
      const { request, params } = args;
      const scope = await guard(args);
      const id = params[param] ?? "";
      const read = await pages.panel(scope, request, id);
      const beside = await pages.beside(scope, request, id, read);
      return data({ panel: versioned(read.panel), ...beside }, { status: read.status });
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
