import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { attempt } from "#app/core/api/api.server.ts";
import type { User } from "#app/core/auth/guard.server.ts";
import { actionLinks } from "#app/core/commands/model.ts";
import { type CellsOf, toTableColumns } from "#app/core/lists/cells.tsx";
import { pageOfGathered, screenLimits } from "#app/core/lists/gather.server.ts";
import { type ListPage, missingWords, reachCount } from "#app/core/lists/listed.ts";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { invalidToggle } from "#app/core/specification/products.ts";
import type { StoreScope } from "#app/core/stores/guard.server.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { classes } from "#app/core/ui/classes.ts";
import { ErrorBar, type ErrorText } from "#app/core/ui/feedback/ErrorBar.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { SearchField, ToggleField } from "#app/core/ui/fields/fields.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { ActionMenu } from "#app/core/ui/lists/ActionMenu.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import { Table } from "#app/core/ui/lists/Table.tsx";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { Page, storeTitle } from "#app/core/ui/shell/Page.tsx";
import { LongText, Marked } from "#app/core/ui/text/LongText.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import {
  gatheredSheetChoices,
  gatherRefused,
  listMetaProducts,
  productSheetChoices,
  requireProducts,
} from "#app/domains/metaproducts/api.server.ts";
import {
  columnsWithout,
  type ProductCells,
  type ProductRow,
  productColumns,
  toGatheredProducts,
  toProductPage,
} from "#app/domains/metaproducts/columns.ts";
import { toneOfState } from "#app/domains/metaproducts/model.ts";
import {
  isSameProductList,
  type ProductFilter,
  productSearch,
  productsPath,
} from "#app/domains/metaproducts/paths.ts";
import {
  productRef,
  productState,
  type RefusedMessage,
  refusedMessages,
} from "#app/domains/metaproducts/record.server.ts";
import { marksOf, marksOfRows } from "#app/features/notes/notes.server.ts";
import { ListScreen } from "#app/screens/ListScreen.tsx";
import { listAnswer } from "#app/screens/recordPages.server.ts";
import type { Store } from "#contract/stores.ts";

/** Short words need no element: there are two of these in every row. */
const Words = ({ text }: { text: string }) =>
  /\S{8}/.test(text) ? <span className={breakingLongWords(text)}>{text}</span> : text;

/** One string with two lines, unless one of the prices is marked. */
function Price({ price: { rrp, sale } }: { price: ProductCells["price"] }) {
  if (rrp === undefined && sale === undefined) return <>–</>;
  if (typeof rrp !== "object" && typeof sale !== "object") {
    return <>{`RRP ${rrp ?? "–"}\nSale ${sale ?? "–"}`}</>;
  }
  return (
    <>
      RRP <Marked value={rrp} />
      {"\n"}Sale <Marked value={sale} />
    </>
  );
}

/** Messages in a row that is not expanded. */
const maxInRow = 2;

/** `href` is the product's panel, which has all of them. */
type ValidationProps = { validation: ProductCells["validation"]; href: string };

function Validation({ validation: { messages, more }, href }: ValidationProps) {
  if (messages.length === 0) return null;
  return (
    <ul className="text-xs text-attention">
      {messages.map((message, index) => (
        <li key={message} className={classes("flex gap-1 py-0.5", index >= maxInRow && "row-long")}>
          <Icon name="attention" />
          <span className={classes("min-w-0", breakingLongWords(message))}>{message}</span>
        </li>
      ))}
      {messages.length > maxInRow && (
        <li className="hidden folded:block">and {messages.length - maxInRow + more} more</li>
      )}
      {more > 0 && (
        <li className={messages.length > maxInRow ? "row-long" : undefined}>
          <a href={href}>and {more} more</a>
        </li>
      )}
    </ul>
  );
}

const productCells: CellsOf<ProductCells, ProductRow> = {
  image: ({ src }, { code }) => <ProductImage src={src} alt={code || "Product"} />,
  store: (store) => <Words text={store} />,
  brand: (brand) => <Words text={brand} />,
  // A list of all stores has more columns, and no room for an unusual code.
  code: (code, { href, cells }) => (
    <RowLink
      href={href}
      className={code.length > 20 && cells.store ? "whitespace-normal break-all" : undefined}
    >
      {code || "(no code)"}
    </RowLink>
  ),
  title: ({ title, state }) => (
    <>
      {title === "" ? <span className="text-ink-faint">No title</span> : <LongText value={title} />}
      {state !== "" && (
        <div className="mt-1">
          <StatusBadge tone={toneOfState(state)}>{state}</StatusBadge>
        </div>
      )}
    </>
  ),
  price: (price) => <Price price={price} />,
  validation: (validation, { href }) => <Validation validation={validation} href={href} />,
  status: (status) =>
    status && <StatusBadge tone={status === "Created" ? "ok" : "background"}>{status}</StatusBadge>,
  actions: (offered, { code, href, key }) => (
    <ActionMenu label={`Actions for ${code || key}`} actions={actionLinks(href, offered)} />
  ),
};

type MessageProps = {
  alias: StoreAlias;
  filter: ProductFilter;
  list: ListPage<ProductRow> | undefined;
};

/** Says which message the products are refused with, and what is missing in the list (products#message). */
function MessageNotice({ alias, filter, list }: MessageProps) {
  if (filter.message === "") return null;
  return (
    <p className="text-ink-soft">
      Refused with <strong className="text-ink">{filter.message}</strong>.{" "}
      {list?.reach && missingWords(list.reach)}{" "}
      {alias !== undefined && (
        <a href={productsPath(alias, { invalid: true })}>Show all refused products of this store</a>
      )}
    </p>
  );
}

