import { type RefObject, useEffect, useRef } from "react";

/**
 * After a choice in the list, far down the page, the first quantity gets the focus and scrolls into view: it is typed
 * next. `chosen`: the product's key; empty while none is chosen in the list. `top`: what should be visible above the
 * quantities.
 */
export function useChosenProduct(
  chosen: string,
  { panel, top }: { panel: RefObject<HTMLElement>; top: RefObject<HTMLElement> },
) {
  const before = useRef(chosen);
  useEffect(() => {
    if (chosen === before.current) return;
    before.current = chosen;
    const quantity = panel.current?.querySelector<HTMLInputElement>(".size input");
    if (chosen === "" || !quantity) return;
    quantity.focus({ preventScroll: true });
    quantity.select();
    top.current?.scrollIntoView({ block: "nearest" });
    quantity.scrollIntoView({ block: "nearest" });
  }, [chosen, panel, top]);
}
