import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { orderPages } from "#app/composition/recordPages.server.ts";
import type { Versioned } from "#app/core/lists/news.ts";
import { useNewest } from "#app/core/lists/useListPlace.ts";
import { TimeLine } from "#app/core/timeline/TimeLine.tsx";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { RouteDialog, UnavailablePanel } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { RecordTabs } from "#app/core/ui/dialogs/Tabs.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { OutsideWay } from "#app/core/ui/OutsideWay.tsx";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { RecordLead, Technical } from "#app/core/ui/RecordLead.tsx";
import { RelatedRecords } from "#app/core/ui/RelatedRecords.tsx";
import { panelWords, titleOver } from "#app/core/ui/shell/titles.ts";
import { ActivityFeed } from "#app/core/ui/text/ActivityFeed.tsx";
import { DateTime, RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { Code, LongText, Marked } from "#app/core/ui/text/LongText.tsx";
import { RawData } from "#app/core/ui/text/RawData.tsx";
import type {
  CustomerTab as Customer,
  HistoryView,
  ItemsTab as Items,
  OrderDetail,
  OrderPanel,
  ShipmentView,
  OrderUnavailable as Unavailable,
} from "#app/domains/orders/detail.ts";
import { NotesPart } from "#app/features/notes/views/NotesPart.tsx";
import { LivePanelTools, PanelHead } from "#app/screens/LivePanelHead.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const panel = data?.panel;
  const words = panel?.isShown ? panelWords(`Order ${panel.detail.number}`, panel.detail) : [panel?.title];
  return titleOver(matches, words);
};

export const loader = orderPages.panel;

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
export { panelRevalidation as shouldRevalidate } from "#app/core/lists/useListPlace.ts";

type Line = Items["lines"][number];

const levelCode: Column<Line> = {
  key: "levelCode",
  header: "Level Code",
  cell: (line) =>
    line.levelCode === "" ? (
      <span className="text-ink-faint">(no level code)</span>
    ) : (
      <Code value={line.levelCode} />
    ),
};
const quantity: Column<Line> = {
  key: "quantity",
  header: "Quantity",
  align: "end",
  cell: (line) => line.quantity,
};

/** The store's current product with each line's code (orders#items). */
const ofProducts: Column<Line>[] = [
  {
    key: "picture",
    header: "Picture",
    headerHidden: true,
    tight: true,
    narrow: "picture",
    cell: ({ product }) => product && <ProductImage src={product.image} alt={product.title} />,
  },
  {
    key: "product",
    header: "Product",
    narrow: "title",
    roomy: true,
    cell: ({ product }) =>
      product ? (
        <a href={product.href}>{product.title}</a>
      ) : (
        <span className="text-ink-faint">No such product</span>
      ),
  },
  levelCode,
  {
    key: "price",
    header: "Price Now",
    align: "end",
    cell: ({ product }) => <Marked value={product?.price} />,
  },
  quantity,
];

function ItemsTab({ items: { lines, total, withProducts, unread } }: { items: Items }) {
  const hasProducts = withProducts && unread === undefined;
  return (
    <>
      {unread && <p className="text-attention">{unread}</p>}
      <Table
        caption="Items"
        cards={hasProducts}
        columns={hasProducts ? ofProducts : [levelCode, quantity]}
        rows={lines}
        rowKey={(line) => line.key}
        empty={<p>This order has no items.</p>}
      />
      {lines.length > 0 && (
        <p className="total">
          <span>Total</span> <span className="tabular-nums">{total}</span>
        </p>
      )}
    </>
  );
}

const columns: Column<ShipmentView["contents"][number]>[] = [
  { key: "product", header: "Product", cell: (item) => item.product || "–" },
  { key: "colour", header: "Colour", cell: (item) => item.colour || "–" },
  { key: "size", header: "Size", cell: (item) => item.size || "–" },
  { key: "quantity", header: "Quantity", align: "end", cell: (item) => item.quantity },
];

/** Every shipment of the order: carrier, con note, track link, contents (orders#shipments). */
function ShipmentsTab({ shipments }: { shipments: ShipmentView[] }) {
  if (shipments.length === 0) return <p>This order has no shipments.</p>;
  return (
    <ol className="space-y-4">
      {shipments.map((shipment, index) => (
        <li key={shipment.key} className="space-y-2 rounded border border-line p-3">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h3 className="font-semibold">
              Shipment {index + 1}: {shipment.carrier || "carrier not known"}
            </h3>
            <OutsideWay
              label="Track"
              about={`shipment ${index + 1}`}
              href={shipment.trackHref}
              refused={shipment.refused}
            />
          </div>
          <p>
            <span className="text-ink-faint">Despatched</span> <DateTime at={shipment.despatched} />
          </p>
          {shipment.conNote ? <CopyField label="Con Note" value={shipment.conNote} /> : <p>No con note</p>}
          <Table
            caption={`Contents of shipment ${index + 1}`}
            cards={false}
            columns={columns}
            rows={shipment.contents}
            rowKey={(item) => item.key}
            empty={<p className="text-ink-faint">No contents are listed.</p>}
          />
          {shipment.contents.length > 0 && <p className="px-3 text-end font-semibold">{shipment.total}</p>}
        </li>
      ))}
    </ol>
  );
}

