import type { OrderAddress } from "#contract/orders.ts";
import { isPostcodeOf } from "#contract/postcodes.ts";

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
  return isPostcodeOf(written(address.state).toUpperCase(), written(address.postcode))
    ? undefined
    : "postcode";
}
