import { isSplitView } from "#app/ui/dialogs/splitView.ts";
import { hasMarkedText, isAtRows } from "./inUse.ts";
import type { FollowProps } from "./List.tsx";
import { Live } from "./Live.tsx";
import { isLive, keysOf, type ListPage } from "./listed.ts";

/** Follows the rows of a list while no panel covers it and nothing is on its way. */
export function FollowRows<Row>({ href, list, place, here, rowKey, onNews }: FollowProps<Row>) {
  if (!isLive(list)) return null;
  const orderOf = ({ rows }: ListPage<Row>) => keysOf(rows, rowKey).join("\n");
  return (
    <Live
      href={`${href}${list.version}`}
      moves={list.moves}
      paused={(place.currentId !== undefined && !isSplitView()) || place.isLoading}
      here={here}
      onNews={onNews}
      disturbs={(newer: ListPage<Row>) => hasMarkedText() || (isAtRows() && orderOf(newer) !== orderOf(list))}
    />
  );
}
