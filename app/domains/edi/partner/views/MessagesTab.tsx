import { LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { Paged } from "#app/core/ui/lists/Pager.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { JsonTree } from "#app/core/ui/text/JsonTree.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import type {
  LevelView,
  LineView,
  MessagePage,
  MessageView,
  OrderView,
  PackageView,
} from "#app/domains/edi/partner/detail/messages.ts";

const referenceColumns: Column<OrderView["references"][number]>[] = [
  { key: "qualifier", header: "Qualifier", narrow: "title", cell: ({ qualifier }) => qualifier || "–" },
  { key: "identifier", header: "Identifier", cell: ({ identifier }) => identifier || "–" },
  { key: "revision", header: "Revision", cell: ({ revision }) => revision || "–" },
];

const Words = ({ text }: { text: string }) => <span className={breakingLongWords(text)}>{text || "–"}</span>;

const partyColumns: Column<OrderView["parties"][number]>[] = [
  { key: "qualifier", header: "Party Function", narrow: "title", cell: ({ qualifier }) => qualifier || "–" },
  {
    key: "name",
    header: "Party Name",
    cell: ({ names, references }) => (
      <div>
        {names.length === 0 ? "–" : names.join(", ")}
        {references && <div className="text-xs text-ink-soft">{references}</div>}
      </div>
    ),
  },
  {
    key: "id",
    header: "Party Identifier, Agency Code",
    cell: ({ identifier, agency }) => (
      <div>
        <Words text={identifier} />
        {agency && <div className="text-xs text-ink-soft">{agency}</div>}
      </div>
    ),
  },
  {
    // As on an envelope: seven columns are wider than a panel.
    key: "address",
    header: "Street, City, State, Postcode, Country",
    cell: ({ street, city, state, postcode, country }) => {
      const lines = [street, [city, state, postcode, country].filter(Boolean).join(" ")].filter(Boolean);
      if (lines.length === 0) return "–";
      return lines.map((line) => (
        <div key={line}>
          <Words text={line} />
        </div>
      ));
    },
  },
];

const lineColumns: Column<LineView>[] = [
  { key: "number", header: "Line", tight: true, narrow: "title", cell: ({ number }) => number || "–" },
  {
    key: "item",
    header: "Item",
    cell: ({ item, description }) => (
      <div>
        {item || "–"}
        {description && <div className="text-xs text-ink-soft">{description}</div>}
      </div>
    ),
  },
  { key: "action", header: "Action", cell: ({ action }) => action || "–" },
  { key: "quantity", header: "Quantities", cell: ({ quantities }) => quantities || "–" },
  { key: "price", header: "Prices", cell: ({ prices }) => prices || "–" },
];

const Lines = ({ lines, caption }: { lines: LineView[]; caption: string }) => (
  <Table caption={caption} columns={lineColumns} rows={lines} rowKey={({ key }) => key} empty={null} />
);

/** References, names and addresses, and lines of an ORDERS, ORDRSP or DESADV (edi#messages). */
function OrderMessage({ order }: { order: OrderView }) {
  const { dates, references, parties, currency, notes, lines, left } = order;
  return (
    <div className="space-y-3">
      {(dates.length > 0 || currency) && (
        <p className="text-xs text-ink-soft">
          {[...dates, currency && `Currency: ${currency}`].filter(Boolean).join(" · ")}
        </p>
      )}
      <section className="space-y-1">
        <h3>References</h3>
        <Table
          caption="References"
          columns={referenceColumns}
          rows={references}
          rowKey={({ key }) => key}
          empty={<p className="text-ink-faint">None</p>}
        />
      </section>
      <section className="space-y-1">
        <h3>Names and addresses</h3>
        <Table
          caption="Names and addresses"
          columns={partyColumns}
          rows={parties}
          rowKey={({ key }) => key}
          empty={<p className="text-ink-faint">None</p>}
        />
      </section>
      {lines.length > 0 && (
        <section className="space-y-1">
          <h3>Lines</h3>
          <Lines lines={lines} caption="Lines" />
        </section>
      )}
      {notes.map((note) => (
        <p key={note} className="text-xs wrap-anywhere">
          {note}
        </p>
      ))}
      {left && <p className="text-ink-faint">{left} are not shown here: see the document.</p>}
    </div>
  );
}

