import { formatUnits, type Moment } from "#app/core/values/values.ts";
import type { ListRef } from "./listPaths.ts";

/** A count; `orMore` if counting stopped there. */
export type Counted = { count: number; orMore: boolean };

/** One reason why records need a person: the count, since when, and their list. */
export type TodayLine = Counted & {
  /** Number of handled records, no longer counted (today#handled). */
  handled?: number;
  /** The line's key, unique in Today and the same every day. */
  key: string;
  /** The keys of the lines that it summarises, if there are too many to show. */
  sums?: readonly string[];
  /** The words after the number: 'failed at Acquire shipment labels'. */
  words: string;
  /** A single thing by nature, shown without its number. */
  isOne?: true;
  /** A person's own, such as an action that failed. */
  isMine?: true;
  /** Every hour that it waits costs money: it goes before what does not (today#queues). */
  costsMoney?: true;
  /** How many more there are than at the person's visit before (today#since). */
  added?: number;
  /** How many more, or fewer, there are than when the person last looked on an earlier day, where both are known. */
  sinceDay?: number;
  /** What its records come to, where the call gives it and all of them were read. */
  cents?: number | undefined;
  /** Its records come to more than `cents`, or may. */
  isMoreMoney?: true | undefined;
  /**
   * The action on its records that is likely right for all of them, and what it is called in short; `proposes` where its
   * review proposes something for each of them.
   */
  likely?: { action: string; label: string; proposes?: true } | undefined;
  /** When the oldest of them first needed a person, if known. */
  oldestAt?: Moment | undefined;
  /** When the last of them came, if known. */
  newestAt?: Moment | undefined;
  /** Their list; empty if they are in several, linked by `places`. */
  href: string;
  places?: { label: string; words: string; href: string }[] | undefined;
  /** That list, if its records can be worked through and acted on together. */
  list?: ListRef | undefined;
  /** A remark on the line. */
  about?: string | undefined;
  /** Another one once a record of the line changes, comes or goes (today#not-now). */
  revision: string;
};

/** '14', '1,200 or more'. */
export const countWords = ({ count, orMore }: Counted): string =>
  `${formatUnits(count)}${orMore ? " or more" : ""}`;

/** The sum, with at most one 'or more'. */
export const sumOf = (counts: readonly Counted[]): Counted => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  orMore: counts.some(({ orMore }) => orMore),
});
