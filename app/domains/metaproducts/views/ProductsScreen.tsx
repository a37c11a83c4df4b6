import type { ReactNode } from "react";
import { actionLinks } from "#app/confirm/model.ts";
import type { ProductCells } from "#app/domains/metaproducts/columns.ts";
import type { ProductRow } from "#app/domains/metaproducts/list.ts";
import { type ProductFilter, productSearch, productsPath } from "#app/domains/metaproducts/paths.ts";
import { toneOfState } from "#app/domains/metaproducts/viewModel.ts";
import { type CellsOf, toTableColumns } from "#app/lists/cells.tsx";
import type { ColumnView } from "#app/lists/columns.ts";
import type { ListPage } from "#app/lists/listed.ts";
import { reachWords } from "#app/lists/reach.ts";
import { NumberedSteps, OpenSteps } from "#app/lists/Steps.tsx";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import { RecordListScreen } from "#app/recordPages/RecordListScreen.tsx";
import type { SheetChoices } from "#app/sheets/sheetChoices.ts";
import { DownloadToExcel } from "#app/sheets/views/DownloadToExcel.tsx";
import type { StoreAlias } from "#app/stores/paths.ts";
import type { ErrorText } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/ui/feedback/Status.tsx";
import { SearchField, ToggleField } from "#app/ui/fields/fields.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { ActionMenu } from "#app/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/ui/lists/rows.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { LongText, Marked } from "#app/ui/text/LongText.tsx";

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

function Validation({
  validation: { messages, more },
  href,
}: {
  validation: ProductCells["validation"];
  /** The product's panel, which has all of them. */
  href: string;
}) {
  if (messages.length === 0) return null;
  return (
    <ul className="space-y-1 text-attention">
      {messages.map((message) => (
        <li key={message} className="flex gap-1">
          <Icon name="attention" />
          <span className="min-w-0">{message}</span>
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

/** Codes up to this length don't wrap; longer ones are unusual. */
const unbrokenCode = 24;

const productCells: CellsOf<ProductCells, ProductRow> = {
  image: ({ src }, { code }) => <ProductImage src={src} alt={code || "Product"} />,
  code: (code, { href }) => (
    <RowLink href={href} className={code.length <= unbrokenCode ? undefined : "break-all whitespace-normal"}>
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
  actions: (offered, { code, href, key }) => {
    const actions = actionLinks(href, offered);
    const [first] = actions;
    return <ActionMenu label={`Actions for ${code || key}`} primary={first} items={actions} />;
  },
};

type Props = {
  alias: StoreAlias;
  filter: ProductFilter;
  columns: ColumnView<keyof ProductCells>[];
  list: ListPage<ProductRow> | undefined;
  error: ErrorText | undefined;
  /** The downloads of 'Download To Excel'; none without products. */
  download: SheetChoices | undefined;
  place: ListPlace;
  /** The detail panel or a dialog over the list. */
  children: ReactNode;
};

/** Says which message the products are refused with, and how far the lists were read for it (products#message). */
function MessageNotice({ alias, filter, list }: Pick<Props, "alias" | "filter" | "list">) {
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

/**
 * Meta Products (products#filters, products#columns): filter bar, pager, grid; the open panel or dialog as children.
 */
export function ProductsScreen({ alias, filter, columns, list, error, download, place, children }: Props) {
  return (
    <RecordListScreen
      title={alias === undefined ? "Refused products" : "Meta Products"}
      actions={download && <DownloadToExcel noun="products" download={download} />}
      place={place}
      list={list}
      error={error}
      here={productsPath(alias, filter)}
      filter={{
        isOn: productSearch.isFiltered(filter),
        clearHref: productsPath(alias),
        fields: (
          <>
            <SearchField name={productSearch.names.code} label="Code" value={filter.code} />
            <SearchField name={productSearch.names.title} label="Title" value={filter.title} />
            {filter.message === "" && (
              <ToggleField
                name={productSearch.names.invalid}
                label="Only with Validation Status"
                checked={filter.invalid}
              />
            )}
          </>
        ),
        ...(filter.message === "" ? {} : { keep: { [productSearch.names.message]: filter.message } }),
      }}
      notice={<MessageNotice alias={alias} filter={filter} list={list} />}
      pages={{
        Steps: filter.message === "" ? OpenSteps : NumberedSteps,
        current: filter.page,
        hrefFor: (page) => productsPath(alias, { ...filter, page }),
      }}
      unsorted
      columns={toTableColumns<ProductCells, ProductRow>(columns, productCells)}
      rowKey={({ key }) => key}
      rowHref={({ href }) => href}
      bulk={{
        kind: "products",
        alias,
        list: productSearch.write(filter),
        actionsOf: ({ cells }) => cells.actions ?? [],
        nameOf: ({ code, key }) => code || key,
        idOf: ({ bulkId }) => bulkId,
      }}
      empty={{ match: "No products match", all: "This store has no products" }}
    >
      {children}
    </RecordListScreen>
  );
}
