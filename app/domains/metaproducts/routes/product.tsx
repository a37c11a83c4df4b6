import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { priceThroughRules } from "#app/composition/productLists.ts";
import { attempt } from "#app/core/api/api.server.ts";
import type { ActionLink } from "#app/core/commands/model.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { RouteDialog, UnavailablePanel } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/core/ui/dialogs/Tabs.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { CopyField } from "#app/core/ui/fields/CopyField.tsx";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { FilterBar } from "#app/core/ui/lists/FilterBar.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { PictureList } from "#app/core/ui/PictureList.tsx";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { panelWords, titleOver } from "#app/core/ui/shell/titles.ts";
import { ActivityFeed } from "#app/core/ui/text/ActivityFeed.tsx";
import { useTimeZone } from "#app/core/ui/text/DateTime.tsx";
import { Code, LongText, Marked } from "#app/core/ui/text/LongText.tsx";
import { RawData } from "#app/core/ui/text/RawData.tsx";
import { formatDay } from "#app/core/ui/text/time.ts";
import { plural } from "#app/core/values/values.ts";
import { findMetaProduct } from "#app/domains/metaproducts/api.server.ts";
import {
  type AttributeRow,
  type Changes,
  type ChangesFilter,
  type ProductDetail,
  type Refusals,
  toProductDetail,
  toProductUnavailable,
  type VariantRow,
  type Variants,
} from "#app/domains/metaproducts/detail.ts";
import { toneOfState } from "#app/domains/metaproducts/model.ts";
import { productPath, productSearch, productView } from "#app/domains/metaproducts/paths.ts";
import { productRef, productState, productsInBulk } from "#app/domains/metaproducts/record.server.ts";
import { notesOf } from "#app/features/notes/notes.server.ts";
import { holderIn } from "#app/features/notes/notes.ts";
import { NotesPart } from "#app/features/notes/views/NotesPart.tsx";
import { queueOf } from "#app/features/work/queues.server.ts";
import { PanelHead } from "#app/screens/LivePanelHead.tsx";
import { ChangeText } from "../views/StoreOverview.tsx";

const sku: Column<VariantRow> = {
  key: "sku",
  header: "SKU",
  narrow: "title",
  cell: (row) => (
    <>
      {row.sku ? <Code value={row.sku} /> : <span className="text-ink-faint">(no SKU)</span>}
      {row.refusals.map((message) => (
        <span key={message} className="block text-base font-normal text-attention">
          <Icon name="attention" /> {message}
        </span>
      ))}
    </>
  ),
};

const others: { [Key in keyof Variants["shows"]]: Column<VariantRow>[] } = {
  barcode: [
    { key: "barcode", header: "Barcode", cell: ({ barcode }) => (barcode ? <Code value={barcode} /> : "–") },
  ],
  prices: [
    { key: "rrp", header: "RRP", align: "end", tight: true, cell: ({ rrp }) => <Marked value={rrp} /> },
    { key: "sale", header: "Sale", align: "end", tight: true, cell: ({ sale }) => <Marked value={sale} /> },
  ],
  status: [
    {
      key: "status",
      header: "Status",
      cell: ({ status }) =>
        status === "" ? (
          "–"
        ) : (
          <span>
            <StatusBadge tone={toneOfState(status)}>{status}</StatusBadge>
          </span>
        ),
    },
  ],
  quantity: [
    {
      key: "quantity",
      header: "Quantity",
      align: "end",
      tight: true,
      cell: ({ quantity }) => <Marked value={quantity} />,
    },
  ],
};

function VariantTable({ caption, variants }: { caption: string; variants: Variants }) {
  const { rows, shows, total, unreadable } = variants;
  const parts = (["barcode", "prices", "status", "quantity"] as const).filter((part) => shows[part]);
  const columns = [sku, ...parts.flatMap((part) => others[part])];
  return (
    <>
      <Table
        caption={caption}
        cards={columns.length > 2}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        empty={<p>This product has no variants.</p>}
      />
      {total !== undefined && (
        <p className="total">
          <span>Total</span> <span className="tabular-nums">{total}</span>
        </p>
      )}
      {unreadable > 0 && (
        <p className="text-attention">
          {unreadable === 1
            ? "1 variant has no readable quantity and is not in the total."
            : `${unreadable} variants have no readable quantity and are not in the total.`}
        </p>
      )}
    </>
  );
}

