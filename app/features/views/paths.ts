import { defineSearch, flag, text } from "#app/core/search/search.ts";

/** Maximum length of a saved list's URL: a truncated one would be another list. */
const maxAddressLength = 6_000;

export const newViewSearch = defineSearch({
  list: text("list", { longest: maxAddressLength }),
  /** What has been typed as its name already. */
  name: text("name"),
  /** For the popover of a list: what was typed into the page of all choices stays there. */
  isPopover: flag("popover"),
});

/** The pinned view just opened, if any: it is recounted (views#counts). */
export const viewCountsSearch = defineSearch({ opened: text("opened") });

/** The saved views (views#page). */
export const viewsPath = "/views";

export const newViewPage = `${viewsPath}/new`;

/** Saves a list with its current URL under a name (views#save). */
export const newViewPath = (listHref: string): string =>
  `${newViewPage}${newViewSearch.write({ list: listHref })}`;

/** What the popover of a list needs of that page. */
export const viewPopoverPath = (listHref: string): string =>
  `${newViewPage}${newViewSearch.write({ list: listHref, isPopover: true })}`;

/** Name, people and place of a view (views#change). */
export const viewPath = (id: string): string => `${viewsPath}/${encodeURIComponent(id)}`;

/** Confirmation before a view is removed (views#remove). */
export const removeViewPath = (id: string): string => `${viewPath(id)}/remove`;

/** The counts of the pinned views, with that of the view just opened counted now (views#counts). */
export const viewCountsPath = (openedId: string): string =>
  `${viewsPath}/live${viewCountsSearch.write({ opened: openedId })}`;
