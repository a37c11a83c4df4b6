/** Pseudo-random values that are the same for the same key on every machine. */
export type Random = {
  /** A fraction, 0 ≤ x < 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  between(lowest: number, highest: number): number;
  /** True in `share` of the draws, 0 to 1. */
  chance(share: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]]): T;
};

// FNV-1a: spreads neighbouring keys over the whole range of the generator's state.
const hash = (key: string): number => {
  let state = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    state = Math.imul(state ^ key.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
};

/** Draws for one key, by the mulberry32 generator. */
export function randomFor(key: string): Random {
  let state = hash(key);
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    fraction,
    between: (lowest, highest) => lowest + Math.floor(fraction() * (highest - lowest + 1)),
    chance: (share) => fraction() < share,
    pick: (list) => list[Math.floor(fraction() * list.length)] ?? list[0],
  };
}
