import { actionLinks } from "#app/domains/actions/model.ts";
import type { OrderColumnKey } from "#app/domains/orders/columns.ts";
import type { ListRow, OrderRow, StatusNotes } from "#app/domains/orders/list.ts";
import { type OrderScope, orderPath } from "#app/domains/orders/paths.ts";
import type { OrderFilter } from "#app/domains/orders/search.ts";
import { type OrderStatus, orderStatusOf } from "#app/domains/orders/statuses.ts";
import { ActionMenu } from "#app/ui/ActionMenu.tsx";
import { DateTime } from "#app/ui/DateTime.tsx";
import { Marked } from "#app/ui/Marked.tsx";
import { RowLink } from "#app/ui/RowLink.tsx";
import { StatusBadge } from "#app/ui/StatusBadge.tsx";
import type { Column } from "#app/ui/Table.tsx";
import { OutsideLinkTo } from "./OutsideLinkTo.tsx";

/** Whose list it is and how it is filtered: what the links of a row carry on. */
type Place = { scope: OrderScope; filter: OrderFilter };

function Details({ order, place }: { order: OrderRow; place: Place }) {
  return (
    <>
      <RowLink href={orderPath(place.scope, place.filter, { id: order.id })}>{order.number}</RowLink>
      <div className="text-base font-normal">
        {order.ids && <div className="whitespace-pre-line text-xs text-ink-faint">{order.ids}</div>}
        <div>
          <DateTime at={order.at} />
        </div>
        <div>
          <Marked value={order.amount} />
          {order.payments && <span className="text-ink-soft"> · {order.payments}</span>}
        </div>
        {order.lines ? (
          <div className="whitespace-pre-line text-sm text-ink-soft">{order.lines}</div>
        ) : (
          <div className="faint">No lines</div>
        )}
        {order.outside && <OutsideLinkTo link={order.outside} number={order.number} />}
      </div>
    </>
  );
}

function Address({ order: { address, customer } }: { order: OrderRow }) {
  return (
    <div className="whitespace-pre-line">
      {address || <span className="faint">No delivery address</span>}
      <div className="mt-1 text-sm text-ink-soft">
        {customer || <span className="faint">No customer</span>}
      </div>
    </div>
  );
}

/** A status with what belongs to it: how many shipments, or how often it was tried and when next (2 §2.3). */
export function StatusWithNotes({ status, notes }: { status: OrderStatus; notes: StatusNotes }) {
  const { shipments, retries, nextRetry } = notes;
  return (
    <div>
      <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
      <div className="text-sm text-ink-soft">
        {shipments}
        {retries && <div>{retries}</div>}
        {retries && (nextRetry === undefined ? "No next retry time" : "Next retry: ")}
        {nextRetry !== undefined && <DateTime at={nextRetry} />}
      </div>
    </div>
  );
}

type Cell = Pick<Column<ListRow>, "narrow" | "roomy"> & {
  show: (order: OrderRow, place: Place) => React.ReactNode;
};

const cells: Record<OrderColumnKey, Cell> = {
  store: { show: (order) => order.store || "–" },
  details: { narrow: "title", roomy: true, show: (order, place) => <Details order={order} place={place} /> },
  address: { roomy: true, show: (order) => <Address order={order} /> },
  status: {
    show: (order) => <StatusWithNotes status={orderStatusOf(order.status)} notes={order.statusNotes} />,
  },
  actions: {
    show: (order, { scope, filter }) => {
      const target = orderPath(scope, filter, { id: order.id });
      const [first, ...others] = actionLinks(target, order.actions);
      return (
        <ActionMenu
          label={`Actions for order ${order.number}`}
          {...(first ? { primary: first } : {})}
          items={others}
        />
      );
    },
  },
};

/** The list's columns in the order given, with how each one looks. */
export const orderTableColumns = (
  columns: readonly { key: OrderColumnKey; header: string }[],
  place: Place,
): Column<ListRow>[] =>
  columns.map(({ key, header }) => {
    const { show, ...look } = cells[key];
    return { key, header, ...look, cell: (row) => ("order" in row ? show(row.order, place) : null) };
  });
