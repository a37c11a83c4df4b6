import { nameOfRule, priorityOf } from "#app/domains/rules/model.ts";
import { shorten } from "#app/values/values.ts";
import type { CustomRule } from "#contract/rules.ts";
import { inOrder } from "./evaluate.ts";

/** A rule's priority among the others, and the new priorities of those that give way, in writing order. */
export type Placed = { priority: number; shifts: Shift[] };
export type Shift = { rule: CustomRule; priority: number };

/**
 * The new values of the leading `numbers` (ascending) that must exceed `limit`: as few as possible;
 * equal ones stay equal, and the order is kept.
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

const wholeNumbers = (low: number, high: number): number[] =>
  Array.from({ length: Math.max(high - low + 1, 0) }, (_, index) => low + index);

/** Candidates for the cheapest number between two neighbours, the first to try first. */
function candidates(before: number | undefined, after: number | undefined): number[] {
  const low = before === undefined ? undefined : Math.floor(before) + 1;
  const high = after === undefined ? undefined : Math.ceil(after) - 1;
  if (low === undefined || high === undefined) return [low ?? high ?? 0];
  return low <= high ? [Math.floor((low + high) / 2)] : wholeNumbers(high, low).reverse();
}

/**
 * The priority that puts a rule at index `at` of the ordered `others`, writing as few of them as possible
 * (rules#place). Keeps `own` if it is valid, and uses another one if it is not. Writing the shifts one by one never
 * changes the order, since the furthest comes first. Undefined if a neighbour has no numeric priority.
 */
export function placeAt(others: readonly CustomRule[], at: number, own?: number): Placed | undefined {
  const numbers = others.map(priorityOf);
  const [before, after] = [numbers[at - 1], numbers[at]];
  if (before === Number.POSITIVE_INFINITY) return undefined;
  const next = after === Number.POSITIVE_INFINITY ? undefined : after;
  if (own !== undefined && (before === undefined || before < own) && (next === undefined || own < next)) {
    return { priority: own, shifts: [] };
  }
  const [behind, front] = [numbers.slice(at), numbers.slice(0, at).reverse()];
  const free = candidates(before, next).filter((priority) => priority !== own);
  const ways = free.map((priority): Placed => {
    const up = givingWay(behind, priority);
    const down = givingWay(
      front.map((number) => -number),
      -priority,
    );
    const shift = (place: number, to: number): Shift[] => {
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

/** The format of a place in a form: 'before …' or 'after …' and a rule's id. */
const sides = ["before", "after"] as const;

const placeText = (side: (typeof sides)[number], id: string): string => `${side} ${id}`;

/** The ordered other rules and the index that a text puts a rule at; undefined if the neighbour is gone. */
export function readPlace(text: string, rules: readonly CustomRule[], id: string | undefined) {
  const others = inOrder(rules.filter((rule) => !rule.deleted && rule.id !== id));
  const index = others.findIndex((rule) => sides.some((side) => placeText(side, rule.id) === text));
  const neighbour = others[index];
  if (!neighbour) return undefined;
  return { others, at: text === placeText("before", neighbour.id) ? index : index + 1 };
}

/** The priority that keeps a rule at its place while others get new ones; undefined if it is not in the list. */
export function storedPlace(id: string, rules: readonly CustomRule[], given: ReadonlyMap<string, number>) {
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

/** The places that a form offers: before and after each other rule, in the order in which they apply. */
export function placeOptions(rules: readonly CustomRule[], id: string | undefined) {
  const others = inOrder(rules.filter((rule) => !rule.deleted && rule.id !== id));
  return others
    .filter((rule) => Number.isFinite(priorityOf(rule)))
    .flatMap((rule) =>
      sides.map((side) => ({
        value: placeText(side, rule.id),
        label: `${side === "before" ? "Before" : "After"} ${shorten(nameOfRule(rule), 60)} (${priorityOf(rule)})`,
      })),
    );
}
