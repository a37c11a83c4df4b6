import type { Permission, Role, StorePageKey } from "#contract/capabilities.ts";
import { guidePagePath, guidePath } from "./paths.ts";

/** The place of a screen: one URL, or one in each store that has the page. */
export type Place =
  | { permission: Permission; at: string }
  | { page: StorePageKey; ofStore: (alias: string) => string };

/** A link to a place, by its name. */
export type Way = { words: string; place: string };

export type Says = readonly (string | Way)[];

/** A screenshot, made by `npm run screenshots`. */
export type Picture = { name: string; alt: string };

export type Task = { title: string; steps: readonly Says[]; picture?: Picture };

export type Key = { name: string; about: string };

export type GuidePage = {
  key: string;
  title: string;
  role: Role;
  about: string;
  tasks: readonly Task[];
  keys: readonly Key[];
};

/** A link for one reader; `store` names the example store. */
export type Lead = { href: string; store?: string };

/** Finds the link of a place for one reader; undefined if they can't open it. */
export type Finds = (place: Place) => Lead | undefined;

/** The same by the place's name. */
export type FindsNamed = (name: string) => Lead | undefined;

type WayView = { words: string } & Partial<Lead>;
export type PieceView = string | WayView;
export type TaskView = { title: string; steps: PieceView[][]; picture?: Picture };
export type GuideView = {
  title: string;
  role: Role;
  about: string;
  isOwn: boolean;
  tasks: TaskView[];
  keys: readonly Key[];
};
export type Opened = { about: string } & Partial<Lead>;
export type GuideEntry = { key: string; title: string; about: string; role: Role; href: string };

const shownWay = (words: string, place: string, find: FindsNamed): WayView => ({ words, ...find(place) });

const shownSays = (says: Says, find: FindsNamed): PieceView[] =>
  says.map((piece) => (typeof piece === "string" ? piece : shownWay(piece.words, piece.place, find)));

/** A page for one reader: places that they can't open are named without a link (guide#links). */
export const toGuideView = (page: GuidePage, roles: readonly string[], find: FindsNamed): GuideView => ({
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

/** The target of '?': the one page of one's role, or the list if there are several or none (guide#way-in). */
export function guideFor(pages: readonly GuidePage[], roles: readonly string[]): string {
  const [first, ...more] = entriesFor(pages, roles).own;
  return first && more.length === 0 ? first.href : guidePath;
}
