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

/**
 * The head of a live panel: name and state, whether it is up to date, Refresh, and the actions.
 * Sticky if there is room (screens#panel-head).
 */
export function LivePanelHead<Shown>({
  name,
  state,
  actionsLabel,
  detail: { here, isStill = false, moves, actions },
  version,
  onNews,
}: {
  name: string;
  state: ReactNode;
  actionsLabel: string;
  detail: {
    here: string;
    /** Too costly to be polled. */
    isStill?: boolean;
    moves: boolean;
    actions: ActionItem[];
  };
  version: string;
  onNews: (shown: Shown) => void;
}) {
  const paused = useNavigation().state !== "idle";
  const queue = useQueue();
  return (
    // Columns, and no wrapping: the head keeps its height whatever its record's step and action are called.
    <div className="panel-head grid items-start gap-2 sm:grid-cols-[minmax(10rem,1fr)_auto] [&_.split]:max-w-full">
      {queue && (
        <div className="sm:col-span-2">
          <QueueBar queue={queue} name={name} actions={actions} />
        </div>
      )}
      <div className="min-w-0">
        <h3 className="text-lg wrap-anywhere">{name}</h3>
        {state}
      </div>
      <div className="flex items-center gap-2 max-sm:flex-wrap">
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
        {!queue && <ActionMenu label={actionsLabel} actions={actions} />}
      </div>
    </div>
  );
}
