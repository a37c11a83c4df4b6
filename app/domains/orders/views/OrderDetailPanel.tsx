import type { ReactNode } from "react";
import type { OrderDetail } from "#app/domains/orders/detail.ts";
import type { OrderNotShown as NotShown } from "#app/domains/orders/notShown.ts";
import type { NotesShown } from "#app/notes/notes.ts";
import { NotesPart } from "#app/notes/views/NotesPart.tsx";
import { NotShownPanel } from "#app/ui/dialogs/NotShownPanel.tsx";
import { RouteDialog } from "#app/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/ui/dialogs/Tabs.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { Marked } from "#app/ui/text/Marked.tsx";
import { RawData } from "#app/ui/text/RawData.tsx";
import { CustomerTab } from "./CustomerTab.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import { ItemsTab } from "./ItemsTab.tsx";
import { StatusWithNotes } from "./OrderCells.tsx";
import { OutsideLinkTo } from "./OutsideLinkTo.tsx";
import { ShipmentsTab } from "./ShipmentsTab.tsx";

/** 'Order Details - {source id}' (orders#detail): Customer, History, Items, Shipments, Raw Data. */
export function OrderDetailPanel({
  detail,
  notes,
  threadHref,
}: {
  detail: OrderDetail;
  notes: NotesShown;
  /** The thread of the EDI order that it was made of, for an order of a store that trades by EDI. */
  threadHref: string | undefined;
}) {
  const [first, ...others] = detail.actions;
  return (
    <RouteDialog title={detail.title} closeTo={detail.closeTo} kind="wide-panel">
      <div className="space-y-3">
        <div className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1">
            <StatusWithNotes status={detail.status} notes={detail.statusNotes} />
          </div>
          <ActionMenu
            label={`Actions for order ${detail.number}`}
            {...(first ? { primary: first } : {})}
            items={others}
          />
        </div>
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
        {threadHref && (
          <p>
            <LinkButton href={threadHref}>EDI thread</LinkButton>
          </p>
        )}
        <Tabs label="Order details" tabs={detail.tabs} current={detail.tab} />
        <OpenTab detail={detail} />
      </div>
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
  }
}

/** The panel when its order cannot be shown: what was looked for, and the ways on. */
export function OrderNotShown({ choices, searchHref, ...panel }: NotShown) {
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
