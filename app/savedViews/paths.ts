import { defineSearch } from "#app/search/defineSearch.ts";
import { text } from "#app/search/fields.ts";

/** A list's address is at most so long where it is kept: what is cut off would be another list. */
const maxAddressLength = 6_000;

/** The list that is to be kept by a name: its address, as it stands. */
export const newViewSearch = defineSearch({ list: text("list", { longest: maxAddressLength }) });

/** Which pinned view has just been opened, where one has: it is counted again (views#counts). */
export const viewCountsSearch = defineSearch({ opened: text("opened") });

/** The lists that are kept by a name (views#page). */
export const viewsPath = "/views";

/** Keeps a list, at the address that it stands at, by a name (views#save). */
export const newViewPath = (listHref: string): string =>
  `${viewsPath}/new${newViewSearch.write({ list: listHref })}`;

/** Name, people and place of a view (views#change). */
export const viewPath = (id: string): string => `${viewsPath}/${encodeURIComponent(id)}`;

/** Asks before a view is removed (views#remove). */
export const removeViewPath = (id: string): string => `${viewPath(id)}/remove`;

/** How many records the pinned views hold, with that of the view that has just been opened counted now (views#counts). */
export const viewCountsPath = (openedId: string): string =>
  `${viewsPath}/live${viewCountsSearch.write({ opened: openedId })}`;
