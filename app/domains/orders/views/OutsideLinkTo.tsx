import type { OutsideLink } from "#app/domains/orders/outsideLinks.ts";
import { Icon } from "#app/ui/Icon.tsx";

/** A link to the order in its source system, in a new tab. */
export function OutsideLinkTo({ link, number }: { link: OutsideLink; number: string }) {
  return (
    <a href={link.href} target="_blank" rel="noreferrer" className="text-sm">
      {link.label}
      <span className="sr-only"> (order {number}, opens in a new tab)</span> <Icon name="external" />
    </a>
  );
}
