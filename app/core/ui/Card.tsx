import { type ReactNode, useId } from "react";
import { LinkButton } from "./Button.tsx";
import { StatusBadge } from "./feedback/Status.tsx";

export function Card({
  title,
  actions,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={title ? id : undefined}>
      {title && (
        <header className="card-head">
          <h2 id={id}>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

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

type Props<Entry> = {
  title: string;
  attention: { none: boolean; count: string; entries: readonly Entry[]; allHref: string };
  none: string;
  /** URL of all of them. */
  all: string;
  /** Renders one of the first as a list item. */
  item: (entry: Entry) => ReactNode;
};

/** Records that need a person: their number, the first of them, and a link to all. */
export function AttentionCard<Entry>({ title, attention, none, all, item }: Props<Entry>) {
  return (
    <Card
      title={title}
      actions={
        attention.none ? (
          <StatusBadge tone="ok">None</StatusBadge>
        ) : (
          <StatusBadge tone="attention">{attention.count}</StatusBadge>
        )
      }
    >
      {attention.none ? (
        <p>{none}</p>
      ) : (
        <>
          <ul className="ruled">{attention.entries.map(item)}</ul>
          <LinkButton href={attention.allHref}>{all}</LinkButton>
        </>
      )}
    </Card>
  );
}
