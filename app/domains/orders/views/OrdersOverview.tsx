import type { OrderAttention, StatusChart } from "#app/domains/orders/overview.ts";
import { orderSearch } from "#app/domains/orders/search.ts";
import { AttentionCard } from "#app/ui/AttentionCard.tsx";
import { Button } from "#app/ui/Button.tsx";
import { Card } from "#app/ui/Card.tsx";
import { StatusBadge } from "#app/ui/feedback/StatusBadge.tsx";
import { TextField } from "#app/ui/fields/TextField.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { RelativeTime } from "#app/ui/text/RelativeTime.tsx";

const fills = {
  ok: "fill-ok",
  attention: "fill-attention",
  background: "fill-background",
  dismissed: "fill-dismissed",
} as const;

/** Orders by status: bars for the eye, a table for a screen reader and a keyboard. */
export function OrdersByStatus({ chart }: { chart: StatusChart }) {
  const most = chart.bars.reduce((highest, { count }) => Math.max(highest, count), 1);
  return (
    <Card title="Orders by status">
      <p className="faint">
        {chart.about}. Last synchronisation:{" "}
        {chart.lastSynchronised === undefined ? (
          "not known"
        ) : (
          <>
            <DateTime at={chart.lastSynchronised} />{" "}
            <span className="screen-only">
              (<RelativeTime at={chart.lastSynchronised} />)
            </span>
          </>
        )}
      </p>
      {chart.bars.length === 0 ? (
        <p>This store has no orders.</p>
      ) : (
        <table className="w-full table-fixed border-separate border-spacing-y-1">
          <caption className="sr-only">Orders by status: {chart.about}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Orders</th>
            </tr>
          </thead>
          <tbody>
            {chart.bars.map(({ key, status, count, href }) => (
              <tr key={key}>
                <th
                  scope="row"
                  className="w-2/5 pr-3 text-start align-middle font-normal [overflow-wrap:anywhere]"
                >
                  <a href={href}>{status.label}</a>
                </th>
                <td className="align-middle">
                  <span className="flex items-center gap-2">
                    <svg
                      className={`h-4 min-w-0 flex-1 ${fills[status.tone]}`}
                      viewBox="0 0 100 10"
                      preserveAspectRatio="none"
                      aria-hidden="true"
                    >
                      <rect x="0" y="0" width={Math.max(1, (count / most) * 100)} height="10" />
                    </svg>
                    <span className="number w-10 flex-none text-end">{count}</span>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** The way to an order whose number, customer or con note is at hand. */
export function FindAnOrder({ href }: { href: string }) {
  return (
    <Card title="Find an order">
      <form method="get" action={href} data-soft="" className="flex flex-wrap items-end gap-3">
        <TextField label="Search" name={orderSearch.names.query} spellCheck={false} autoCapitalize="off" />
        <Button type="submit" variant="primary" icon="search">
          Search
        </Button>
      </form>
    </Card>
  );
}

/** The orders that nothing moves on until a person does something. */
export const OrdersNeedingAttention = ({ attention }: { attention: OrderAttention }) => (
  <AttentionCard
    title="Orders needing attention"
    attention={attention}
    none="No order of this store waits for a person."
    all="See all orders needing attention"
    item={({ key, href, number, status, at }) => (
      <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
        <a href={href}>{number}</a>
        <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        <span className="text-sm text-ink-soft">
          <RelativeTime at={at} />
        </span>
      </li>
    )}
  />
);
