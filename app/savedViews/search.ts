import { defineSearch } from "#app/search/defineSearch.ts";
import { text } from "#app/search/fields.ts";

/** A list's address is at most so long where it is kept: what is cut off would be another list. */
const maxAddressLength = 6_000;

/** The list that is to be kept by a name: its address, as it stands. */
export const newViewSearch = defineSearch({ list: text("list", { longest: maxAddressLength }) });

/** Which pinned view has just been opened, where one has: it is counted again (views#counts). */
export const viewCountsSearch = defineSearch({ opened: text("opened") });
