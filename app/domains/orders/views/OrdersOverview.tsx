import { Button } from "#app/core/ui/Button.tsx";
import { AttentionCard, Card } from "#app/core/ui/Card.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { TextField } from "#app/core/ui/fields/fields.tsx";
import { DateTime, RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { plural } from "#app/core/values/values.ts";
import { ChartFigure, MarkSample } from "#app/domains/orders/charts/views/ChartFigure.tsx";
import type { OrderAttention, OrdersCounted } from "#app/domains/orders/overview.ts";
import { orderSearch } from "#app/domains/orders/paths.ts";

/** Orders by status and day: a chart, its legend, and the numbers of both (orders#overview). */
export function OrdersByStatus({ counted }: { counted: OrdersCounted }) {
  const { groups, about, unread, lastSynchronised, chart, others } = counted;
  return (
    <Card title="Orders by status and day">
      <p className="text-ink-faint">
        {about}. Last synchronisation:{" "}
        {lastSynchronised === undefined ? (
          "not known"
        ) : (
          <>
            <DateTime at={lastSynchronised} />{" "}
            <span className="screen-only">
              (<RelativeTime at={lastSynchronised} />)
            </span>
          </>
        )}
      </p>
      {unread > 0 && <p>{plural(unread, "order", "orders")} could not be read.</p>}
      {groups.length === 0 ? (
        unread === 0 && <p>This store has no orders.</p>
      ) : (
        <>
          {chart && (
            <ChartFigure
              chart={chart}
              caption={
                <>
                  {chart.name}.
                  {others > 0 && ` Not drawn: ${plural(others, "order", "orders")} of other days.`}
                </>
              }
              table={<OrdersOfDays days={counted.days} about={about} />}
            />
          )}
          <OrdersOfStatuses groups={groups} about={about} />
        </>
      )}
    </Card>
  );
}

const Head = ({ first, className }: { first: string; className?: string }) => (
  <thead className={className}>
    <tr>
      <th scope="col">{first}</th>
      <th scope="col">Orders</th>
    </tr>
  </thead>
);

const OrdersOfStatuses = ({ groups, about }: Pick<OrdersCounted, "groups" | "about">) => (
  <table className="mt-2 w-full">
    <caption className="sr-only">Orders by status: {about}</caption>
    <Head first="Status" className="sr-only" />
    {groups.map(({ mark, words, statuses }) => (
      <tbody key={mark}>
        <tr>
          <th scope="rowgroup" colSpan={2} className="pt-2 text-start text-xs text-ink-soft">
            <span className="flex items-center gap-2">
              <MarkSample mark={mark} /> {words}
            </span>
          </th>
        </tr>
        {statuses.map(({ key, status, count, href }) => (
          <tr key={key}>
            <th scope="row" className="py-1 pr-3 text-start font-normal wrap-anywhere">
              <a href={href}>{status.label}</a>
            </th>
            <td className="tabular-nums w-16 text-end">{count}</td>
          </tr>
        ))}
      </tbody>
    ))}
  </table>
);

const OrdersOfDays = ({ days, about }: Pick<OrdersCounted, "days" | "about">) => (
  <table>
    <caption className="sr-only">Orders by day: {about}</caption>
    <Head first="Day" />
    <tbody>
      {[...days].reverse().map(({ day, name, counts }) => (
        <tr key={day}>
          <th scope="row" className="whitespace-nowrap">
            {name}
          </th>
          <td>
            {counts.length === 0
              ? "none"
              : counts.map(({ mark, words, count, href }) => {
                  const label = `${count} ${words}`;
                  return (
                    <div key={mark} className="py-1">
                      {href === undefined ? label : <a href={href}>{label}</a>}
                    </div>
                  );
                })}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

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
        <span className="text-xs text-ink-soft">
          <RelativeTime at={at} />
        </span>
      </li>
    )}
  />
);
