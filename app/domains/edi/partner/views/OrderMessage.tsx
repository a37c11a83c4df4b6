import type {
  LineView,
  OrderView,
  PartyView,
  ReferenceView,
} from "#app/domains/edi/partner/detail/orderMessage.ts";
import { type Column, Table } from "#app/ui/lists/Table.tsx";

const referenceColumns: Column<ReferenceView>[] = [
  { key: "qualifier", header: "Qualifier", narrow: "title", cell: ({ qualifier }) => qualifier || "–" },
  { key: "identifier", header: "Identifier", cell: ({ identifier }) => identifier || "–" },
  { key: "revision", header: "Revision", cell: ({ revision }) => revision || "–" },
];

const maxWordLength = 20;

/** Keeps words whole, unless one is too long for a column. */
const Words = ({ text }: { text: string }) => (
  <span className={text.split(" ").some((word) => word.length > maxWordLength) ? undefined : "break-words"}>
    {text || "–"}
  </span>
);

const partyColumns: Column<PartyView>[] = [
  { key: "qualifier", header: "Party Function", narrow: "title", cell: ({ qualifier }) => qualifier || "–" },
  {
    key: "name",
    header: "Party Name",
    cell: ({ names, references }) => (
      <div>
        {names.length === 0 ? "–" : names.join(", ")}
        {references && <div className="text-sm text-ink-soft">{references}</div>}
      </div>
    ),
  },
  { key: "id", header: "Party Identifier", cell: ({ identifier }) => <Words text={identifier} /> },
  { key: "agency", header: "Agency Code", cell: ({ agency }) => agency || "–" },
  { key: "street", header: "Street", cell: ({ street }) => <Words text={street} /> },
  { key: "city", header: "City", cell: ({ city }) => <Words text={city} /> },
  { key: "state", header: "State", cell: ({ state }) => state || "–" },
  { key: "postcode", header: "Postcode", cell: ({ postcode }) => postcode || "–" },
  { key: "country", header: "Country", cell: ({ country }) => country || "–" },
];

const lineColumns: Column<LineView>[] = [
  { key: "number", header: "Line", tight: true, narrow: "title", cell: ({ number }) => number || "–" },
  {
    key: "item",
    header: "Item",
    cell: ({ item, description }) => (
      <div>
        {item || "–"}
        {description && <div className="text-sm text-ink-soft">{description}</div>}
      </div>
    ),
  },
  { key: "action", header: "Action", cell: ({ action }) => action || "–" },
  { key: "quantity", header: "Quantities", cell: ({ quantities }) => quantities || "–" },
  { key: "price", header: "Prices", cell: ({ prices }) => prices || "–" },
];

export const Lines = ({ lines, caption }: { lines: LineView[]; caption: string }) => (
  <Table caption={caption} columns={lineColumns} rows={lines} rowKey={({ key }) => key} empty={null} />
);

/** References, names and addresses, and lines of an ORDERS, ORDRSP or DESADV (edi#messages). */
export function OrderMessage({ order }: { order: OrderView }) {
  const { dates, references, parties, currency, notes, lines, left } = order;
  return (
    <div className="space-y-3">
      {(dates.length > 0 || currency) && (
        <p className="text-sm text-ink-soft">
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
        <p key={note} className="text-sm wrap-anywhere">
          {note}
        </p>
      ))}
      {left && <p className="text-ink-faint">{left} are not shown here: see the document.</p>}
    </div>
  );
}
