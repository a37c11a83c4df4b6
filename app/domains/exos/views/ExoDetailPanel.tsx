import type { ReactNode } from "react";
import type { ExoDetail, ExoPanel } from "#app/domains/exos/detail.ts";
import type { Standing } from "#app/domains/exos/standing.ts";
import { LivePanelHead } from "#app/lists/LivePanelHead.tsx";
import { useNewest } from "#app/lists/useNewest.ts";
import { NotesPart } from "#app/notes/views/NotesPart.tsx";
import { NotShownPanel } from "#app/ui/dialogs/NotShownPanel.tsx";
import { RouteDialog } from "#app/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/ui/dialogs/Tabs.tsx";
import { Message, type ShownMessage } from "#app/ui/feedback/Message.tsx";
import { StatusBadge } from "#app/ui/feedback/StatusBadge.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { RelatedRecords } from "#app/ui/RelatedRecords.tsx";
import { CopyField } from "#app/ui/text/CopyField.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { DocumentPane } from "#app/ui/text/DocumentPane.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import { ReferencesTab } from "./ReferencesTab.tsx";
import { SummaryTab } from "./SummaryTab.tsx";

const title = "Exchange Detail";

/**
 * 'Exchange Detail' (returns#detail): Summary, References, History, Document; it follows what happens. `flash` is the
 * message of the last action on it.
 */
export function ExoDetailPanel({
  loaded,
  flash,
}: {
  loaded: ExoPanel;
  /** The message of a submission, shown once. */
  flash: ShownMessage | undefined;
}) {
  const [panel, tell] = useNewest(loaded);
  const said = flash && <Message shown={flash} />;
  if (!panel.shown) return <NotShown {...panel} said={said} />;
  const { detail, notes, version } = panel;
  return (
    <RouteDialog title={title} closeTo={detail.closeTo} kind="wide-panel">
      {said}
      <LivePanelHead
        name={detail.name}
        standing={<StandingText standing={detail.standing} />}
        actionsLabel={`Actions for ${detail.name}`}
        detail={detail}
        version={version}
        onNews={tell}
      />
      <NotesPart notes={notes} />
      <About detail={detail} />
      <RelatedRecords label="What belongs to this return" groups={detail.related} />
      <Tabs label={title} tabs={detail.tabs} current={detail.tab} />
      <OpenTab detail={detail} />
    </RouteDialog>
  );
}

function StandingText({ standing }: { standing: Standing }) {
  return (
    <>
      <StatusBadge tone={standing.tone}>{standing.label}</StatusBadge>
      <p className="text-sm text-ink-soft" title={standing.stepIs || undefined}>
        {[standing.stream, standing.step].filter(Boolean).join(" · ") || "No stream"}
        {standing.stepIs && <span className="sr-only">: {standing.stepIs}</span>}
      </p>
    </>
  );
}

function About({ detail }: { detail: ExoDetail }) {
  return (
    <>
      <div className="grid gap-3 lg:grid-cols-[2fr_1fr_1fr]">
        <CopyField label="EXO ID" value={detail.id} />
        <IdField label="Order ID" value={detail.orderId} />
        <IdField label="RA#" value={detail.raNumber} />
      </div>
      <p className="text-sm text-ink-soft">
        {[detail.store, detail.storeType].filter(Boolean).join(" · ")}
        <br />
        Updated <DateTime at={detail.updatedAt} />, created <DateTime at={detail.createdAt} />
      </p>
    </>
  );
}

const IdField = ({ label, value }: { label: string; value: string }) =>
  value ? (
    <CopyField label={label} value={value} />
  ) : (
    <p className="field">
      <span className="field-label">{label}</span> N/A
    </p>
  );

function OpenTab({ detail }: { detail: ExoDetail }) {
  switch (detail.tab) {
    case "summary":
      return <SummaryTab summary={detail.summary} />;
    case "references":
      return <ReferencesTab cards={detail.cards} />;
    case "history":
      return <HistoryTab history={detail.history} links={detail.historyLinks} />;
    case "document":
      return <DocumentPane label="EXO" document={detail.document} treeHref={detail.treeHref} />;
  }
}

type NotShownProps = ExoPanel & { shown: false; said: ReactNode };

/** The panel when its EXO cannot be shown: why, and the ways on. */
function NotShown({ id, elsewhere, here, ...panel }: NotShownProps) {
  return (
    <NotShownPanel
      {...panel}
      title={title}
      retryHref={here}
      ways={elsewhere && <LinkButton href={elsewhere}>Show it among all returns and exchanges</LinkButton>}
    >
      <CopyField label="EXO ID" value={id} />
    </NotShownPanel>
  );
}
