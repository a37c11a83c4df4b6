/** How a price moves: below 0, to 0, up, or down. */
export const priceKinds = ["negative", "free", "dearer", "cheaper"] as const;
export type PriceKind = (typeof priceKinds)[number];

/** One price of a product or variant before and after, in dollars; `from` is undefined where there was none. */
export type PriceStep = { name: string; attribute: string; from: number | undefined; to: number };

/** How a price moves from one number to another; undefined where it stays, or was none and is one now. */
export function kindOf(from: number | undefined, to: number | undefined): PriceKind | undefined {
  if (to === undefined || to === from) return undefined;
  if (to < 0) return "negative";
  if (to === 0) return "free";
  if (from === undefined) return undefined;
  return to > from ? "dearer" : "cheaper";
}

/** By how many dollars a price moves; from nothing it moves by all of itself. */
export const changeOf = ({ from, to }: Pick<PriceStep, "from" | "to">): number => to - (from ?? 0);
