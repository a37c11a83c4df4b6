import type { ReactNode } from "react";

/** Cards beside each other, as far as there is room. */
export const CardList = <Item extends { key: string }>({
  items,
  children,
}: {
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}) => (
  <ul className="grid gap-3 sm:grid-cols-2">
    {items.map((item) => (
      <li key={item.key} className="card">
        {children(item)}
      </li>
    ))}
  </ul>
);
