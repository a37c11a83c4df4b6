import { type Address, billingOf, deliveryOf, type Locations } from "./address.ts";
import { windowOf } from "./header.ts";
import { daysIn } from "./message.ts";
import type { Order } from "./order.ts";

const addressAs = (locationType: string, address: Address | undefined) =>
  address ? [{ locationType, street2: "", ...address }] : [];

const cents = (amount: number) => Math.round(amount * 100) / 100;

/** What a Utopia order says of the partner's: its lines and amount, where it goes and by when (orders#fields). */
export function utopiaOrder({ lines, head }: Pick<Order, "lines" | "head">, locations: Locations) {
  const { last } = windowOf(daysIn(head.dates));
  const { address, lookedUp } = deliveryOf(head.parties, locations);
  return {
    lineItems: lines.flatMap(({ asked, levelCode, promised: { quantity, price } }) => {
      if (levelCode === null || quantity === 0) return [];
      const deliverBy = windowOf(asked.days).last;
      return [
        {
          levelCode,
          quantity,
          description: asked.description,
          colour: levelCode.split("_")[1] ?? "",
          unitPrice: price,
          ...(deliverBy !== undefined && { deliverBy }),
        },
      ];
    }),
    amount: cents(lines.reduce((sum, { promised }) => sum + promised.quantity * promised.price, 0)),
    delivery: {
      addresses: [
        ...addressAs("billing", billingOf(head.parties, locations).address),
        ...addressAs("delivery", address),
      ],
      ...(last !== undefined && { deliverBy: last }),
    },
    /** The location whose address the partner's record has. */
    ...(lookedUp !== undefined && address && { lookedUp: { location: lookedUp, address } }),
  };
}
