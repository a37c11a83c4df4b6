import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { LinkButton } from "#app/ui/Button.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import type { ActionItem } from "#app/ui/lists/actionsOfRow.ts";
import { Live } from "./Live.tsx";
import { hasMarkedText } from "./rowKeys.ts";

/**
 * The head of a live panel: name and state, whether it is up to date, Refresh, and the actions.
 * Sticky if there is room (screens#panel-head).
 */
export function LivePanelHead<Shown>({
  name,
  state,
  actionsLabel,
  detail: { here, liveHref, moves, actions },
  version,
  onNews,
}: {
  name: string;
  state: ReactNode;
  actionsLabel: string;
  detail: {
    here: string;
    /** Polls for changes; append `version`. Without it the panel is not live. */
    liveHref?: string;
    moves: boolean;
    actions: ActionItem[];
  };
  version: string;
  onNews: (shown: Shown) => void;
}) {
  const paused = useNavigation().state !== "idle";
  const [first, ...others] = actions;
  return (
    <div className="panel-head">
      <div className="min-w-0">
        <h3 className="text-md wrap-anywhere">{name}</h3>
        {state}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {liveHref && (
          <Live
            href={`${liveHref}${version}`}
            moves={moves}
            paused={paused}
            here={here}
            onNews={onNews}
            disturbs={hasMarkedText}
          />
        )}
        <LinkButton href={here} icon="refresh" data-scroll="keep" data-replace="">
          Refresh
        </LinkButton>
        <ActionMenu label={actionsLabel} primary={first} items={others} />
      </div>
    </div>
  );
}
