import { storePath } from "#app/domains/stores/paths.ts";
import { openEnded, type SearchEntry, searchOf } from "#app/values/search.ts";

/**
 * What the list is filtered by; `page` starts at 1, empty lists and texts filter nothing. `stores` holds
 * store aliases and is used by the list of all stores only, `term` by the list of one store only (2 §7).
 */
export type ExoFilter = {
  statuses: string[];
  stores: string[];
  orderId: string;
  raNumber: string;
  email: string;
  term: string;
  page: number;
};

/** Whose returns and exchanges: one store's by its alias, or those of all stores. */
export type ExoScope = string | undefined;

export const exoTabs = ["summary", "references", "history", "document"] as const;
export type ExoTab = (typeof exoTabs)[number];

/** What the open tab shows of its own, besides the EXO. */
export type ExoView = {
  tab: ExoTab;
  /** 'Show Mundane Jobs' is on. */
  mundane: boolean;
  /** Page of the history, from 1. */
  historyPage: number;
  /** 'Display as Tree' is off. */
  asText: boolean;
};

/** One EXO's own part of a URL; `opener` is what its dialogs lead back to. */
export type ExoPlace = { id: string; opener?: "detail" } & Partial<ExoView>;

/** The returns and exchanges of all stores (1 §2). */
export const allExosPath = "/returns/";

const everyExo: ExoFilter = {
  statuses: [],
  stores: [],
  orderId: "",
  raNumber: "",
  email: "",
  term: "",
  page: 1,
};

const base = (scope: ExoScope): string => (scope === undefined ? "/returns" : storePath(scope, "returns"));

const filterEntries = (filter: ExoFilter): SearchEntry[] => [
  ["q", filter.term],
  ...filter.statuses.map((status): SearchEntry => ["status", status]),
  ...filter.stores.map((store): SearchEntry => ["store", store]),
  ["order", filter.orderId],
  ["ra", filter.raNumber],
  ["email", filter.email],
  ["page", filter.page > 1 ? String(filter.page) : ""],
];

const placeEntries = ({ tab, mundane, historyPage = 1, asText, opener }: ExoPlace): SearchEntry[] => [
  ["tab", tab === undefined || tab === "summary" ? "" : tab],
  ["mundane", mundane ? "1" : ""],
  ["records", historyPage > 1 ? String(historyPage) : ""],
  ["as", asText ? "text" : ""],
  ["from", opener ?? ""],
];

const below = (scope: ExoScope, filter: ExoFilter, place: ExoPlace, rest: string, more: SearchEntry[] = []) =>
  `${base(scope)}/${encodeURIComponent(place.id)}${rest}${searchOf([
    ...filterEntries(filter),
    ...placeEntries(place),
    ...more,
  ])}`;

/** The list, filtered; without a filter its first page. */
export const exosPath = (scope: ExoScope, filter: Partial<ExoFilter> = {}): string =>
  `${scope === undefined ? allExosPath : base(scope)}${searchOf(filterEntries({ ...everyExo, ...filter }))}`;

/** The detail of one EXO, over the list it was opened from. */
export const exoPath = (scope: ExoScope, filter: ExoFilter, place: ExoPlace): string =>
  below(scope, filter, place, "");

/** The history of one EXO; the number of its page is to be added at the end. */
export const exoHistoryPagePath = (scope: ExoScope, filter: ExoFilter, place: ExoPlace): string =>
  openEnded(below(scope, filter, { ...place, historyPage: 1 }, ""), "records");

/** Where a detail says why a file could not be downloaded. */
export const fileFailureAnchor = "failed-file";

/** The detail, saying at one of its files why it could not be downloaded. */
export const exoFileFailurePath = (
  scope: ExoScope,
  filter: ExoFilter,
  place: ExoPlace,
  fileId: string,
): string => `${below(scope, filter, place, "", [["failed", fileId]])}#${fileFailureAnchor}`;

/**
 * One file of an EXO: a reference's by its id, or a photo's. The list's filter and the tab come along, so
 * that a failed download can lead back.
 */
export const exoFilePath = (scope: ExoScope, filter: ExoFilter, place: ExoPlace, fileId: string): string =>
  below(scope, filter, place, `/blobs/${encodeURIComponent(fileId)}`);

/** The address of a photo as a picture: the same for every filter, so that the browser keeps one copy. */
export const exoPicturePath = (scope: ExoScope, id: string, fileId: string): string =>
  `${base(scope)}/${encodeURIComponent(id)}/blobs/${encodeURIComponent(fileId)}`;

/** The whole document as a JSON file. The list's filter and the tab come along, as with every file. */
export const exoDocumentPath = (scope: ExoScope, filter: ExoFilter, place: ExoPlace): string =>
  below(scope, filter, place, "/document.json");

/** What is new on the list since the version that is to be added at the end. */
export const exosLivePath = (scope: ExoScope, filter: ExoFilter): string =>
  openEnded(`${base(scope)}/live${searchOf(filterEntries(filter))}`, "since");

/** What is new on the detail since the version that is to be added at the end. */
export const exoLivePath = (scope: ExoScope, filter: ExoFilter, place: ExoPlace): string =>
  openEnded(below(scope, filter, place, "/live"), "since");

const listKey = (url: URL): string => {
  const [, first, alias] = url.pathname.split("/");
  const { searchParams: search } = url;
  const texts = ["q", "order", "ra", "email", "page"].map((name) => search.get(name) ?? "");
  const lists = ["status", "store"].map((name) => search.getAll(name));
  return JSON.stringify([first === "store" ? alias : "", texts, lists]);
};

/** Whether two URLs show the same list: whose, filters and page; an open panel makes no other. */
export const isSameExoList = (one: URL, other: URL): boolean => listKey(one) === listKey(other);

/** Whether a path is that of a detail, whatever its list. */
export const isExoPath = (pathname: string): boolean =>
  /^(\/store\/[^/]+)?\/returns\/[^/]+\/?$/.test(pathname);