type Props = {
  page: MessagePage;
  pageHref: string;
  none: string;
  reduced?: boolean;
  segmentsHref?: string;
  /** The segments of a message; append its reference. */
  messageHref?: string;
};

/** A summary per message (edi#messages). */
export function MessagesTab({ page, pageHref, none, reduced = false, segmentsHref, messageHref }: Props) {
  return (
    <div className="space-y-3">
      {page.messages.length === 0 ? <p>{none}</p> : <p className="text-xs text-ink-soft">{page.about}</p>}
      {reduced && (
        <Notice tone="background">
          This interchange is very long: its messages are shown here with their headers only.{" "}
          {segmentsHref && <a href={segmentsHref}>Its segments show everything.</a>}
        </Notice>
      )}
      {page.others && <p>{page.others}</p>}
      <Paged label="Pages of the messages" below="below them" position={page} pageHref={pageHref}>
        {page.messages.map((message) => (
          <Card
            key={message.key}
            title={message.label || "Message without a type"}
            actions={
              messageHref &&
              message.reference && (
                <LinkButton href={`${messageHref}${encodeURIComponent(message.reference)}`}>
                  Segments<span className="sr-only"> of message {message.reference}</span>
                </LinkButton>
              )
            }
          >
            {message.refusal && (
              <p>
                <StatusBadge tone="attention">{message.refusal}</StatusBadge>
              </p>
            )}
            <Message message={message} />
          </Card>
        ))}
      </Paged>
    </div>
  );
}

function Message({ message: { rows, refused = [], order, packing, text } }: { message: MessageView }) {
  return (
    <>
      <dl className="grid items-baseline gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {keyed(rows, ([name]) => name).map(({ key, item: [name, value] }) => (
          <div key={key} className="contents">
            <dt className="text-xs text-ink-faint">{name}</dt>
            <dd className="wrap-anywhere">{value || "–"}</dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 && (
        <ul className="list-disc pl-5 wrap-anywhere">
          {refused.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {text !== undefined && (
        <p className="text-ink-soft">A full detail table has not been built for this type of message.</p>
      )}
      {text && <JsonTree value={JSON.parse(text)} label="Message" />}
      {text === "" && <p>The message is too long to be shown here: its segments show everything.</p>}
      {order && <OrderMessage order={order} />}
      {packing && <Packing levels={packing} />}
    </>
  );
}

/** The consignment packing sequences, nested, down to the goods identity numbers (edi#packing). */
function Packing({ levels }: { levels: LevelView[] }) {
  return (
    <section className="space-y-1">
      <h3>Consignment packing sequences</h3>
      {levels.length === 0 ? <p className="text-ink-faint">None</p> : <Levels levels={levels} />}
    </section>
  );
}

function Levels({ levels }: { levels: LevelView[] }) {
  return (
    <ul className="space-y-2">
      {levels.map((level) => (
        <li key={level.key} className="border-l-2 border-line pl-3">
          <Level level={level} />
        </li>
      ))}
    </ul>
  );
}

function Level({ level: { title, problem, packages, lines, inside } }: { level: LevelView }) {
  if (packages.length + lines.length + inside.length === 0) return <p>{title}</p>;
  return (
    <details open>
      <summary className="font-medium">{title}</summary>
      <div className="mt-1 space-y-2">
        {problem && <p className="text-attention">{problem}</p>}
        {packages.map((one) => (
          <Package key={one.key} package={one} />
        ))}
        {lines.length > 0 && <Lines lines={lines} caption={`Lines of ${title}`} />}
        {inside.length > 0 && <Levels levels={inside} />}
      </div>
    </details>
  );
}

function Package({ package: { title, markings } }: { package: PackageView }) {
  return (
    <div className="text-xs">
      <div>Package: {title}</div>
      {markings.map(({ key, instructions, marks, numbers }) => (
        <div key={key} className="pl-3">
          <div className="text-ink-soft">
            {["Package identification", instructions && `: ${instructions}`, marks && `, marks ${marks}`]
              .filter(Boolean)
              .join("")}
          </div>
          {numbers.map(({ label, values }) => (
            <div key={`${label} ${values[0]}`} className="wrap-anywhere">
              {label}: <code>{values.join(", ")}</code>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
