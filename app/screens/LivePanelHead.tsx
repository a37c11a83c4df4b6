import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Live } from "#app/core/lists/Live.tsx";
import { hasMarkedText } from "#app/core/lists/rowKeys.ts";
import { newsPath } from "#app/core/search/search.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { ActionMenu } from "#app/core/ui/lists/ActionMenu.tsx";
import type { ActionItem } from "#app/core/ui/lists/rows.tsx";
import { useQueue } from "#app/features/work/useQueue.ts";
import { QueueBar } from "#app/features/work/views/QueueBar.tsx";

/** Beside the title of a live panel: whether it is up to date, and Refresh. */
export function LivePanelTools<Shown>({
  detail: { here, isStill = false, moves },
  version,
  onNews,
}: {
  detail: {
    here: string;
    /** Too costly to be polled. */
    isStill?: boolean;
    moves: boolean;
  };
  version: string;
  onNews: (view: Shown) => void;
}) {
  const paused = useNavigation().state !== "idle";
  return (
    <>
      {!isStill && (
        <Live
          href={`${newsPath(here)}${version}`}
          moves={moves}
          paused={paused}
          here={here}
          onNews={onNews}
          disturbs={hasMarkedText}
        />
      )}
      <LinkButton
        href={here}
        variant="quiet"
        icon="refresh"
        data-scroll="keep"
        data-replace=""
        title="Refresh"
      >
        <span className="sr-only">Refresh</span>
      </LinkButton>
    </>
  );
}

/**
 * The first line of a record's panel: its name, its state, and its actions. It keeps its height and its places whatever
 * step and action are called, and is sticky if there is room (screens#panel-head).
 */
export function PanelHead({
  name,
  heading = name,
  state,
  actionsLabel,
  actions,
}: {
  name: string;
  /** Shown in place of its name, where people know it by another. */
  heading?: ReactNode;
  state: ReactNode;
  actionsLabel: string;
  actions: readonly ActionItem[];
}) {
  const queue = useQueue();
  return (
    <div className="panel-head">
      {queue && <QueueBar queue={queue} name={name} actions={actions} />}
      <div className="panel-name">
        <h3>{heading}</h3>
        {state}
      </div>
      {!queue && <ActionMenu label={actionsLabel} actions={actions} />}
    </div>
  );
}
