import type { ReactNode } from "react";
import { LinkButton } from "./Button.tsx";
import { Card } from "./Card.tsx";
import { StatusBadge } from "./feedback/Status.tsx";

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
