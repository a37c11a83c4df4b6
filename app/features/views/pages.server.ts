import { data } from "@remix-run/node";
import { z } from "zod";
import { assertMay, type User } from "#app/core/auth/guard.server.ts";
import { type Offer, refused } from "#app/core/commands/command.server.ts";
import { noQuestion } from "#app/core/commands/command.ts";
import { plainCommandPage } from "#app/core/commands/confirm.server.ts";
import { readOne } from "#app/core/database/batchRead.server.ts";
import { database } from "#app/core/database/database.server.ts";
import { notFound } from "#app/core/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/core/http/drafts.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf, requireForm } from "#app/core/http/forms/read.ts";
import { once, requireToken, tokens } from "#app/core/http/once.server.ts";
import { entriesOf, lookSearch } from "#app/core/search/search.ts";
import { shorten } from "#app/core/values/values.ts";
import { newViewPath, newViewSearch, removeViewPath, viewPath, viewsPath } from "./paths.ts";
import { viewRoles } from "./roles.ts";
import { type OpenedList, openedList, type ViewList } from "./viewList.server.ts";
import { type Changed, forWhom, maxPins, mayChange, rolesOf, type SavedView } from "./viewStore.server.ts";
import {
  allViewsOf,
  auditView,
  type OpenableView,
  openTo,
  personOf,
  views,
  viewsOf,
} from "./views.server.ts";

type ViewValues = { name: string; role: string; pinned: boolean };
type Choice = { value: string; label: string };

export type ViewPage = {
  title: string;
  here: string;
  closeTo: string;
  token: string;
  list: { title: string; href: string; filters: string[] };
  values: ViewValues;
  choices: Choice[];
  errors: Partial<Record<keyof ViewValues, string>>;
  /** Views of the same list that it can replace. */
  others: Choice[];
  /** Its author, if somebody else. */
  maker?: string | undefined;
};

async function offerFor(user: User, id: string): Promise<Offer<null>> {
  const person = personOf(user);
  const view = (await readOne(database, views.seenBy(person))).views.find((one) => one.id === id);
  const receipt = { verb: "Removed", object: "view", name: view?.name ?? "of that name" };
  const offer = { raw: view, payload: "remove", receipt, slot: null };
  const question = { ...noQuestion, title: "Remove view" };
  if (!view) return { ...offer, question, availability: refused(404, "There is no such view any more.") };
  if (!mayChange(person, view))
    return {
      ...offer,
      question,
      availability: refused(403, "A shared view is removed by its maker or by an Admin."),
    };
  const consequence =
    view.role === undefined
      ? ""
      : ` It goes for everybody with the role ${view.role}, also where it is pinned.`;
  return {
    ...offer,
    question: {
      ...question,
      sentence: `Are you sure you want to remove the view '${view.name}'?${consequence} The list itself stays.`,
      facts: [
        { label: "For", value: forWhom(view) },
        { label: "Made by", value: view.owner.name },
      ],
      yes: "Remove view",
      no: "Cancel",
      isFinal: true,
    },
    availability: {
      is: "offered",
      send: async () => {
        await views.remove(person, id);
        return {};
      },
    },
  };
}

/** The page that asks before a view is removed (views#remove). */
export const removeViewPage = (user: User, id: string) =>
  plainCommandPage(
    { user, key: JSON.stringify(["view", id, "remove"]), here: removeViewPath(id), closeTo: viewsPath },
    () => offerFor(user, id),
  );

/** The fields of a view's forms. A ticked box has 'on'. */
const viewForm = z.object({
  name: z.string().trim().default(""),
  role: z.enum(viewRoles).optional(),
  pinned: z.boolean().default(false),
  into: z.string().max(80).optional(),
});

/** A row of the views posts whether a view is pinned. */
export const pinForm = z.object({ view: z.string().min(1).max(80), pin: z.enum(["on", "off"]) });

