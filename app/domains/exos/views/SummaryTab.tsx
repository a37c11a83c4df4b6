import { LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { PictureList } from "#app/core/ui/PictureList.tsx";
import { Avatar } from "#app/core/ui/shell/Avatar.tsx";
import { RelativeTime } from "#app/core/ui/text/DateTime.tsx";
import { FactList } from "#app/core/ui/text/FactList.tsx";
import { LongText, Marked } from "#app/core/ui/text/LongText.tsx";
import { Timeline } from "#app/core/ui/text/Timeline.tsx";
import type { CreditView } from "#app/domains/exos/credit.ts";
import type { JobView, StreamView } from "#app/domains/exos/jobs.ts";
import type { CustomerCard, ItemList, ItemView, Summary } from "#app/domains/exos/summary.ts";

/** Who returns what, why, and the progress of processing (returns#summary). */
export function SummaryTab({ summary }: { summary: Summary }) {
  return (
    <div className="panel-columns grid items-start gap-3 lg:grid-cols-[3fr_2fr]">
      <div className="min-w-0 space-y-3">
        {summary.credit && <Credit credit={summary.credit} unpriced={summary.unpriced} />}
        <Customer customer={summary.customer} />
        {summary.lists === undefined ? (
          <Card title="Items">
            <p>This EXO holds no exchange: nothing is known of its items.</p>
          </Card>
        ) : (
          summary.lists.map((list) => <Items key={list.heading} list={list} />)
        )}
      </div>
      <JobSteps streams={summary.streams} unreadable={summary.unreadable} />
    </div>
  );
}

type CreditProps = { credit: CreditView; unpriced: string | undefined };

/** The credit to give manually, or given (returns#credit-owed). */
const Credit = ({ credit: { isGiven, words, sums, command }, unpriced }: CreditProps) => (
  <Card title="Credit">
    <StatusBadge tone={isGiven ? "ok" : "attention"}>{isGiven ? "Given" : "Owed"}</StatusBadge>
    <FactList facts={sums} />
    {unpriced && <p className="text-attention">These sums are {unpriced}.</p>}
    <p className="wrap-anywhere">{words}</p>
    {command && (
      <div>
        <LinkButton href={command.href}>{command.label}</LinkButton>
      </div>
    )}
  </Card>
);

function Customer({ customer }: { customer: CustomerCard }) {
  const { name, initials, email, correspondenceEmail, code, idx } = customer;
  const ids = [
    ["Email Address", email],
    ["Correspondence Email Address", correspondenceEmail === email ? "" : correspondenceEmail],
    ["AP21 Customer Code", code],
    ["AP21 Customer Idx", idx],
  ] as const;
  return (
    <Card title="Customer">
      <div className="flex items-center gap-3">
        <Avatar initials={initials} seed={email || name} />
        <strong className="min-w-0 wrap-anywhere">{name || "Customer not known"}</strong>
      </div>
      <div>{ids.map(([label, value]) => value && <CopyField key={label} label={label} value={value} />)}</div>
      {!code && !idx && <p className="text-ink-faint">No AP21 customer is known.</p>}
    </Card>
  );
}

const columns: Column<ItemView>[] = [
  { key: "item", header: "Item", narrow: "title", roomy: true, cell: (item) => <Item item={item} /> },
  { key: "quantity", header: "Quantity", align: "end", cell: ({ quantity }) => <Marked value={quantity} /> },
  { key: "unit", header: "Unit Price", align: "end", cell: ({ unitPrice }) => <Marked value={unitPrice} /> },
  { key: "line", header: "Line Price", align: "end", cell: (item) => <LinePrice item={item} /> },
  { key: "reason", header: "Reason", roomy: true, cell: (item) => <Reason item={item} /> },
];

function Item({ item: { title, levelCode, tags } }: { item: ItemView }) {
  return (
    <>
      <LongText value={title} />
      <div className="text-xs font-normal text-ink-soft">{levelCode || "No level code"}</div>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1 text-xs font-normal" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} className="rounded-sm bg-surface-sunken px-1.5 text-ink-soft">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const LinePrice = ({ item: { linePrice, reckoned } }: { item: ItemView }) => (
  <>
    <Marked value={linePrice ?? { text: "", note: "Price not known" }} />
    {reckoned && <div className="text-xs text-ink-soft">{reckoned}</div>}
  </>
);

function Reason({ item: { reason, notes } }: { item: ItemView }) {
  return (
    <div>
      {reason || "–"}
      {notes && (
        <div className="whitespace-pre-line text-ink-soft">
          <LongText value={notes} />
        </div>
      )}
    </div>
  );
}

function Items({ list: { heading, items, total, unpriced } }: { list: ItemList }) {
  return (
    <Card title={heading}>
      <Table
        caption={heading}
        columns={columns}
        rows={items}
        rowKey={(item) => item.key}
        empty={<p>No items come back.</p>}
      />
      {items.length > 0 && (
        <p className="total">
          <span>Total</span> <span className="tabular-nums">{total}</span>
        </p>
      )}
      {unpriced && <p className="text-end text-attention">{unpriced}</p>}
      {items.map((item) => item.photos.length > 0 && <Photos key={item.key} item={item} />)}
    </Card>
  );
}

/** Number of photos shown at once; the others are loaded when expanded. */
const shownPhotos = 8;

function Photos({ item: { title, photos } }: { item: ItemView }) {
  return (
    <div className="space-y-2">
      <h3>
        {photos.length === 1 ? "1 photo" : `${photos.length} photos`} of {title}
      </h3>
      <PictureList first={shownPhotos} pictures={photos} />
    </div>
  );
}

/** Progress of processing, stream by stream (returns#jobs). */
function JobSteps({ streams, unreadable }: { streams: StreamView[]; unreadable: string | undefined }) {
  return (
    <Card title="Processing status">
      {unreadable && <Notice tone="attention">{unreadable}</Notice>}
      {streams.length === 0 && <p>Nothing has been processed yet.</p>}
      {streams.map((stream) => (
        <section key={stream.key} className="space-y-2">
          <h3>
            {`${stream.label} `}
            <span className="text-xs font-normal text-ink-soft">{stream.about}</span>
          </h3>
          {!stream.isKnown && (
            <p>The portal does not know this stream: only jobs that have run are listed.</p>
          )}
          <Timeline
            label={stream.label}
            steps={stream.jobs.map((job) => ({
              key: job.key,
              label: job.name,
              state: job.state,
              note: <JobNote job={job} />,
            }))}
          />
        </section>
      ))}
    </Card>
  );
}

function JobNote({ job: { description, notes, since, failure } }: { job: JobView }) {
  return (
    <>
      {description}
      {(notes || since) && (
        <div>
          {since && (
            <>
              Started <RelativeTime at={since} />
              {notes && ". "}
            </>
          )}
          {notes}
        </div>
      )}
      {failure && (
        <div className="text-base text-danger">
          {failure.words}
          {failure.message && (
            <div>
              <LongText value={failure.message} limit={300} />
            </div>
          )}
          {failure.advice && <div className="text-ink">{failure.advice}</div>}
        </div>
      )}
    </>
  );
}
