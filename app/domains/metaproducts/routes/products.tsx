import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { User } from "#app/core/auth/guard.server.ts";
import { actionLinks } from "#app/core/commands/model.ts";
import { attempt } from "#app/core/http/api.server.ts";
import { type CellsOf, toTableColumns } from "#app/core/lists/cells.tsx";
import { pageOfGathered, screenLimits } from "#app/core/lists/gather.server.ts";
import { type ListPage, reachWords } from "#app/core/lists/listed.ts";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { invalidToggle } from "#app/core/specification/products.ts";
import type { StoreScope } from "#app/core/stores/guard.server.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { classes } from "#app/core/ui/classes.ts";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { SearchField, ToggleField } from "#app/core/ui/fields/fields.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { ActionMenu } from "#app/core/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { storeTitle } from "#app/core/ui/shell/Page.tsx";
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
} from "#app/domains/metaproducts/list.ts";
import { toneOfState } from "#app/domains/metaproducts/model.ts";
import {
  isSameProductList,
  type ProductFilter,
  productSearch,
  productsPath,
} from "#app/domains/metaproducts/paths.ts";
import { productRef, productState } from "#app/domains/metaproducts/record.server.ts";
import { marksOf, marksOfRows } from "#app/features/notes/notes.server.ts";
import { ListScreen } from "#app/features/records/ListScreen.tsx";
import { listAnswer } from "#app/features/records/recordPages.server.ts";
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

/** `href` is the product's panel, which has all of them. */
type ValidationProps = { validation: ProductCells["validation"]; href: string };

function Validation({ validation: { messages, more }, href }: ValidationProps) {
  if (messages.length === 0) return null;
  return (
    <ul className="space-y-1 text-attention xl:min-w-[10.5rem]">
      {messages.map((message) => (
        <li key={message} className="flex gap-1">
          <Icon name="attention" />
          <span className={classes("min-w-0", breakingLongWords(message))}>{message}</span>
        </li>
      ))}
      {more > 0 && (
        <li>
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

/** Says which message the products are refused with, and how far the lists were read for it (products#message). */
function MessageNotice({ alias, filter, list }: MessageProps) {
  if (filter.message === "") return null;
  return (
    <Notice tone={list?.reach?.stopped ? "attention" : "background"}>
      Refused with <strong>{filter.message}</strong>
      {list?.reach && `: ${reachWords(list.reach)}`}{" "}
      {alias !== undefined && (
        <a href={productsPath(alias, { invalid: true })}>Show all refused products of this store</a>
      )}
    </Notice>
  );
}

/** Meta Products (products#filters, products#columns); the open panel or dialog as children. */
export default function Products() {
  const { alias, columns, ...screen } = useLoaderData<typeof loader>();
  const { filter, list } = screen;
  return (
    <ListScreen
      {...screen}
      title={alias === undefined ? "Refused products" : "Meta Products"}
      noun="products"
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
  const shown = toGatheredProducts(rows, { filter, username: user.username, isEveryStore: !store });
  const marks = await marksOf(
    rows.map(({ store: { storeAlias }, row: { row } }, index) => ({
      ref: productRef(storeAlias, row.id),
      ...productState(row),
      key: shown[index]?.row.key ?? row.id,
    })),
  );
  return { rows: shown, marks, ...pages };
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireProducts(args);
  const { user, store } = scope;
  const filter = productSearch.read(args.request.url);
  const columns = productColumns.views(columnsWithout(store?.storeType));
  const screen = { alias: store?.storeAlias, storeName: store?.storeName, filter, columns };
  if (!store || filter.message !== "") {
    const list = await attempt(gatheredList(scope, filter));
    return listAnswer(screen, list, () => gatheredSheetChoices(store?.storeAlias, filter));
  }
  const list = await attempt(storeList(user, store, filter));
  return listAnswer(screen, list, ({ rows, hasNext }) =>
    productSheetChoices(store.storeAlias, filter, { shown: rows.length, hasNext: hasNext === true }),
  );
}

export const shouldRevalidate = listRevalidation(isSameProductList);

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
