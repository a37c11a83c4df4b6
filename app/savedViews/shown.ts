import type { Counted } from "#app/today/lines.ts";

/** The fields of a view as its form shows them. */
export type ViewValues = { name: string; role: string; pinned: boolean };

type Choice = { value: string; label: string };

/** The form of a view: a new one, or one that is there. */
export type ViewPage = {
  title: string;
  /** The form's own address, and where Cancel leads. */
  here: string;
  closeTo: string;
  token: string;
  /** The list that is kept. */
  list: { title: string; href: string };
  values: ViewValues;
  /** Whom it can be for. */
  choices: Choice[];
  errors: Partial<Record<keyof ViewValues, string>>;
  /** Views of the same list that it can be put in the place of. */
  others: Choice[];
  /** Who made it, where that is somebody else. */
  maker?: string | undefined;
};

/** One row of the views, ready to show. */
export type ViewRow = {
  id: string;
  name: string;
  list: string;
  /** Absent where the list does not open any more: then it can only be removed (views#closed). */
  href?: string;
  whose: string;
  isPinned: boolean;
  mayChange: boolean;
};

/** A view that stands in the side menu; its count where one is known. */
export type PinnedView = { id: string; name: string; href: string; count?: Counted | undefined };

/** What the side menu shows of views. */
export type ViewsMenu = {
  pinned: PinnedView[];
  /** Whether there is anything to pin. */
  hasViews: boolean;
  /** Whether each number is recent. */
  isFresh: boolean;
};
