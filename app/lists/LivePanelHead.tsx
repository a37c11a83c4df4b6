import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { LinkButton } from "#app/ui/Button.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import type { ActionItem } from "#app/ui/lists/actionsOfRow.ts";
import { hasMarkedText } from "./inUse.ts";
import { Live } from "./Live.tsx";

/**
 * The head of a panel that follows what happens: name and state, whether it is up to date, Refresh, and the actions. It
 * stays in sight where there is room (screens#panel-head).
 */
export function LivePanelHead<Shown>({
  name,
  standing,
  actionsLabel,
  detail: { here, liveHref, moves, actions },
  version,
  onNews,
}: {
  name: string;
  /** Where it stands, beneath its name. */
  standing: ReactNode;
  /** Names the menu of the actions for assistive technology. */
  actionsLabel: string;
  detail: {
    /** This very page, for Refresh. */
    here: string;
    /** Asks for what is new; ends where `version` belongs. Without it the panel is not followed. */
    liveHref?: string;
    moves: boolean;
    actions: ActionItem[];
  };
  /** Of what the panel shows. */
  version: string;
  onNews: (shown: Shown) => void;
}) {
  const paused = useNavigation().state !== "idle";
  const [first, ...others] = actions;
  return (
    <div className="panel-head">
      <div className="min-w-0">
        <h3 className="text-md [overflow-wrap:anywhere]">{name}</h3>
        {standing}
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
        <ActionMenu label={actionsLabel} {...(first ? { primary: first } : {})} items={others} />
      </div>
    </div>
  );
}
