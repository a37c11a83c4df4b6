import { useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback } from "react";
import type { CommonTab, DetailFrame } from "#app/domains/edi/partner/interchangeDetail.ts";
import type { NotShown, Panel } from "#app/domains/edi/partner/notShown.ts";
import { Live } from "#app/live/Live.tsx";
import { useNewest } from "#app/live/useNewest.ts";
import { ActionMenu } from "#app/ui/ActionMenu.tsx";
import { CopyField } from "#app/ui/CopyField.tsx";
import { DateTime } from "#app/ui/DateTime.tsx";
import { DocumentPane } from "#app/ui/DocumentPane.tsx";
import { ErrorBar } from "#app/ui/ErrorBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Notice } from "#app/ui/Notice.tsx";
import { RouteDialog } from "#app/ui/RouteDialog.tsx";
import { Tabs } from "#app/ui/Tabs.tsx";
import type { Tone } from "#app/ui/tone.ts";
import { HistoryTab } from "../../views/HistoryTab.tsx";
import { StateBadge } from "../../views/StateIcon.tsx";
import { ReferencesTab } from "./ReferencesTab.tsx";

const hasMarkedText = (): boolean => window.getSelection()?.isCollapsed === false;

type Frame = DetailFrame<string>;

/**
 * The extra-large panel of an interchange or EDI order (2 §2.7, §2.8): head, tabs and the open tab; it follows what
 * happens.
 */
export function DetailPanel<Detail extends Frame>({
  title,
  loaded,
  flash,
  name,
  head,
  tab,
}: {
  title: string;
  loaded: Panel<Detail>;
  /** What the last action on the document said. */
  flash: { message: string; tone: Tone } | undefined;
  name: (detail: Detail) => string;
  /** Fields and links beneath the state. */
  head: (detail: Detail) => ReactNode;
  tab: (detail: Detail) => ReactNode;
}) {
  const [panel, tell] = useNewest(loaded);
  const paused = useNavigation().state !== "idle";
  const disturbs = useCallback(hasMarkedText, []);
  const said = flash && <Notice tone={flash.tone}>{flash.message}</Notice>;
  if (!panel.shown) return <Missing title={title} said={said} {...panel} />;
  const { detail, version } = panel;
  const [first, ...others] = detail.actions;
  return (
    <RouteDialog title={title} closeTo={detail.closeTo} kind="wide-panel">
      {said}
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="text-md [overflow-wrap:anywhere]">{name(detail)}</h3>
          <StateBadge state={detail.standing.summary} />
        </div>
        <span className="flex flex-wrap items-center gap-2">
          {detail.liveHref && (
            <Live
              href={`${detail.liveHref}${version}`}
              moves={detail.moves}
              paused={paused}
              here={detail.here}
              onNews={tell}
              disturbs={disturbs}
            />
          )}
          <LinkButton href={detail.here} icon="refresh" data-scroll="keep" data-replace="">
            Refresh
          </LinkButton>
          <ActionMenu
            label={`Actions for ${detail.id}`}
            {...(first ? { primary: first } : {})}
            items={others}
          />
        </span>
      </div>
      {head(detail)}
      <p className="text-sm text-ink-soft">
        Updated <DateTime at={detail.updatedAt} />, created <DateTime at={detail.createdAt} />
      </p>
      <Tabs label={title} tabs={detail.tabs} current={detail.tab} />
      {tab(detail)}
    </RouteDialog>
  );
}

/** References, History and Document of an interchange or order. */
export function CommonTabView({ open, what }: { open: CommonTab; what: "interchange" | "order" }) {
  switch (open.tab) {
    case "references":
      return (
        <ReferencesTab
          cards={open.cards}
          none={`This ${what} does not define any references at this time.`}
        />
      );
    case "history":
      return (
        <HistoryTab
          history={open.history}
          pageHref={open.pageHref}
          none={`This ${what} does not define any history records at this time.`}
        />
      );
    case "document":
      return (
        <DocumentPane
          label={what === "interchange" ? "Interchange" : "Order"}
          document={open.document}
          treeHref={open.treeHref}
        />
      );
  }
}

/** The panel when its document cannot be shown: why, and the ways on. */
function Missing({
  title,
  said,
  id,
  explanation,
  error,
  closeTo,
  here,
}: NotShown & { title: string; said: ReactNode }) {
  return (
    <RouteDialog title={title} closeTo={closeTo} kind="wide-panel">
      {said}
      {error && <ErrorBar error={error} retryHref={here} />}
      {explanation && <p>{explanation}</p>}
      <CopyField label="Database Document ID" value={id} />
      <p className="pt-2">
        <LinkButton href={closeTo} data-scroll="keep">
          Back to the list
        </LinkButton>
      </p>
    </RouteDialog>
  );
}
