import { data } from "@remix-run/node";
import { z } from "zod";
import { assertMay, type User } from "#app/auth/guard.server.ts";
import { type Offer, refused } from "#app/confirm/command.server.ts";
import { noQuestion } from "#app/confirm/command.ts";
import { plainCommandPage } from "#app/confirm/confirm.server.ts";
import { notFound } from "#app/http/apiError.server.ts";
import { keepingDraft, takeDraft } from "#app/http/drafts.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { formOf, requireForm } from "#app/http/forms/read.ts";
import { once, requireToken, tokens } from "#app/http/once.server.ts";
import { entriesOf, lookSearch } from "#app/search/search.ts";
import { shorten } from "#app/values/values.ts";
import { newViewPath, newViewSearch, removeViewPath, viewPath, viewsPath } from "./paths.ts";
import { type OpenedList, openedList, type ViewList } from "./viewList.server.ts";
import type { ViewPage, ViewRow, ViewValues } from "./viewModel.ts";
import {
  type Changed,
  forWhom,
  maxPins,
  mayChange,
  rolesOf,
  type SavedView,
  viewRoles,
} from "./viewStore.server.ts";
import {
  allViewsOf,
  auditView,
  type OpenableView,
  openTo,
  personOf,
  views,
  viewsOf,
} from "./views.server.ts";

