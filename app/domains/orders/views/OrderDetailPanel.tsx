import type { ReactNode } from "react";
import type { OrderDetail, OrderPanel } from "#app/domains/orders/detail.ts";
import type { OrderNotShown as NotShown } from "#app/domains/orders/notShown.ts";
import { LivePanelHead } from "#app/lists/LivePanelHead.tsx";
import { useNewest } from "#app/lists/useNewest.ts";
import { NotesPart } from "#app/notes/views/NotesPart.tsx";
import { TimeLine } from "#app/timeline/TimeLine.tsx";
import { NotShownPanel } from "#app/ui/dialogs/NotShownPanel.tsx";
import { RouteDialog } from "#app/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/ui/dialogs/Tabs.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { OutsideWay } from "#app/ui/OutsideWay.tsx";
import { RelatedRecords } from "#app/ui/RelatedRecords.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { Marked } from "#app/ui/text/Marked.tsx";
import { RawData } from "#app/ui/text/RawData.tsx";
import { CustomerTab } from "./CustomerTab.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import { ItemsTab } from "./ItemsTab.tsx";
import { StatusWithNotes } from "./OrderCells.tsx";
import { OutsideLinkTo } from "./OutsideLinkTo.tsx";
import { ShipmentsTab } from "./ShipmentsTab.tsx";

/** 'Order Details - {source id}' (orders#detail): Customer, History, Items, Shipments, Raw Data, and all of it in one Time line; it follows what happens. */
export function OrderDetailPanel({ loaded }: { loaded: OrderPanel }) {
  const [panel, tell] = useNewest(loaded);
  if (!panel.shown) return <OrderNotShown {...panel} />;
  const { detail, notes, version } = panel;
  return (
    <RouteDialog title={detail.title} closeTo={detail.closeTo} kind="wide-panel">
      <LivePanelHead
        name={detail.whose}
        standing={<StatusWithNotes status={detail.status} notes={detail.statusNotes} />}
        actionsLabel={`Actions for order ${detail.number}`}
        detail={detail}
        version={version}
        onNews={tell}
      />
      {detail.tracks.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Tracking">
          {detail.tracks.map(({ key, ...way }) => (
            <li key={key}>
              <OutsideWay {...way} />
            </li>
          ))}
        </ul>
      )}
      <NotesPart notes={notes} />
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
        <Fact label="Store" value={detail.store || "–"} />
        <Fact label="Created" value={<DateTime at={detail.createdAt} />} />
        <Fact label="Modified" value={<DateTime at={detail.modifiedAt} />} />
        <Fact label="Amount Paid" value={<Marked value={detail.amount} />} />
        <Fact label="Payments" value={detail.payments || "–"} />
        {detail.ids.length > 0 && <Fact label="Other ids" value={detail.ids.join(" · ")} />}
      </dl>
      {detail.outside && <OutsideLinkTo link={detail.outside} number={detail.number} />}
      {detail.threadHref && (
        <p>
          <LinkButton href={detail.threadHref}>EDI thread</LinkButton>
        </p>
      )}
      <RelatedRecords label="What belongs to this order" groups={detail.related} />
      <Tabs label="Order details" tabs={detail.tabs} current={detail.tab} />
      <OpenTab detail={detail} />
    </RouteDialog>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt className="faint">{label}</dt>
      <dd className="min-w-0 break-words">{value}</dd>
    </>
  );
}

function OpenTab({ detail }: { detail: OrderDetail }) {
  switch (detail.tab) {
    case "customer":
      return <CustomerTab {...detail.customer} />;
    case "history":
      return <HistoryTab entries={detail.history} />;
    case "items":
      return <ItemsTab items={detail.items} />;
    case "shipments":
      return <ShipmentsTab shipments={detail.shipments} />;
    case "raw":
      return <RawData text={detail.rawText} label="Order" />;
    case "timeline":
      return <TimeLine line={detail.line} />;
  }
}

/** The panel when its order cannot be shown: what was looked for, and the ways on. */
function OrderNotShown({ choices, searchHref, ...panel }: NotShown) {
  return (
    <NotShownPanel
      {...panel}
      ways={
        searchHref && (
          <LinkButton href={searchHref} icon="search">
            Search the orders for it
          </LinkButton>
        )
      }
    >
      {choices.length > 0 && (
        <ul className="space-y-1 pt-2">
          {choices.map((choice) => (
            <li key={choice.href}>
              <a href={choice.href}>{choice.label}</a>
            </li>
          ))}
        </ul>
      )}
    </NotShownPanel>
  );
}
