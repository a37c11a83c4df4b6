import {
  defineSearch,
  flag,
  givenNames,
  oneOf,
  pageNumber,
  type SearchOf,
  text,
} from "#app/search/search.ts";

/** State of the gallery: the open samples, and their submitted values. */
export const gallerySearch = defineSearch({
  open: oneOf("open", [undefined, "dialog", "panel", "wide-panel"]),
  tab: oneOf("tab", ["raw", "inventory", "changes"]),
  row: text("row"),
  code: text("code"),
  title: text("title"),
  statuses: givenNames("status", 60),
  invalid: flag("invalid"),
  page: pageNumber(),
});
export type GallerySearch = SearchOf<typeof gallerySearch>;

export const galleryPath = (shown: Partial<GallerySearch> = {}): string =>
  `/gallery${gallerySearch.write(shown)}`;
