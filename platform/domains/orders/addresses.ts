import type { OrderAddress } from "#contract/orders.ts";

/** Postcode ranges, both ends included, of the Australian states and territories (Australia Post). */
const postcodes: Record<string, readonly (readonly [number, number])[]> = {
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

const australianNames = ["", "AU", "AUS", "AUSTRALIA"];

const written = (value: string | null | undefined) => (value ?? "").trim();

/** An order's delivery address: the one of type 'delivery' (orders#delivery). */
export function deliveryAddress(
  addresses: readonly OrderAddress[] | null | undefined,
): OrderAddress | undefined {
  return addresses?.find(({ locationType }) => locationType?.toLowerCase() === "delivery");
}

/**
 * Whether an order can be sent to an address: `incomplete` without street, suburb or postcode, `postcode` when an
 * Australian postcode is not in its state. Addresses abroad are not checked.
 */
export function addressProblem(address: OrderAddress | undefined): "incomplete" | "postcode" | undefined {
  if (!address || !written(address.street1) || !written(address.suburb) || !written(address.postcode)) {
    return "incomplete";
  }
  if (!australianNames.includes(written(address.country).toUpperCase())) return undefined;
  const ranges = postcodes[written(address.state).toUpperCase()] ?? [];
  const postcode = /^\d{3,4}$/.test(written(address.postcode)) ? Number(address.postcode) : -1;
  return ranges.some(([lowest, highest]) => lowest <= postcode && postcode <= highest)
    ? undefined
    : "postcode";
}
