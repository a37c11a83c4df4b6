import { actionLinks } from "#app/core/commands/model.ts";
import type { CellsOf } from "#app/core/lists/cells.tsx";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { classes } from "#app/core/ui/classes.ts";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { ActionMenu } from "#app/core/ui/lists/ActionMenu.tsx";
import { RowLink, unbrokenName } from "#app/core/ui/lists/rows.tsx";
import { Age, DateTime, RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { Marked } from "#app/core/ui/text/LongText.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import type { OrderCells, OrderRow, OutsideLink, StatusNotes } from "#app/domains/orders/columns.ts";
import { type OrderFilter, orderPath } from "#app/domains/orders/paths.ts";
import { type OrderStatus, orderStatusOf } from "#app/domains/orders/statuses.ts";

/** The scope and filter of the list, which the links of a row carry on. */
type Place = { alias: StoreAlias; filter: OrderFilter };

/** Longer numbers are those of marketplaces: codes, rather than numbers that one says. */
const longNumber = 14;

type DetailsProps = { details: OrderCells["details"]; number: string; href: string };

function Details({
  details: { ids, at, amount, payments, lineCount, lines, outside },
  number,
  href,
}: DetailsProps) {
  return (
    <div className="facts figures two-lines">
      <div>
        <RowLink href={href} className={number.length > longNumber ? "text-xs" : undefined}>
          {number}
        </RowLink>
        <div className="second-line under">{[payments, lineCount].filter(Boolean).join(" · ")}</div>
      </div>
      <div className="fact-keep text-xs font-normal">
        <Age at={at} />
      </div>
      <div className="fact-end fact-keep text-base font-normal off">
        <Marked value={amount} />
      </div>
      {ids && <div className="row-long whitespace-pre-line text-xs font-normal text-ink-faint">{ids}</div>}
      {lines && <div className="row-long whitespace-pre-line text-xs font-normal text-ink-soft">{lines}</div>}
      {outside && (
        <div className="row-long">
          <OutsideLinkTo link={outside} number={number} />
        </div>
      )}
    </div>
  );
}

function Address({ address: { delivery, customer } }: { address: OrderCells["address"] }) {
  return (
    <div className="facts two-lines">
      {delivery ? (
        <>
          {delivery.name && <div className="fact-keep">{delivery.name}</div>}
          {delivery.streets && <div className="row-long whitespace-pre-line">{delivery.streets}</div>}
          {delivery.town && <div className="second-line">{delivery.town}</div>}
          {delivery.country && <div className="row-long">{delivery.country}</div>}
        </>
      ) : (
        <div className="text-ink-faint">No delivery address</div>
      )}
      <div className="row-long mt-1 whitespace-pre-line text-xs text-ink-soft">
        {customer || <span className="text-ink-faint">No customer</span>}
      </div>
    </div>
  );
}

/** A status with its notes: the number of shipments, or the retries and the next one (orders#status-notes). */
function StatusWithNotes({ status, notes }: { status: OrderStatus; notes: StatusNotes }) {
  const { shipments, retries, nextRetry } = notes;
  return (
    <div className="facts two-lines">
      <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
      {shipments && <div className="second-line under">{shipments}</div>}
      {retries && (
        <>
          <div className="second-line under">{retries}</div>
          <div className="row-long text-xs text-ink-soft">
            {nextRetry === undefined ? "No next retry time" : "Next retry: "}
            {nextRetry !== undefined && (
              <>
                <DateTime at={nextRetry} />
                <span className="screen-only">
                  {" "}
                  (<RelativeTime at={nextRetry} />)
                </span>
              </>
            )}
          </div>
        </>
      )}
    </div>
  );
}

export const orderCells = ({ alias, filter }: Place): CellsOf<OrderCells, OrderRow> => ({
  store: (store) => (
    <div className={classes("facts", breakingLongWords(store, unbrokenName))}>
      <div className="fact-keep">{store || "–"}</div>
    </div>
  ),
  details: (details, { id, number }) => (
    <Details details={details} number={number} href={orderPath(alias, filter, { id })} />
  ),
  address: (address) => <Address address={address} />,
  status: ({ code, notes }) => <StatusWithNotes status={orderStatusOf(code)} notes={notes} />,
  actions: (offered, { id, number, cells }) => {
    const actions = actionLinks(orderPath(alias, filter, { id }), offered);
    const isQuiet = orderStatusOf(cells.status?.code ?? "").tone !== "attention";
    return <ActionMenu label={`Actions for order ${number}`} actions={actions} isQuiet={isQuiet} />;
  },
});

function OutsideLinkTo({ link, number }: { link: OutsideLink; number: string }) {
  return (
    <a href={link.href} target="_blank" rel="noreferrer">
      {link.label}
      <span className="sr-only"> (order {number}, opens in a new tab)</span> <Icon name="external" />
    </a>
  );
}