export type ViewPlaces = {
  lists: readonly ViewList[];
  /** The name of a store by its alias; the alias if unknown. */
  storeNames: (user: User) => Promise<(alias: string) => string>;
  valueWords: (value: string) => string;
};

/** What of a list's URL is no filter. */
const noFilters: ReadonlySet<string> = new Set<string>([...Object.values(lookSearch.names), "page"]);

/** The filters of a list's URL in words: 'Status: Task Failed'. */
const filterWords = (href: string, valueWords: ViewPlaces["valueWords"]): string[] =>
  entriesOf(href)
    .filter(([name]) => !noFilters.has(name))
    .map(([name, value]) => `${name === "q" ? "search" : name}: ${shorten(valueWords(value), 80)}`);

const listName = ({ title, alias }: OpenedList, storeName: (alias: string) => string) =>
  alias === undefined ? title : `${title} · ${storeName(alias)}`;

const typedValues = (form: FormData): ViewValues => ({
  name: String(form.get("name") ?? ""),
  role: String(form.get("role") ?? ""),
  pinned: form.get("pinned") === "on",
});

type Opened = Pick<OpenableView, "list"> & Partial<Pick<OpenableView, "view" | "isPinned">>;

/**
 * The list of a new view, or the view of this id. Throws a 404 page for a URL that is no list, and a view that is gone
 * or not to be changed; and a 403 page as the list would.
 */
async function openedBy(user: User, lists: readonly ViewList[], id: string | undefined): Promise<Opened> {
  const { request } = user;
  if (id === undefined) {
    const list = openedList(lists, newViewSearch.read(request.url).list);
    if (!list) throw notFound(request, "Open a list first: it is saved as a view from there.");
    await assertMay(user, list.permission);
    return { list };
  }
  const found = (await viewsOf(user, lists)).find(({ view }) => view.id === id);
  if (!found) throw notFound(request, "There is no such view any more.");
  if (!found.mayChange) throw notFound(request, "A shared view is changed by its maker or by an Admin.");
  return found;
}

const sameListAs =
  (list: OpenedList) =>
  ({ list: other, mayChange }: OpenableView): boolean =>
    mayChange && other.href.split("?", 1)[0] === list.href.split("?", 1)[0];

/** The form that saves a list under a name (views#save), or changes name, people and pin of a view (views#change). */
async function pageOf(
  user: User,
  { lists, storeNames, valueWords }: ViewPlaces,
  { list, view, isPinned = false }: Opened,
): Promise<ViewPage> {
  const [storeName, seen] = await Promise.all([storeNames(user), view ? [] : viewsOf(user, lists)]);
  const page = {
    token: tokens.make(user),
    list: { title: listName(list, storeName), href: list.href, filters: filterWords(list.href, valueWords) },
    choices: choicesFor(user, view),
    errors: {},
  };
  if (view)
    return {
      ...page,
      title: view.name,
      here: viewPath(view.id),
      closeTo: viewsPath,
      values: { name: view.name, role: view.role ?? "", pinned: isPinned },
      others: [],
      maker: isMine(user, view) ? undefined : view.owner.name,
    };
  return {
    ...page,
    title: "Save this view",
    here: newViewPath(list.href),
    closeTo: list.href,
    values: {
      name: newViewSearch.read(user.request.url).name,
      role: "",
      pinned: seen.filter((one) => one.isPinned).length < maxPins,
    },
    others: seen
      .filter(sameListAs(list))
      .map(({ view }) => ({ value: view.id, label: `${view.name} (${forWhom(view).toLowerCase()})` })),
  };
}

const choicesFor = (user: User, view?: SavedView) => {
  const isOwn = view === undefined || isMine(user, view);
  const roles = [...new Set([...(view?.role ? [view.role] : []), ...rolesOf(user)])];
  return [
    ...(isOwn ? [{ value: "", label: forWhom({}) }] : []),
    ...roles.map((role) => ({ value: role, label: forWhom({ role }) })),
  ];
};

