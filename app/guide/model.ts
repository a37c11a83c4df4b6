import type { Permission, Role, StorePageKey } from "#contract/capabilities.ts";
import { guidePagePath, guidePath } from "./paths.ts";

/** Where a screen is: at one address, or at one of each store that has the page. */
export type Place =
  | { permission: Permission; at: string }
  | { page: StorePageKey; ofStore: (alias: string) => string };

/** Words that lead to a screen. */
export type Way = { words: string; place: Place };

/** A sentence, with the ways in it. */
export type Says = readonly (string | Way)[];

/** A photograph of a screen, as `npm run screenshots` makes it. */
export type Picture = { name: string; alt: string };

/** Something that is done every day, step by step. */
export type Task = { title: string; steps: readonly Says[]; picture?: Picture };

export type Key = { shown: string; about: string };

/** What one kind of work is made of. */
export type GuidePage = {
  key: string;
  title: string;
  /** The role that opens what the page tells of. */
  role: Role;
  about: string;
  tasks: readonly Task[];
  /** Keys besides those of every page. */
  keys: readonly Key[];
};

/** Where a way leads for one reader; `store` names the store that it is shown in. */
export type Lead = { href: string; store?: string };

/** Finds where a place is for one reader; undefined where it opens to them nowhere. */
export type Finds = (place: Place) => Lead | undefined;

type ShownWay = { words: string } & Partial<Lead>;
export type ShownPiece = string | ShownWay;
export type ShownTask = { title: string; steps: ShownPiece[][]; picture?: Picture };
export type ShownGuide = {
  title: string;
  role: Role;
  about: string;
  isOwn: boolean;
  tasks: ShownTask[];
  keys: readonly Key[];
};
/** A line of what a role opens. */
export type Opened = { about: string } & Partial<Lead>;
export type GuideEntry = { key: string; title: string; about: string; role: Role; href: string };

const shownWay = (words: string, place: Place, find: Finds): ShownWay => ({ words, ...find(place) });

const shownSays = (says: Says, find: Finds): ShownPiece[] =>
  says.map((piece) => (typeof piece === "string" ? piece : shownWay(piece.words, piece.place, find)));

/** A page as one reader sees it: what does not open to them is named without a link (guide#links). */
export const toShownGuide = (page: GuidePage, roles: readonly string[], find: Finds): ShownGuide => ({
  title: page.title,
  role: page.role,
  about: page.about,
  isOwn: roles.includes(page.role),
  tasks: page.tasks.map(({ title, steps, picture }) => ({
    title,
    steps: steps.map((says) => shownSays(says, find)),
    picture,
  })),
  keys: page.keys,
});

const toEntry = ({ key, title, about, role }: GuidePage): GuideEntry => ({
  key,
  title,
  about,
  role,
  href: guidePagePath(key),
});

/** The pages for one's own roles, and the others. */
export const entriesFor = (pages: readonly GuidePage[], roles: readonly string[]) => ({
  own: pages.filter(({ role }) => roles.includes(role)).map(toEntry),
  others: pages.filter(({ role }) => !roles.includes(role)).map(toEntry),
});

/** Where '?' leads: to the one page of one's role, or to the list where there are several or none (guide#way-in). */
export function guideFor(pages: readonly GuidePage[], roles: readonly string[]): string {
  const [first, ...more] = entriesFor(pages, roles).own;
  return first && more.length === 0 ? first.href : guidePath;
}
