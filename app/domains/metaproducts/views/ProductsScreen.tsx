import type { ReactNode } from "react";
import type { ProductCells } from "#app/domains/metaproducts/columns.ts";
import type { ProductRow } from "#app/domains/metaproducts/list.ts";
import { type ProductFilter, productSearch, productsPath } from "#app/domains/metaproducts/paths.ts";
import { toTableColumns } from "#app/lists/cells.tsx";
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
import { SearchField, ToggleField } from "#app/ui/fields/fields.tsx";
import { productCells } from "./ProductCells.tsx";

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
