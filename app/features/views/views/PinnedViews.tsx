import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { type Counted, countWords } from "#app/core/records/todayLine.ts";
import { viewCountsPath, viewsPath } from "#app/features/views/paths.ts";

export type ViewsMenu = {
  /** With their counts, if known. */
  pinned: { id: string; name: string; href: string; count?: Counted | undefined }[];
  hasViews: boolean;
  isFresh: boolean;
};

const isMenu = (value: unknown): value is ViewsMenu =>
  typeof value === "object" && value !== null && "pinned" in value && Array.isArray(value.pinned);

/** The current counts; undefined if unavailable: those on the screen stay. */
async function askCounts(openedId: string, signal: AbortSignal): Promise<ViewsMenu | undefined> {
  const answer = await fetch(viewCountsPath(openedId), { signal });
  if (!answer.ok) return undefined;
  const read: unknown = await answer.json();
  return isMenu(read) ? read : undefined;
}

/** The menu with its counts: requested if outdated, and when a view is opened. */
function useCounted(menu: ViewsMenu, openedId: string, follows: boolean): ViewsMenu {
  const [newest, setNewest] = useState<{ over: ViewsMenu; menu: ViewsMenu }>();
  const isRequested = menu.pinned.length > 0 && (openedId !== "" || (follows && !menu.isFresh));
  useEffect(() => {
    if (!isRequested) return;
    const leave = new AbortController();
    askCounts(openedId, leave.signal).then(
      (result) => result && setNewest({ over: menu, menu: result }),
      // Offline, or after a navigation, the counts stay.
      () => undefined,
    );
    return () => leave.abort();
  }, [menu, openedId, isRequested]);
  return newest?.over === menu ? newest.menu : menu;
}

const Entry = ({
  view: { name, href, count },
  isHere,
}: {
  view: ViewsMenu["pinned"][number];
  isHere: boolean;
}) => (
  <li>
    <a href={href} aria-current={isHere ? "page" : undefined}>
      <span className="min-w-0 flex-1">{name}</span>
      {count && <span className="flex-none text-xs tabular-nums text-ink-soft">{countWords(count)}</span>}
    </a>
  </li>
);

/** The pinned views in the side menu, with their counts if known (views#menu). */
export function PinnedViews({ menu, follows }: { menu: ViewsMenu; follows: boolean }) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const openedId = menu.pinned.find(({ href }) => href === here)?.id ?? "";
  const { pinned, hasViews } = useCounted(menu, openedId, follows);
  if (!hasViews) return null;
  return (
    <>
      <hr className="my-2 border-t border-line" />
      <p id="menu-views" className="text-xs [&>a]:text-ink-soft">
        <a href={viewsPath}>Views</a>
      </p>
      {pinned.length > 0 && (
        <ul aria-labelledby="menu-views">
          {pinned.map((view) => (
            <Entry key={view.id} view={view} isHere={view.id === openedId} />
          ))}
        </ul>
      )}
    </>
  );
}
