import type { ReactNode } from "react";
import type { ProductColumnKey } from "#app/domains/metaproducts/columns.ts";
import type { ListRow } from "#app/domains/metaproducts/list.ts";
import { productsPath } from "#app/domains/metaproducts/paths.ts";
import { type ProductFilter, productSearch } from "#app/domains/metaproducts/search.ts";
import type { SheetChoices } from "#app/sheets/sheetRange.ts";
import { DownloadToExcel } from "#app/sheets/views/DownloadToExcel.tsx";
import { EmptyList } from "#app/ui/EmptyList.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Page } from "#app/ui/Page.tsx";
import { Pager } from "#app/ui/Pager.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { Table } from "#app/ui/Table.tsx";
import { ToggleField } from "#app/ui/ToggleField.tsx";
import { productTableColumns } from "./ProductCells.tsx";

export type ProductList = { rows: ListRow[]; hasNext: boolean };

type Props = {
  alias: string;
  filter: ProductFilter;
  columns: { key: ProductColumnKey; header: string }[];
  list: ProductList | undefined;
  error: ShownError | undefined;
  /** Which rows 'Download To Excel' holds, and every way to take them; none while there are no products. */
  download: SheetChoices | undefined;
  currentId: string | undefined;
  loading: boolean;
  /** The detail panel or a dialog over the list. */
  children: ReactNode;
};

/** Meta Products (spec 1 §2): filter bar, pager, grid; the open panel or dialog as children. */
export function ProductsScreen(props: Props) {
  const { alias, filter, list, error, download, loading, children } = props;
  const here = productsPath(alias, filter);
  const isFiltered = productSearch.isFiltered(filter);
  const pager = (label: string) => (
    <Pager
      label={label}
      page={filter.page}
      hasNext={list?.hasNext ?? false}
      hrefFor={(page) => productsPath(alias, { ...filter, page })}
      refreshHref={here}
      loading={loading}
    />
  );
  return (
    <Page
      title="Meta Products"
      actions={
        download && <DownloadToExcel noun="products" rows={download.rows} choices={download.choices} />
      }
    >
      <FilterBar action={productsPath(alias)} {...(isFiltered ? { resetHref: productsPath(alias) } : {})}>
        <SearchField name={productSearch.names.code} label="Code" value={filter.code} />
        <SearchField name={productSearch.names.title} label="Title" value={filter.title} />
        <ToggleField
          name={productSearch.names.invalid}
          label="Only with Validation Status"
          checked={filter.invalid}
        />
        <LinkButton href={here} icon="refresh" data-replace="" data-scroll="keep">
          Refresh
        </LinkButton>
      </FilterBar>
      {error && <ErrorBar error={error} retryHref={here} />}
      {pager("Pages")}
      {list && <Grid {...props} rows={list.rows} isFiltered={isFiltered} />}
      {list && list.rows.length > 10 && pager("Pages, below the list")}
      {children}
    </Page>
  );
}

function Grid({
  alias,
  filter,
  columns,
  rows,
  currentId,
  isFiltered,
}: Props & { rows: ListRow[]; isFiltered: boolean }) {
  return (
    <Table
      caption="Meta Products"
      columns={productTableColumns(columns)}
      rows={rows}
      rowKey={(row) => ("product" in row ? row.product.key : row.unreadable.key)}
      rowHref={(row) => ("product" in row ? row.product.href : undefined)}
      unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
      {...(currentId === undefined ? {} : { currentKey: currentId })}
      empty={
        <EmptyList
          page={filter.page}
          previousHref={productsPath(alias, { ...filter, page: filter.page - 1 })}
          isFiltered={isFiltered}
          clearHref={productsPath(alias)}
          titles={{ match: "No products match", all: "This store has no products" }}
        />
      }
    />
  );
}
