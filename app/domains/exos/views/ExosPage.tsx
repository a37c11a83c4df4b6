import { useNavigation, useParams } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useCallback } from "react";
import type { ExoList } from "#app/domains/exos/list.ts";
import { exosLivePath, exosPath, isExoPath } from "#app/domains/exos/paths.ts";
import { Live } from "#app/live/Live.tsx";
import { useNewest } from "#app/live/useNewest.ts";
import { ExosScreen } from "./ExosScreen.tsx";

type Screen = Omit<ComponentProps<typeof ExosScreen>, "currentId" | "opening" | "live" | "children">;

const orderOf = (list: ExoList | undefined): string =>
  (list?.rows ?? []).map((row) => ("exo" in row ? row.exo.id : row.unreadable.id)).join("\n");

/** Whether a person is at the rows: points or tabs to one, or has marked text in it. */
const isInUse = (): boolean => {
  const table = document.querySelector("main > .page > .data-table");
  return table !== null && (table.matches(":hover") || table.contains(document.activeElement));
};
const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;

/** The list that follows what happens, with the detail or a dialog over it. */
export function ExosPage({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { exoId } = useParams();
  const navigation = useNavigation();
  const [list, tell] = useNewest(screen.list);
  const { scope, filter } = screen;
  const shownOrder = orderOf(list);
  const disturbs = useCallback(
    (newer: ExoList) => hasMarkedText() || (orderOf(newer) !== shownOrder && isInUse()),
    [shownOrder],
  );
  const next = navigation.state === "loading" ? navigation.location.pathname : undefined;
  return (
    <ExosScreen
      {...screen}
      list={list}
      currentId={exoId}
      opening={exoId === undefined && next !== undefined && isExoPath(next)}
      live={
        list && (
          <Live
            href={`${exosLivePath(scope, filter)}${list.version}`}
            moves={list.moves}
            paused={exoId !== undefined || navigation.state !== "idle"}
            here={exosPath(scope, filter)}
            onNews={tell}
            disturbs={disturbs}
          />
        )
      }
    >
      {children}
    </ExosScreen>
  );
}