/** The messages that products are refused with, over all stores: each leads to its products (products#message). */
const Messages = ({ messages, error }: { messages: RefusedMessage[]; error: ErrorText | undefined }) => (
  <Page title="Refused products">
    {error && <ErrorBar error={error} retryHref={productsPath(undefined)} />}
    {!error && (
      <Table
        dense
        caption="Refused products"
        columns={[
          {
            key: "message",
            header: "Message",
            narrow: "title",
            cell: ({ message, href }) => (
              <RowLink href={href} className="whitespace-normal">
                {message}
              </RowLink>
            ),
          },
          { key: "count", header: "Products", align: "end", tight: true, cell: ({ count }) => count },
        ]}
        rows={messages}
        rowKey={({ href }) => href}
        rowHref={({ href }) => href}
        empty={<EmptyState title="No products are refused" />}
      />
    )}
  </Page>
);

/** Meta Products (products#filters, products#columns); the open panel or dialog as children. */
export default function Products() {
  const { messages, ...products } = useLoaderData<typeof loader>();
  if (messages) return <Messages messages={messages} error={products.error} />;
  return <ProductList {...products} />;
}

type Loaded = Omit<ReturnType<typeof useLoaderData<typeof loader>>, "messages">;

function ProductList({ alias, columns, ...screen }: Loaded) {
  const { filter, list } = screen;
  const everywhere = alias === undefined ? " in all stores" : "";
  return (
    <ListScreen
      {...screen}
      title={alias === undefined ? "Refused products" : "Meta Products"}
      noun="products"
      count={list?.reach && `${reachCount(list.reach)}${everywhere}`}
      clearHref={alias === undefined ? productsPath(undefined) : undefined}
      param="productId"
      search={productSearch}
      isNumbered={filter.message !== ""}
      path={(to) => productsPath(alias, to)}
      fields={
        <>
          <SearchField name={productSearch.names.code} label="Code" value={filter.code} />
          <SearchField name={productSearch.names.title} label="Title" value={filter.title} />
          {filter.message === "" && (
            <ToggleField name={productSearch.names.invalid} label={invalidToggle} checked={filter.invalid} />
          )}
        </>
      }
      keep={["message"]}
      notice={<MessageNotice alias={alias} filter={filter} list={list} />}
      unsorted
      showsDownload={alias !== undefined}
      rowName={({ code, key }) => code || key}
      columns={toTableColumns<ProductCells, ProductRow>(columns, productCells)}
      rowHref={({ href }) => href}
      bulk={{
        kind: "products",
        alias,
        actionsOf: ({ cells }) => cells.actions ?? [],
        nameOf: ({ code, key }) => code || key,
        idOf: ({ bulkId }) => bulkId,
      }}
      empty={{ all: "This store has no products" }}
    >
      <Outlet />
    </ListScreen>
  );
}

export const meta = storeTitle("Meta Products", "Refused products");

async function storeList(user: User, store: Store, filter: ProductFilter) {
  const { storeAlias: alias, storeType } = store;
  const rows = await listMetaProducts(user, store, filter);
  return {
    ...toProductPage(rows, { alias, storeType, filter, username: user.username }),
    marks: await marksOfRows(rows, (row) => ({ ref: productRef(alias, row.id), ...productState(row) })),
  };
}

/** A page of the products with one message, of a store or of all (products#message). */
async function gatheredList({ user, store, stores }: StoreScope, filter: ProductFilter) {
  const { products, reach } = await gatherRefused(user, stores, filter, screenLimits);
  const { rows, ...pages } = pageOfGathered(products, filter.page, reach);
  const gathered = toGatheredProducts(rows, { filter, username: user.username, isEveryStore: !store });
  const marks = await marksOf(
    rows.map(({ store: { storeAlias }, row: { row } }, index) => ({
      ref: productRef(storeAlias, row.id),
      ...productState(row),
      key: gathered[index]?.row.key ?? row.id,
    })),
  );
  return { rows: gathered, marks, ...pages };
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireProducts(args);
  const { user, store } = scope;
  const filter = productSearch.read(args.request.url);
  const columns = productColumns
    .views(columnsWithout(store?.storeType))
    // With the store beside each product something has to give way: what the products are refused for doesn't.
    .map((column) =>
      store || !["stock", "image"].includes(column.key) ? column : { ...column, rank: 3 as const },
    );
  const screen = {
    alias: store?.storeAlias,
    storeName: store?.storeName,
    filter,
    columns,
    messages: undefined,
  };
  if (!store && filter.message === "") {
    const read = await attempt(refusedMessages(user, scope.stores));
    const messages = read.ok ? read.value : [];
    return listAnswer(
      { ...screen, messages },
      read.ok ? { ok: true, value: { rows: [], reach: undefined } } : read,
    );
  }
  if (!store || filter.message !== "") {
    const list = await attempt(gatheredList(scope, filter));
    return listAnswer(screen, list, () => gatheredSheetChoices(store?.storeAlias, filter));
  }
  const list = await attempt(storeList(user, store, filter));
  return listAnswer(screen, list, ({ rows, hasNext }) =>
    productSheetChoices(store.storeAlias, filter, { rowCount: rows.length, hasNext: hasNext === true }),
  );
}

export const shouldRevalidate = listRevalidation(isSameProductList);

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
