import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Flash, FollowedMessage } from "#app/core/http/FlashMessage.tsx";
import type { Versioned } from "#app/core/lists/news.ts";
import { useNewest } from "#app/core/lists/useListPlace.ts";
import { nothingDefined } from "#app/core/specification/edi.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { CardList } from "#app/core/ui/Card.tsx";
import { RouteDialog, UnavailablePanel } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/core/ui/dialogs/Tabs.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { Paged } from "#app/core/ui/lists/Pager.tsx";
import { panelWords, titleOver } from "#app/core/ui/shell/titles.ts";
import { ActivityFeed } from "#app/core/ui/text/ActivityFeed.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { DocumentPane } from "#app/core/ui/text/DocumentPane.tsx";
import { LongText } from "#app/core/ui/text/LongText.tsx";
import type { EdiOrderDetail, InterchangeDetail, Panel } from "#app/domains/edi/partner/detail/detail.ts";
import type { ReferenceCard } from "#app/domains/edi/partner/references.ts";
import type { RecordPage } from "#app/domains/edi/records.ts";
import { NotesPart } from "#app/features/notes/views/NotesPart.tsx";
import { LivePanelTools, PanelHead } from "#app/screens/LivePanelHead.tsx";
import { StateBadge } from "../../views/StateBadge.tsx";
import { Attention, Facts } from "../../views/Streams.tsx";

/** All tabs but Messages and Status, the same for interchanges and orders. */
type CommonTab = Extract<InterchangeDetail | EdiOrderDetail, { tab: "references" | "history" | "document" }>;

export const panelTitle = <Detail extends InterchangeDetail | EdiOrderDetail>(
  matches: Parameters<typeof titleOver>[0],
  panel: Panel<Detail> | undefined,
  nameOf: (detail: Detail) => string,
) => titleOver(matches, panel?.isShown ? panelWords(nameOf(panel.detail), panel.detail) : []);

/** The live panel of an interchange or EDI order (edi#interchange-detail, edi#order-detail). */
export const DetailPanel = <Detail extends InterchangeDetail | EdiOrderDetail>(props: Props<Detail>) => (
  <>
    <LivePanel {...props} />
    <Outlet />
  </>
);

type Props<Detail> = {
  title: string;
  loaded: Versioned<Panel<Detail>>;
  flash: Flash | undefined;
  name: (detail: Detail) => string;
  /** Whom it is from, and what it holds, in a line. */
  lead: (detail: Detail) => ReactNode;
  /** Where it leads. */
  ways: (detail: Detail) => ReactNode;
  tab: (detail: Detail) => ReactNode;
};

function LivePanel<Detail extends InterchangeDetail | EdiOrderDetail>({
  title,
  loaded,
  flash,
  name,
  lead,
  ways,
  tab,
}: Props<Detail>) {
  const [panel, tell] = useNewest(loaded);
  const message = flash && <FollowedMessage flash={flash} />;
  if (!panel.isShown) {
    const { id, here, closeTo, error, explanation } = panel;
    return (
      <UnavailablePanel {...{ title, message, error, explanation, closeTo }} retryHref={here}>
        <CopyField label="Database Document ID" value={id} />
      </UnavailablePanel>
    );
  }
  const { detail, notes, version } = panel;
  return (
    <RouteDialog
      title={title}
      aside={<LivePanelTools detail={detail} version={version} onNews={tell} />}
      closeTo={detail.closeTo}
      kind="wide-panel"
      half
    >
      {message}
      <PanelHead
        name={name(detail)}
        state={<StateText {...detail.displayState} />}
        actionsLabel={`Actions for ${name(detail)}`}
        actions={detail.actions}
      />
      <div className="panel-lines">
        <div className="text-ink-soft wrap-anywhere">{lead(detail)}</div>
        <Attention reasons={detail.attention} />
        <NotesPart notes={notes}>
          <div className="panel-ways">{ways(detail)}</div>
        </NotesPart>
      </div>
      <Tabs label={title} tabs={detail.tabs} current={detail.tab} />
      {tab(detail)}
    </RouteDialog>
  );
}

/** Its state by its label, and beside it why it is held (edi#review-list). */
const StateText = ({ summary, reason }: InterchangeDetail["displayState"]) => (
  <>
    <StateBadge state={summary} />
    {reason && <p>{reason}</p>}
  </>
);

/** When it came, and when it last changed. */
export const Times = ({ detail }: { detail: InterchangeDetail | EdiOrderDetail }) => (
  <p className="text-xs text-ink-soft">
    Updated <DateTime at={detail.updatedAt} />, created <DateTime at={detail.createdAt} />
  </p>
);

export function CommonTabView({ open, what }: { open: CommonTab; what: "interchange" | "order" }) {
  const none = (records: string) => <p>{nothingDefined(what, records)}</p>;
  switch (open.tab) {
    case "references":
      return open.cards.length === 0 ? (
        none("references")
      ) : (
        <CardList items={open.cards}>{(card) => <Reference card={card} />}</CardList>
      );
    case "history":
      return open.history.records.length === 0 ? (
        none("history records")
      ) : (
        <History history={open.history} pageHref={open.pageHref} />
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

/** The history, newest first: message, time, action, source, further details (edi#detail-history). */
function History({ history, pageHref }: { history: RecordPage; pageHref: string }) {
  return (
    <div className="space-y-3">
      <p className="text-xs text-ink-soft">{history.about}</p>
      <Paged label="Pages of the history" position={history} pageHref={pageHref}>
        <ActivityFeed
          entries={history.records.map(({ key, action, source, message, at, facts, colour }) => ({
            key,
            title: message ? <LongText value={message} limit={300} /> : action,
            body: (
              <>
                <div className="text-xs">
                  <DateTime at={at} />
                  <span className="text-ink-faint">
                    {[message && action, source].filter(Boolean).map((word) => ` · ${word}`)}
                  </span>
                </div>
                <Facts facts={facts} />
              </>
            ),
            at,
            tone: colour,
          }))}
        />
      </Paged>
    </div>
  );
}

/** One of the references, newest first (edi#detail-references). */
function Reference({ card }: { card: ReferenceCard }) {
  const { title, at, type, source, id, location, locationHref, fileHref, facts, links } = card;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="wrap-anywhere">{title}</h3>
          <p className="text-xs text-ink-soft">
            {[type, source].filter(Boolean).join(" · ")}
            <br />
            <DateTime at={at} />
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          {links.map(({ label, href }) => (
            <LinkButton key={href} href={href}>
              {label}
              <span className="sr-only"> of {title}</span>
            </LinkButton>
          ))}
        </span>
      </div>
      {id && <CopyField label="Reference id" value={id} />}
      {location &&
        (locationHref ? (
          <p className="wrap-anywhere">
            <span className="text-ink-faint">Location</span>{" "}
            <a href={locationHref} target="_blank" rel="noreferrer">
              {location}
              <span className="sr-only">, opens in a new tab</span>
            </a>
          </p>
        ) : (
          <CopyField label="Location" value={location} />
        ))}
      {fileHref && (
        <p>
          <LinkButton href={fileHref} icon="download" data-document="">
            Download the file<span className="sr-only"> of {title}</span>
          </LinkButton>
        </p>
      )}
      <Facts facts={facts} />
    </>
  );
}
