/** Postcode ranges, both ends included, of the Australian states and territories (Australia Post). */
const postcodes: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  NSW: [
    [1000, 2599],
    [2619, 2899],
    [2921, 2999],
  ],
  ACT: [
    [200, 299],
    [2600, 2618],
    [2900, 2920],
  ],
  VIC: [
    [3000, 3999],
    [8000, 8999],
  ],
  QLD: [
    [4000, 4999],
    [9000, 9999],
  ],
  SA: [[5000, 5999]],
  WA: [[6000, 6999]],
  TAS: [[7000, 7999]],
  NT: [[800, 999]],
};

/** Whether a postcode of three or four digits is in a state, by its abbreviation. */
export function isPostcodeOf(state: string, postcode: string): boolean {
  const number = /^\d{3,4}$/.test(postcode) ? Number(postcode) : -1;
  return (postcodes[state] ?? []).some(([lowest, highest]) => lowest <= number && number <= highest);
}
