import { actionLinks } from "#app/domains/actions/model.ts";
import type { OrderShown } from "#app/domains/orders/columns.ts";
import type { OrderRow } from "#app/domains/orders/list.ts";
import { type OrderScope, orderPath } from "#app/domains/orders/paths.ts";
import type { OrderFilter } from "#app/domains/orders/search.ts";
import type { StatusNotes } from "#app/domains/orders/shown.ts";
import { type OrderStatus, orderStatusOf } from "#app/domains/orders/statuses.ts";
import type { CellsOf } from "#app/lists/cells.tsx";
import { StatusBadge } from "#app/ui/feedback/StatusBadge.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/ui/lists/RowLink.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { Marked } from "#app/ui/text/Marked.tsx";
import { OutsideLinkTo } from "./OutsideLinkTo.tsx";

/** Whose list it is and how it is filtered: what the links of a row carry on. */
type Place = { scope: OrderScope; filter: OrderFilter };

type DetailsProps = { details: OrderShown["details"]; number: string; href: string };

function Details({ details: { ids, at, amount, payments, lines, outside }, number, href }: DetailsProps) {
  return (
    <>
      <RowLink href={href}>{number}</RowLink>
      <div className="text-base font-normal">
        {ids && <div className="whitespace-pre-line text-xs text-ink-faint">{ids}</div>}
        <div>
          <DateTime at={at} />
        </div>
        <div>
          <Marked value={amount} />
          {payments && <span className="text-ink-soft"> · {payments}</span>}
        </div>
        {lines ? (
          <div className="whitespace-pre-line text-sm text-ink-soft">{lines}</div>
        ) : (
          <div className="faint">No lines</div>
        )}
        {outside && <OutsideLinkTo link={outside} number={number} />}
      </div>
    </>
  );
}

function Address({ address: { delivery, customer } }: { address: OrderShown["address"] }) {
  return (
    <div className="whitespace-pre-line">
      {delivery || <span className="faint">No delivery address</span>}
      <div className="mt-1 text-sm text-ink-soft">
        {customer || <span className="faint">No customer</span>}
      </div>
    </div>
  );
}

/**
 * A status with what belongs to it: how many shipments, or how often it was tried and when next (orders#status-notes).
 */
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

export const orderCells = ({ scope, filter }: Place): CellsOf<OrderShown, OrderRow> => ({
  details: (details, { id, number }) => (
    <Details details={details} number={number} href={orderPath(scope, filter, { id })} />
  ),
  address: (address) => <Address address={address} />,
  status: ({ code, notes }) => <StatusWithNotes status={orderStatusOf(code)} notes={notes} />,
  actions: (offered, { id, number }) => {
    const [first, ...others] = actionLinks(orderPath(scope, filter, { id }), offered);
    return (
      <ActionMenu
        label={`Actions for order ${number}`}
        {...(first ? { primary: first } : {})}
        items={others}
      />
    );
  },
});
