import type { ReactNode } from "react";
import { LinkButton } from "./Button.tsx";
import { Card } from "./Card.tsx";
import { StatusBadge } from "./feedback/Status.tsx";

type Props<Entry> = {
  title: string;
  /** How many there are; what the card says when there are none. */
  attention: { none: boolean; count: string; entries: readonly Entry[]; allHref: string };
  none: string;
  /** The way to all of them. */
  all: string;
  /** One of the first, as an item of the list. */
  item: (entry: Entry) => ReactNode;
};

/** What waits for a person: how many, the first of them, and the way to all. */
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