const columns: Column<AttributeRow>[] = [
  { key: "name", header: "Attribute", narrow: "title", cell: ({ name }) => name },
  { key: "whose", header: "Of", tight: true, cell: ({ owner }) => owner },
  {
    key: "value",
    header: "Value",
    roomy: true,
    lines: true,
    cell: ({ value }) =>
      value === "" ? <span className="text-ink-faint">(empty)</span> : <LongText value={value} />,
  },
];

/** Every attribute in the channel, collapsed (products#attribute-table). */
function AttributeTable({ attributes }: { attributes: AttributeRow[] }) {
  if (attributes.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer py-1 font-semibold">Attributes ({attributes.length})</summary>
      <Table
        caption="Attributes"
        dense
        columns={columns}
        rows={attributes}
        rowKey={({ key }) => key}
        empty={null}
      />
    </details>
  );
}

/** The channel's messages, the first in sight, with the actions that fix them (products#mending). */
function RefusalList({
  refusals: { messages, again },
  above,
}: {
  refusals: Refusals;
  /** The action that the panel's head already shows. */
  above: ActionLink | undefined;
}) {
  if (messages.length === 0) return null;
  const folded = messages.slice(1);
  return (
    <section className="notice tone-attention" aria-label="Validation Status">
      <Icon name="attention" />
      <div className="space-y-1">
        <Messages messages={messages.slice(0, 1)} />
        {folded.length > 0 && (
          <details>
            <summary>and {folded.length} more</summary>
            <Messages messages={folded} />
          </details>
        )}
      </div>
      <Mends actions={again.filter(({ href }) => href !== above?.href)} />
    </section>
  );
}

const Messages = ({ messages }: Pick<Refusals, "messages">) => (
  <ul className="space-y-1">
    {messages.map(({ key, text, mends }) => (
      <li key={key} className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-40 break-words">
          <LongText value={text} limit={300} />
        </span>
        <Mends actions={mends} />
      </li>
    ))}
  </ul>
);

const Mends = ({ actions }: { actions: ActionLink[] }) => (
  <>
    {actions.map(({ label, href }) => (
      <LinkButton key={href} href={href} data-scroll="keep">
        {label}
      </LinkButton>
    ))}
  </>
);

/** 'Product Data - {groupId}' (products#detail): facts, pictures, messages and attributes; then its tabs. */
export default function Product() {
  return (
    <>
      <Panel />
      <Outlet />
    </>
  );
}

function Panel() {
  const panel = useLoaderData<typeof loader>();
  if (!panel.isShown) return <UnavailablePanel {...panel} />;
  const { detail, notes } = panel;
  const name = detail.code || detail.id;
  return (
    <RouteDialog title={detail.title} closeTo={detail.closeTo} kind="wide-panel">
      <PanelHead
        name={name}
        heading={<LongText value={detail.name || "No title"} />}
        state={
          <>
            {detail.state && <StatusBadge tone={toneOfState(detail.state)}>{detail.state}</StatusBadge>}
            {detail.brand && <p>{detail.brand}</p>}
          </>
        }
        actionsLabel={`Actions for ${name}`}
        actions={detail.actions}
      />
      <div className="panel-lines">
        <RefusalList refusals={detail.refusals} above={detail.actions[0]} />
        <NotesPart notes={notes} />
      </div>
      <Tabs label="Product data" tabs={detail.tabs} current={detail.tab} />
      <OpenTab panel={panel} />
    </RouteDialog>
  );
}

/** Pictures, ids, attributes and variants: in the first tab, whichever its channel has. */
function ProductFacts({ panel: { detail, priceHref }, children }: OpenProps & { children: ReactNode }) {
  const name = detail.code || detail.id;
  return (
    <>
      <ProductPictures pictures={detail.pictures} of={name} />
      <div>
        <CopyField label="Code" value={detail.code} />
        <CopyField label="Id" value={detail.id} />
      </div>
      {priceHref !== undefined && (
        <p>
          <a href={priceHref}>Price through all rules</a>
        </p>
      )}
      <AttributeTable attributes={detail.attributes} />
      {detail.variants && (
        <section>
          <h3 className="pb-1">Variants</h3>
          <VariantTable caption="Variants by SKU" variants={detail.variants} />
        </section>
      )}
      {children}
    </>
  );
}

