import {
  codes,
  dayFields,
  defineDatedSearch,
  defineListSearch,
  defineSearch,
  flag,
  givenNames,
  type Opener,
  oneOf,
  openEnded,
  openerSearch,
  pageNumber,
  type SearchOf,
  sameList,
  searchOf,
  text,
  typed,
  typedNumber,
} from "#app/core/search/search.ts";
import { type StoreAlias, storePath } from "#app/core/stores/paths.ts";
import { eventsField } from "#app/core/timeline/timeLine.ts";

const maxChoices = 60;

/**
 * Filter of the list; empty lists and texts don't filter. `stores` has store aliases and is used by the list of all
 * stores only (returns#filters), `term` by the list of one store only (returns#store-list).
 */
export const exoSearch = defineDatedSearch(
  {
    term: typedNumber("q"),
    statuses: codes("status", maxChoices),
    stores: givenNames("store", maxChoices),
    orderId: typedNumber("order"),
    raNumber: typedNumber("ra"),
    email: typed("email"),
    /** A step by its code, gathered from all pages: no call filters by it (returns#step-filter). */
    step: text("step", { longest: 80, like: /^[a-z0-9-]+$/ }),
    page: pageNumber(),
  },
  ["oldest", "updated", "untouched"],
);
export type ExoFilter = SearchOf<typeof exoSearch>;

/** The credits to list, by store, customer and age (returns#credits). */
export const creditSearch = defineListSearch({
  side: oneOf("credit", ["owed", "given"]),
  stores: givenNames("store", maxChoices),
  customer: typed("customer"),
  older: dayFields.older,
  page: pageNumber(),
});
export type CreditFilter = SearchOf<typeof creditSearch>;

export const exoTabs = ["summary", "references", "history", "document", "timeline"] as const;
export type ExoTab = (typeof exoTabs)[number];

/** An EXO's part of the URL besides its id: the open tab and its settings. */
export const exoView = defineSearch({
  tab: oneOf("tab", exoTabs),
  mundane: flag("mundane"),
  events: eventsField,
  historyPage: pageNumber("records"),
  asText: flag("as", "text"),
});
/** `credits`: its panel is over the credits owed, of that filter. */
export type ExoView = SearchOf<typeof exoView> & { credits?: CreditFilter };

const creditsBase = "/returns/credits";

export const creditsPath = (filter: Partial<CreditFilter> = {}): string =>
  `${creditsBase}${creditSearch.write(filter)}`;

/** The filter of the credits owed that an EXO's panel is over; undefined over the returns and exchanges. */
export const creditsBelow = ({ pathname, search }: URL): CreditFilter | undefined =>
  pathname.startsWith(`${creditsBase}/`) ? creditSearch.read(search) : undefined;

/** One EXO's part of a URL. */
export type ExoPlace = { id: string } & Partial<ExoView>;

/** The returns and exchanges of all stores (addresses#routes). */
export const allExosPath = "/returns/";

const base = (alias: StoreAlias): string => (alias === undefined ? "/returns" : storePath(alias, "returns"));

const inList = (alias: StoreAlias, filter: Partial<ExoFilter>, place: ExoPlace, rest: string): string =>
  `${base(alias)}/${encodeURIComponent(place.id)}${rest}${searchOf(
    exoSearch.entries(filter),
    exoView.entries(place),
  )}`;

export const exosPath = (alias: StoreAlias, filter: Partial<ExoFilter> = {}): string =>
  `${alias === undefined ? allExosPath : base(alias)}${exoSearch.write(filter)}`;

export const exoPath = (alias: StoreAlias, filter: Partial<ExoFilter>, place: ExoPlace): string =>
  place.credits === undefined
    ? inList(alias, filter, place, "")
    : `${creditsBase}/${encodeURIComponent(place.id)}${searchOf(
        creditSearch.entries(place.credits),
        exoView.entries(place),
      )}`;

/** The list that an EXO's panel is over. */
export const exoListPath = (alias: StoreAlias, filter: ExoFilter, { credits }: ExoView): string =>
  credits === undefined ? exosPath(alias, filter) : creditsPath(credits);

/** The history of one EXO; append the page number. */
export const exoHistoryPagePath = (alias: StoreAlias, filter: ExoFilter, place: ExoPlace): string =>
  openEnded(exoPath(alias, filter, { ...place, historyPage: 1 }), exoView.names.historyPage);

/** A reference's file or a photo, with the list's filter and the tab, for the redirect after a failed download. */
export const exoFilePath = (alias: StoreAlias, filter: ExoFilter, place: ExoPlace, fileId: string): string =>
  inList(alias, filter, place, `/blobs/${encodeURIComponent(fileId)}`);

/** The URL of a photo as a picture: independent of filters, so that the browser caches one copy. */
export const exoPicturePath = (alias: StoreAlias, id: string, fileId: string): string =>
  `${base(alias)}/${encodeURIComponent(id)}/blobs/${encodeURIComponent(fileId)}`;

/** The whole document as a JSON file. Includes the list's filter and the tab, as for every file. */
export const exoDocumentPath = (alias: StoreAlias, filter: ExoFilter, place: ExoPlace): string =>
  inList(alias, filter, place, "/document.json");

/** Whether a credit's dialog returns to the EXO's panel over the credits owed. */
export const creditOpener = defineSearch({ isOverCredits: flag("over", "credits") });

/** The dialog that records an EXO's credit as given, or as owed after all. */
export const creditCommandPath = (
  id: string,
  to: CreditFilter["side"],
  filter: Partial<CreditFilter>,
  opened: { opener?: Opener; isOverCredits?: boolean } = {},
): string =>
  `${creditsBase}/${encodeURIComponent(id)}/${to === "given" ? "given" : "not-given"}${searchOf(
    creditSearch.entries(filter),
    openerSearch.entries(opened),
    creditOpener.entries(opened),
  )}`;

export const exoPanelName = (exoId: string): string => `exo:${exoId}`;

export const isSameExoList = sameList(/^(\/store\/[^/]+)?\/returns(?=\/|$)/, exoSearch);

export const isSameCreditList = sameList(/^\/returns\/credits(?=\/|$)/, creditSearch);
