import { newsPath } from "#app/core/search/search.ts";
import { isSplitView } from "#app/core/ui/dialogs/splitView.ts";
import { useLater } from "#app/core/ui/useLater.ts";
import type { FollowerProps } from "./Follower.tsx";
import type { FollowProps } from "./List.tsx";
import { isLive, keysOf, type ListPage } from "./listed.ts";
import { hasMarkedText, isAtRows } from "./rowKeys.ts";

const loadFollower = () => import("./Follower.tsx").then((module) => module.Follower);

/** Follows a screen: its code is loaded after the page. Without scripting, or if loading fails, there is Refresh. */
export function Live<Data>(props: FollowerProps<Data>) {
  const Follower = useLater(loadFollower);
  if (Follower) return <Follower {...props} />;
  // Its place, so that nothing moves when it is there.
  return <span className="live" />;
}

/** Follows the rows of a list while no panel covers it and no navigation is pending. */
export function FollowRows<Row>({ list, place, here, rowKey, onNews }: FollowProps<Row>) {
  if (!isLive(list)) return null;
  const orderOf = ({ rows }: ListPage<Row>) => keysOf(rows, rowKey).join("\n");
  return (
    <Live
      href={`${newsPath(here)}${list.version}`}
      moves={list.moves}
      paused={(place.currentId !== undefined && !isSplitView()) || place.isLoading}
      here={place.openAt ?? here}
      onNews={onNews}
      disturbs={(newer: ListPage<Row>) => hasMarkedText() || (isAtRows() && orderOf(newer) !== orderOf(list))}
    />
  );
}