const pathOf = ({ request }: User): string => new URL(request.url).pathname;

/** The page of a view's form, with values restored after a sign-in; without an id of a new view. */
export async function viewPage(user: User, places: ViewPlaces, id: string | undefined): Promise<ViewPage> {
  const opened = await openedBy(user, places.lists, id);
  const { lists } = places;
  const isOfList = (form: FormData) =>
    id !== undefined || openedList(lists, String(form.get("list") ?? ""))?.href === opened.list.href;
  const [page, draft] = await Promise.all([
    pageOf(user, places, opened),
    newViewSearch.read(user.request.url).isPopover ? undefined : takeDraft(user, pathOf(user), isOfList),
  ]);
  return draft ? { ...page, values: typedValues(draft) } : page;
}

/** The error for a form made for somebody else, who signed in before in the same browser. */
const foreign = "This form was not made for you. Look at it, then save it again.";

/**
 * The response to a view's form, processed once even if sent repeatedly: back to the list with its new view in the menu,
 * or to the views; else the form with the typed values.
 */
export async function answerView(user: User, places: ViewPlaces, id: string | undefined) {
  const { lists } = places;
  const opened = await openedBy(user, lists, id);
  const { href } = opened.list;
  const form = await formOf(user.request);
  const token = requireToken(form);
  const { into, ...words } = requireForm(form, viewForm);
  const person = { ...personOf(user), opens: (one: string) => openTo(user, lists, one) !== undefined };
  const save = (): Promise<Changed> => {
    if (id !== undefined) return views.change(person, id, { words });
    return into === undefined ? views.save(person, words, href) : views.change(person, into, { href });
  };
  return keepingDraft(user, pathOf(user), form, async () => {
    const again = async (errors: ViewPage["errors"]) => {
      const page = await pageOf(user, places, opened);
      return data({ ...page, values: typedValues(form), errors } satisfies ViewPage, { status: 400 });
    };
    if (!tokens.isOf(token, user)) return again({ name: foreign });
    const { outcome, repeated } = await once(user, token, save);
    if (!outcome.ok) return again({ [outcome.field]: outcome.words });
    const { view, before } = outcome;
    if (!repeated) await auditView(before ? "Changed: view" : "Saved: view", view, before);
    const saved = (to: string, link: string, end: string) =>
      redirectWithFlash(user.request, to, ["Saved: ", { text: view.name, href: link }, end]);
    if (id !== undefined) return saved(viewsPath, href, "");
    const end = before ? ". It opens this list now." : ` (${forWhom(view).toLowerCase()}).`;
    return saved(href, viewsPath, end);
  });
}

const isMine = (user: User, view: SavedView): boolean => view.owner.subject === user.subject;

/** The views that a person sees, followed by their own views that they can no longer open (views#page). */
export async function viewRows(user: User, { lists, storeNames }: ViewPlaces) {
  const [{ open, closed }, storeName] = await Promise.all([allViewsOf(user, lists), storeNames(user)]);
  const rowOf = (view: SavedView, isPinned: boolean) => ({
    id: view.id,
    name: view.name,
    owner: isMine(user, view) ? forWhom(view) : `${forWhom(view)}, by ${view.owner.name}`,
    isPinned,
  });
  return [
    ...open.map(({ view, list, isPinned, mayChange }) => ({
      ...rowOf(view, isPinned),
      list: listName(list, storeName),
      href: list.href,
      mayChange,
    })),
    ...closed.map(({ view, list, isPinned }) => ({
      ...rowOf(view, isPinned),
      list: list
        ? `${listName(list, storeName)}: your roles do not open this list any more.`
        : "There is no such list any more.",
      /** The list can no longer be opened: the view can only be removed (views#closed). */
      href: undefined,
      mayChange: true,
    })),
  ];
}
export type ViewRow = Awaited<ReturnType<typeof viewRows>>[number];