type OpenProps = { panel: { detail: ProductDetail; priceHref: string | undefined } };

function OpenTab({ panel }: OpenProps) {
  const tab = <OwnTab detail={panel.detail} />;
  const isFirst = panel.detail.tab === panel.detail.tabs[0]?.key;
  return isFirst ? <ProductFacts panel={panel}>{tab}</ProductFacts> : tab;
}

function OwnTab({ detail }: { detail: ProductDetail }) {
  switch (detail.tab) {
    case "inventory":
      return <VariantTable caption="Inventory by SKU" variants={detail.inventory} />;
    case "changes":
      return <ChangeFeed changes={detail.changes} filter={detail.changesFilter} />;
    case "raw":
      return <RawData text={detail.rawText} label="Product" />;
  }
}

/** Every picture of a product (products#pictures); each opens in full size. */
function ProductPictures({ pictures, of }: { pictures: string[]; of: string }) {
  if (pictures.length === 0) return <ProductImage src={undefined} alt={of} />;
  return (
    <PictureList
      label={`Pictures of ${of}`}
      pictures={pictures.map((address, index) => ({
        key: address,
        src: address,
        href: address,
        alt: `${of}, picture ${index + 1} of ${pictures.length}`,
      }))}
    />
  );
}

/** The changes of a product by day, newest first, with a filter in the URL (products#changes). */
function ChangeFeed({ changes, filter }: { changes: Changes; filter: ChangesFilter }) {
  const timeZone = useTimeZone();
  if (changes.all === 0) return <p>This product has no recorded changes.</p>;
  const found = changes.entries.length + changes.older;
  return (
    <>
      <FilterBar
        action={filter.action}
        keep={filter.keep}
        resetHref={filter.query === "" ? undefined : filter.clearHref}
      >
        <SearchField
          name={productView.names.change}
          label="Changes with"
          value={filter.query}
          hint="Code, attribute or value"
        />
      </FilterBar>
      {filter.query !== "" && (
        <p role="status">
          {found === 0 ? "No change matches." : `${plural(found, "change", "changes")} of ${changes.all}.`}
        </p>
      )}
      <ActivityFeed
        entries={changes.entries.map((change) => ({
          key: change.key,
          title: [change.code, change.attribute].filter(Boolean).join(" · ") || "Change",
          body: <ChangeText oldValue={change.oldValue} newValue={change.newValue} />,
          day: (change.at && formatDay(change.at, timeZone)) ?? "Without a date",
          at: change.at,
        }))}
      />
      {changes.older > 0 && <p className="text-ink-faint">{changes.older} older changes are in Raw Data.</p>}
    </>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  titleOver(matches, data?.isShown ? panelWords(data.detail.title, data.detail) : [data?.title]);

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const { user, store } = await requireStorePage(request, params.alias, "products");
  const filter = productSearch.read(request.url);
  const { group, ...requested } = productView.read(request.url);
  const wanted = { id: params.productId ?? "", group };
  const { storeAlias: alias, storeType } = store;
  const unavailable = (why: Parameters<typeof toProductUnavailable>[3], status: number) =>
    data(toProductUnavailable(alias, filter, wanted, why), { status });
  const found = await attempt(findMetaProduct(user, store, wanted, filter));
  if (!found.ok) return unavailable({ error: found.error }, 502);
  const row = found.value;
  if (!row?.readable) return unavailable({ problem: row?.problem }, row ? 200 : 404);
  const context = { alias, storeType, filter, username: user.username };
  const here = productPath(alias, filter, { ...wanted, ...requested });
  const [notes, queue] = await Promise.all([
    notesOf(user, productRef(alias, row.row.id), here, productState(row.row)),
    queueOf(productsInBulk, args, user),
  ]);
  return {
    isShown: true as const,
    notes,
    queue: queue && { ...queue, heldBy: holderIn(notes) },
    detail: toProductDetail(row.row, row.raw, context, requested),
    priceHref: priceThroughRules(store, row.row.id),
  };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
export { panelRevalidation as shouldRevalidate } from "#app/core/lists/useListPlace.ts";
