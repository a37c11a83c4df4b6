import type { Counted } from "#app/today/lines.ts";

export type ViewValues = { name: string; role: string; pinned: boolean };

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

export type ViewRow = {
  id: string;
  name: string;
  list: string;
  /** Absent if the list can no longer be opened: then it can only be removed (views#closed). */
  href?: string;
  owner: string;
  isPinned: boolean;
  mayChange: boolean;
};

/** A view in the side menu, with its count if known. */
export type PinnedView = { id: string; name: string; href: string; count?: Counted | undefined };

export type ViewsMenu = {
  pinned: PinnedView[];
  hasViews: boolean;
  isFresh: boolean;
};