/** 'Order Details - {source id}' (orders#detail): Customer, History, Items, Shipments, Raw Data; updates live. */
export default function Order() {
  return (
    <>
      <Panel />
      <Outlet />
    </>
  );
}

function Panel() {
  const [panel, tell] = useNewest<Versioned<OrderPanel>>(useLoaderData<typeof loader>().panel);
  if (!panel.isShown) return <OrderUnavailable {...panel} />;
  const { detail, notes, version } = panel;
  return (
    <RouteDialog
      title={detail.title}
      aside={<LivePanelTools detail={detail} version={version} onNews={tell} />}
      closeTo={detail.closeTo}
      kind="wide-panel"
    >
      <PanelHead
        name={detail.owner}
        state={<StateText detail={detail} />}
        actionsLabel={`Actions for order ${detail.number}`}
        actions={detail.actions}
      />
      <div className="panel-lines">
        <RecordLead facts={detail.lead} at={detail.createdAt} wrong={detail.wrong} />
        <NotesPart notes={notes}>
          <Ways detail={detail} />
        </NotesPart>
      </div>
      <RecordTabs label="Order details" tabs={detail.tabs} current={detail.tab} />
      <OpenTab detail={detail} />
    </RouteDialog>
  );
}

/** Its status with its notes (orders#status-notes), in one line. */
function StateText({ detail: { status, statusNotes } }: { detail: OrderDetail }) {
  const { shipments, retries, nextRetry } = statusNotes;
  return (
    <>
      <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
      {(shipments ?? retries) && (
        <p>
          {shipments ?? retries}
          {retries && (nextRetry === undefined ? " · No next retry time" : " · Next retry: ")}
          {retries && nextRetry !== undefined && <RelativeTime at={nextRetry} />}
        </p>
      )}
    </>
  );
}

/** Its parcels' tracking, its page at the store, and its EDI thread. */
function Ways({ detail: { tracks, outside, number, threadHref } }: { detail: OrderDetail }) {
  if (tracks.length === 0 && !outside && threadHref === undefined) return null;
  return (
    <ul className="panel-ways" aria-label="Tracking, and the order elsewhere">
      {tracks.map(({ key, ...way }) => (
        <li key={key}>
          <OutsideWay {...way} variant="quiet" />
        </li>
      ))}
      {threadHref !== undefined && (
        <li>
          <LinkButton href={threadHref} variant="quiet">
            EDI thread
          </LinkButton>
        </li>
      )}
      {outside && (
        <li>
          <OutsideWay {...outside} about={`order ${number}`} variant="quiet" />
        </li>
      )}
    </ul>
  );
}

function OpenTab({ detail }: { detail: OrderDetail }) {
  switch (detail.tab) {
    case "customer":
      return (
        <>
          <RelatedRecords label="What belongs to this order" groups={detail.related} />
          <CustomerTab {...detail.customer} />
          <Technical>
            <p>{[...detail.ids, detail.storeType, detail.status.code].filter(Boolean).join(" · ")}</p>
            <p>
              Modified <DateTime at={detail.modifiedAt} />, created <DateTime at={detail.createdAt} />
            </p>
          </Technical>
        </>
      );
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

function OrderUnavailable({ choices, searchHref, ...panel }: Unavailable) {
  return (
    <UnavailablePanel
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
          {keyed(choices, ({ href }) => href).map(({ key, item: choice }) => (
            <li key={key}>
              <a href={choice.href}>{choice.label}</a>
            </li>
          ))}
        </ul>
      )}
    </UnavailablePanel>
  );
}

/** The history of the order, newest first (orders#history). */
function HistoryTab({ entries }: { entries: HistoryView[] }) {
  return (
    <ActivityFeed
      entries={entries.map((entry) => ({
        key: entry.key,
        title: entry.action || "Entry",
        body: (
          <>
            {entry.message && (
              <div>
                <LongText value={entry.message} />
              </div>
            )}
            {entry.notes && <div className="whitespace-pre-line text-ink-soft">{entry.notes}</div>}
          </>
        ),
        at: entry.at,
      }))}
      empty={<p>This order has no history to show.</p>}
    />
  );
}

function CustomerTab({ customer, addresses }: Customer) {
  return (
    <div className="space-y-3">
      {customer ? (
        <div>
          <CopyField label="AP21 Customer Code" value={customer.code} />
          <CopyField label="AP21 Customer Idx" value={customer.idx} />
          <CopyField label="Email" value={customer.email} />
        </div>
      ) : (
        <p>This order has no customer.</p>
      )}
      {addresses.length === 0 ? (
        <p>This order has no addresses.</p>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {addresses.map((address) => (
            <li key={address.key} className="rounded border border-line p-3">
              <h3 className="pb-1 capitalize">{address.kind ? `${address.kind} address` : "Address"}</h3>
              {address.text ? (
                <address className="whitespace-pre-line not-italic wrap-anywhere">{address.text}</address>
              ) : (
                <p className="text-ink-faint">Empty</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