async function offerFor(user: User, id: string): Promise<Offer<null>> {
  const person = personOf(user);
  const view = (await views.seen(person)).views.find((one) => one.id === id);
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

/** The list of a new view. Throws a 404 page if the URL is not one, and a 403 page as the list would. */
async function listToKeep(user: User, lists: readonly ViewList[]): Promise<OpenedList> {
  const list = openedList(lists, newViewSearch.read(user.request.url).list);
  if (!list) throw notFound(user.request, "Open a list first: it is saved as a view from there.");
  await assertMay(user, list.permission);
  return list;
}

const sameListAs =
  (list: OpenedList) =>
  ({ list: other, mayChange }: OpenableView): boolean =>
    mayChange && other.href.split("?", 1)[0] === list.href.split("?", 1)[0];

async function newPage(
  user: User,
  { lists, storeNames, valueWords }: ViewPlaces,
  list: OpenedList,
): Promise<ViewPage> {
  const [seen, storeName] = await Promise.all([viewsOf(user, lists), storeNames(user)]);
  return {
    title: "Save this view",
    here: newViewPath(list.href),
    closeTo: list.href,
    token: tokens.make(user),
    list: { title: listName(list, storeName), href: list.href, filters: filterWords(list.href, valueWords) },
    values: { name: "", role: "", pinned: seen.filter(({ isPinned }) => isPinned).length < maxPins },
    choices: choicesFor(user),
    errors: {},
    others: seen
      .filter(sameListAs(list))
      .map(({ view }) => ({ value: view.id, label: `${view.name} (${forWhom(view).toLowerCase()})` })),
  };
}

const choicesFor = (user: User, view?: SavedView) => {
  const isOwn = view === undefined || view.owner.subject === user.subject;
  const roles = [...new Set([...(view?.role ? [view.role] : []), ...rolesOf(user)])];
  return [
    ...(isOwn ? [{ value: "", label: forWhom({}) }] : []),
    ...roles.map((role) => ({ value: role, label: forWhom({ role }) })),
  ];
};

const pathOf = ({ request }: User): string => new URL(request.url).pathname;

/** A form with values restored after a sign-in. */
async function withDraft(user: User, opening: Promise<ViewPage>): Promise<ViewPage> {
  const [page, draft] = await Promise.all([opening, takeDraft(user, pathOf(user))]);
  return draft ? { ...page, values: typedValues(draft) } : page;
}

/** The page that saves a list under a name (views#save). */
export const newViewPage = async (user: User, places: ViewPlaces): Promise<ViewPage> =>
  withDraft(user, newPage(user, places, await listToKeep(user, places.lists)));

/** The error for a form made for somebody else, who signed in before in the same browser. */
const foreign = "This form was not made for you. Look at it, then save it again.";

type Saved = Extract<Changed, { ok: true }>;

/** The response to a view's form, processed once even if sent repeatedly: `leave`, or the form with the typed values. */
async function answerForm(
  user: User,
  pageOf: () => Promise<ViewPage>,
  save: (read: z.output<typeof viewForm>) => Promise<Changed>,
  leave: (saved: Saved, page: ViewPage) => { to: string; link: string; end: string },
) {
  const form = await formOf(user.request);
  const token = requireToken(form);
  const read = requireForm(form, viewForm);
  return keepingDraft(user, pathOf(user), form, async () => {
    const page = await pageOf();
    const again = (errors: ViewPage["errors"]) =>
      data({ ...page, values: typedValues(form), errors } satisfies ViewPage, { status: 400 });
    if (!tokens.isOf(token, user)) return again({ name: foreign });
    const { outcome, repeated } = await once(user, token, () => save(read));
    if (!outcome.ok) return again({ [outcome.field]: outcome.words });
    const { view, before } = outcome;
    if (!repeated) await auditView(before ? "Changed: view" : "Saved: view", view, before);
    const { to, link, end } = leave(outcome, page);
    return redirectWithFlash(user.request, to, ["Saved: ", { text: view.name, href: link }, end]);
  });
}

/** The response to 'Save': back to the list with its new view in the menu. */
export async function answerNewView(user: User, places: ViewPlaces) {
  const { lists } = places;
  const list = await listToKeep(user, lists);
  const person = { ...personOf(user), opens: (href: string) => openTo(user, lists, href) !== undefined };
  return answerForm(
    user,
    () => newPage(user, places, list),
    (read) =>
      read.into === undefined
        ? views.save(person, read, list.href)
        : views.change(person, read.into, { href: list.href }),
    ({ view, before }) => ({
      to: list.href,
      link: viewsPath,
      end: before ? ". It opens this list now." : ` (${forWhom(view).toLowerCase()}).`,
    }),
  );
}

async function openView(user: User, lists: readonly ViewList[], id: string): Promise<OpenableView> {
  const found = (await viewsOf(user, lists)).find(({ view }) => view.id === id);
  if (!found) throw notFound(user.request, "There is no such view any more.");
  return found;
}

/** Name, people and pin of a view (views#change). Without permission to change it there is no form. */
async function changePage(
  user: User,
  { lists, storeNames, valueWords }: ViewPlaces,
  id: string,
): Promise<ViewPage> {
  const [{ view, list, isPinned, mayChange }, storeName] = await Promise.all([
    openView(user, lists, id),
    storeNames(user),
  ]);
  if (!mayChange) throw notFound(user.request, "A shared view is changed by its maker or by an Admin.");
  return {
    title: view.name,
    here: viewPath(id),
    closeTo: viewsPath,
    token: tokens.make(user),
    list: { title: listName(list, storeName), href: list.href, filters: filterWords(list.href, valueWords) },
    values: { name: view.name, role: view.role ?? "", pinned: isPinned },
    choices: choicesFor(user, view),
    errors: {},
    others: [],
    maker: view.owner.subject === user.subject ? undefined : view.owner.name,
  };
}

export const viewPage = (user: User, places: ViewPlaces, id: string): Promise<ViewPage> =>
  withDraft(user, changePage(user, places, id));

export const answerView = (user: User, places: ViewPlaces, id: string) =>
  answerForm(
    user,
    () => changePage(user, places, id),
    (words) => views.change(personOf(user), id, { words }),
    (_, page) => ({ to: viewsPath, link: page.list.href, end: "" }),
  );

const isMine = (user: User, view: SavedView): boolean => view.owner.subject === user.subject;

/** The views that a person sees, followed by their own views that they can no longer open (views#page). */
export async function viewRows(user: User, { lists, storeNames }: ViewPlaces): Promise<ViewRow[]> {
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
      mayChange: true,
    })),
  ];
}
