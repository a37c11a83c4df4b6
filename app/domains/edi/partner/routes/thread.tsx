import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime, RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { formatUnits } from "#app/core/values/values.ts";
import type { Figure, Ledger, LedgerRow } from "#app/domains/edi/partner/thread/ledger.ts";
import { type Thread, threadScreen } from "#app/domains/edi/partner/thread/thread.server.ts";
import { exosOfOrder } from "#app/domains/exos/api.server.ts";
import { orderFacts } from "#app/domains/orders/facts.server.ts";
import { DocumentState } from "../../views/StateBadge.tsx";
import { Attention } from "../../views/Streams.tsx";
import { DueTime } from "../views/DueTime.tsx";
import { TestOrderMark } from "../views/RowCells.tsx";

export const meta: MetaFunction = () => [{ title: "Order thread · EDI Orders" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMay(request, "edi");
  return threadScreen(user, params.orderId ?? "", {
    utopiaOrder: (number) => orderFacts(user, number),
    exos: (number) => exosOfOrder(user, number),
  });
}

type Side = "ordered" | "changed" | "confirmed" | "shipped" | "advised";

function Units({ figure, of }: { figure: Figure | undefined; of: string }) {
  if (!figure) return "–";
  const units = formatUnits(figure.units);
  if (figure.href === undefined) return units;
  return (
    <a href={figure.href}>
      {units}
      <span className="sr-only"> {of}</span>
    </a>
  );
}

const side = (key: Side, header: string): Column<LedgerRow> => ({
  key,
  header,
  align: "end",
  tight: true,
  cell: (row) => <Units figure={row[key]} of={`${header.toLowerCase()} of line ${row.number || row.item}`} />,
});

const columns: Column<LedgerRow>[] = [
  {
    key: "line",
    header: "Line",
    narrow: "title",
    cell: ({ number, item, article, price }) => (
      <div className="wrap-anywhere">
        {[number, item].filter(Boolean).join(" · ") || "No number"}
        {(article || price) && (
          <div className="text-xs font-normal text-ink-soft">
            {[article, price && `at ${price}`].filter(Boolean).join(" · ")}
          </div>
        )}
      </div>
    ),
  },
  side("ordered", "Ordered"),
  side("changed", "Changed to"),
  side("confirmed", "Confirmed"),
  side("shipped", "Shipped"),
  side("advised", "Advised"),
  {
    key: "marks",
    header: "Differences",
    cell: ({ marks }) => (
      <ul className="space-y-0.5">
        {keyed(marks, ({ words }) => words).map(({ key, item: { words, tone } }) => (
          <li key={key} className="flex gap-1.5">
            <span className={`text-tone tone-${tone}`}>
              <Icon name={tone} />
            </span>
            {words}
          </li>
        ))}
      </ul>
    ),
  },
];

/** The lines of an order as each side has them, side by side (edi#ledger). */
function LedgerTable({ ledger: { rows, left } }: { ledger: Ledger }) {
  return (
    <div className="space-y-2">
      <Table
        caption="Lines of the order"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={null}
      />
      {keyed(left, (words) => words).map(({ key, item: words }) => (
        <p key={key}>{words}</p>
      ))}
      <p className="text-xs text-ink-soft">
        Each number leads to the segment that says it. Invoices are not exchanged: no line is invoiced here,
        by anybody.
      </p>
    </div>
  );
}

/** An EDI order's thread: what is expected next, and everything related to it, oldest first. */
export default function EdiOrderThread() {
  const { thread, missing } = useLoaderData<typeof loader>();
  if (!thread) {
    return (
      <Page title="Order thread">
        {missing?.error && <ErrorBar error={missing.error} retryHref={missing.here} />}
        {missing?.explanation && <p>{missing.explanation}</p>}
        {missing && (
          <p>
            <LinkButton href={missing.closeTo}>EDI Orders</LinkButton>
          </p>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={<span className="wrap-anywhere">Thread of order {thread.title}</span>}
      actions={
        <>
          <LinkButton href={thread.orderHref}>EDI order</LinkButton>
          {thread.utopiaHref && <LinkButton href={thread.utopiaHref}>Utopia order</LinkButton>}
          <LinkButton href={thread.here} icon="refresh" data-scroll="keep" data-replace="">
            Refresh
          </LinkButton>
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3">
        <DocumentState {...thread.displayState} />
        {thread.isTest && <TestOrderMark />}
      </p>
      <Attention reasons={thread.attention} />
      {thread.duplicate && <Duplicate duplicate={thread.duplicate} />}
      {thread.failures.map(({ what, error }) => (
        <div key={what}>
          <p>The thread lacks {what}:</p>
          <ErrorBar error={error} retryHref={thread.here} />
        </div>
      ))}
      <Card title="Expected next">
        <ul className="space-y-1">
          {thread.expected.map(({ key, words, tone, since, due, href }) => (
            <li key={key} className="flex gap-1.5 wrap-anywhere">
              <span className={`text-tone tone-${tone}`}>
                <Icon name={tone} />
              </span>
              <span className="min-w-0">
                {href ? <a href={href}>{words}</a> : words}
                {due !== undefined && (
                  <span className={due.isLate ? "font-medium text-attention" : "text-ink-soft"}>
                    {" "}
                    {due.isLate ? "Late since" : "Due"} <DueTime due={due} />
                  </span>
                )}
                {since !== undefined && (
                  <span className="text-xs text-ink-soft">
                    {" "}
                    Awaited since <RelativeTime at={since} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {thread.ledger && (
        <Card title="Lines">
          <LedgerTable ledger={thread.ledger} />
        </Card>
      )}
      <Card title="Time line">
        <ol className="feed">
          {thread.events.map((event) => (
            <li key={event.key} className={`tone-${event.tone}`}>
              <Event event={event} />
            </li>
          ))}
        </ol>
        {thread.left && (
          <p>
            <a href={thread.referencesHref}>{thread.left}</a>
          </p>
        )}
      </Card>
    </Page>
  );
}

function Duplicate({ duplicate: { words, links } }: { duplicate: NonNullable<Thread["duplicate"]> }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
      <StatusBadge tone="attention">{words}</StatusBadge>
      {links.map(({ label, href }) => (
        <a key={href} href={href}>
          {label}
        </a>
      ))}
    </p>
  );
}

function Event({ event: { at, title, about, tone, state, links } }: { event: Thread["events"][number] }) {
  return (
    <>
      <div className="feed-head">
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <span className="text-xs font-normal text-ink-soft">
          {at === undefined ? "No time known" : <DateTime at={at} />}
        </span>
      </div>
      <div className="space-y-1 text-ink-soft wrap-anywhere">
        {about && <div>{about}</div>}
        {state && <StatusBadge tone={tone}>{state}</StatusBadge>}
        {links.length > 0 && (
          <div className="flex flex-wrap gap-x-3 gap-y-1.5">
            {links.map(({ label, href, outside }) => (
              <a
                key={href}
                href={href}
                target={outside ? "_blank" : undefined}
                rel={outside ? "noreferrer" : undefined}
              >
                {label}
                <span className="sr-only">
                  {" "}
                  of {title}
                  {outside && ", opens in a new tab"}
                </span>
              </a>
            ))}
          </div>
        )}
      </div>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
