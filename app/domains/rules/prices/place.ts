import { nameOfRule, priorityOf } from "#app/domains/rules/model.ts";
import { shorten } from "#app/values/show.ts";
import type { CustomRule } from "#contract/rules.ts";
import { inOrder } from "./inOrder.ts";

/** A rule's number among the others, and the numbers of those that give way, in the order in which they are written. */
export type Placed<Rule> = { priority: number; shifts: Shift<Rule>[] };
export type Shift<Rule> = { rule: Rule; priority: number };

type Numbered = Pick<CustomRule, "priority">;

/**
 * The new numbers of the first of `numbers` (ascending) where all have to be above `limit`: as few as can be, those that
 * were alike stay alike, and the others keep their order.
 */
function givingWay(numbers: readonly number[], limit: number): number[] {
  const moved: number[] = [];
  for (const [index, number] of numbers.entries()) {
    const before = moved[index - 1] ?? limit;
    if (number > before) break;
    moved.push(index > 0 && number === numbers[index - 1] ? before : Math.floor(before) + 1);
  }
  return moved;
}

/** The whole numbers from `low` to `high`. */
const wholeNumbers = (low: number, high: number): number[] =>
  Array.from({ length: Math.max(high - low + 1, 0) }, (_, index) => low + index);

/** The numbers that may be the cheapest between two neighbours, the one that is tried first at the front. */
function candidates(before: number | undefined, after: number | undefined): number[] {
  const low = before === undefined ? undefined : Math.floor(before) + 1;
  const high = after === undefined ? undefined : Math.ceil(after) - 1;
  if (low === undefined || high === undefined) return [low ?? high ?? 0];
  return low <= high ? [Math.floor((low + high) / 2)] : wholeNumbers(high, low).reverse();
}

/**
 * The number that puts a rule at `at` among `others`, which stand in order, with as few others as possible written anew
 * (rules#place). It keeps `own` where that is right already, and takes another one where it is not. Whoever writes the shifts one by one changes nobody's
 * order on the way, for the furthest goes first. Undefined where a neighbour has no number to go by.
 */
export function placeAt<Rule extends Numbered>(
  others: readonly Rule[],
  at: number,
  own?: number,
): Placed<Rule> | undefined {
  const numbers = others.map(priorityOf);
  const [before, after] = [numbers[at - 1], numbers[at]];
  if (before === Number.POSITIVE_INFINITY) return undefined;
  const next = after === Number.POSITIVE_INFINITY ? undefined : after;
  if (own !== undefined && (before === undefined || before < own) && (next === undefined || own < next)) {
    return { priority: own, shifts: [] };
  }
  const [behind, front] = [numbers.slice(at), numbers.slice(0, at).reverse()];
  const free = candidates(before, next).filter((priority) => priority !== own);
  const ways = free.map((priority): Placed<Rule> => {
    const up = givingWay(behind, priority);
    const down = givingWay(
      front.map((number) => -number),
      -priority,
    );
    const shift = (place: number, to: number): Shift<Rule>[] => {
      const rule = others[place];
      return rule ? [{ rule, priority: to }] : [];
    };
    return {
      priority,
      shifts: [
        ...up.flatMap((to, index) => shift(at + index, to)).reverse(),
        ...down.flatMap((to, index) => shift(at - 1 - index, -to)).reverse(),
      ],
    };
  });
  const fewest = Math.min(...ways.map(({ shifts }) => shifts.length));
  return ways.find(
    ({ priority, shifts }) =>
      shifts.length === fewest &&
      [priority, ...shifts.map((one) => one.priority)].every(Number.isSafeInteger),
  );
}

/** A place as a form says it: 'before …' or 'after …' and a rule's id. */
const sides = ["before", "after"] as const;
type Side = (typeof sides)[number];

const placeText = (side: Side, id: string): string => `${side} ${id}`;

/** Where a text puts a rule: the others in order, and its place among them; undefined where the neighbour is gone. */
export function readPlace<Rule extends Pick<CustomRule, "id" | "priority" | "deleted">>(
  text: string,
  rules: readonly Rule[],
  id: string | undefined,
): { others: Rule[]; at: number } | undefined {
  const others = inOrder(rules.filter((rule) => !rule.deleted && rule.id !== id));
  const index = others.findIndex((rule) => sides.some((side) => placeText(side, rule.id) === text));
  const neighbour = others[index];
  if (!neighbour) return undefined;
  return { others, at: text === placeText("before", neighbour.id) ? index : index + 1 };
}

/** The number that leaves a rule where it stands while others are given new ones; undefined where it is not there. */
export function storedPlace(
  id: string,
  rules: readonly Pick<CustomRule, "id" | "priority" | "deleted">[],
  given: ReadonlyMap<string, number>,
): number | undefined {
  const order = inOrder(rules.filter((rule) => !rule.deleted));
  const at = order.findIndex((rule) => rule.id === id);
  const numberAt = (place: number): number | undefined => {
    const rule = order[place];
    const number = rule && (given.get(rule.id) ?? priorityOf(rule));
    return number !== undefined && Number.isFinite(number) ? number : undefined;
  };
  if (at < 0) return undefined;
  const [before, after] = [numberAt(at - 1), numberAt(at + 1)];
  if (before === undefined) return after === undefined ? undefined : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

const maxNameLength = 60;

/** The places that a form offers: before and after each other rule, in the order in which they work. */
export function placeOptions(
  rules: readonly CustomRule[],
  id: string | undefined,
): { value: string; label: string }[] {
  const others = inOrder(rules.filter((rule) => !rule.deleted && rule.id !== id));
  return others
    .filter((rule) => Number.isFinite(priorityOf(rule)))
    .flatMap((rule) =>
      sides.map((side) => ({
        value: placeText(side, rule.id),
        label: `${side === "before" ? "Before" : "After"} ${shorten(nameOfRule(rule), maxNameLength)} (${priorityOf(rule)})`,
      })),
    );
}
