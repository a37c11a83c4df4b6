import type { ReactNode } from "react";
import type { MasterListRow, MasterPage, MasterRow } from "#app/domains/masterproducts/model.ts";
import { masterProductsPath, masterRefreshPath, masterRootPath } from "#app/domains/masterproducts/paths.ts";
import { type MasterFilter, masterSearch } from "#app/domains/masterproducts/search.ts";
import { DateTime } from "#app/ui/DateTime.tsx";
import { EmptyState } from "#app/ui/EmptyState.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { Page } from "#app/ui/Page.tsx";
import { Pager } from "#app/ui/Pager.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { RowLink } from "#app/ui/RowLink.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { type Column, Table } from "#app/ui/Table.tsx";

type Props = {
  filter: MasterFilter;
  list: MasterPage | undefined;
  error: ShownError | undefined;
  currentCode: string | undefined;
  loading: boolean;
  /** The detail panel over the list. */
  children: ReactNode;
};

const column = (
  key: string,
  header: string,
  show: (product: MasterRow) => ReactNode,
  look: Pick<Column<MasterListRow>, "narrow" | "tight"> = {},
): Column<MasterListRow> => ({
  key,
  header,
  ...look,
  cell: (row) => ("product" in row ? show(row.product) : null),
});

/** The columns of 2 §2.14. */
const columns: Column<MasterListRow>[] = [
  column("image", "Image", ({ image, styleCode }) => <ProductImage src={image} alt={styleCode} />, {
    tight: true,
    narrow: "picture",
  }),
  column("styleCode", "Style Code", ({ href, styleCode }) => <RowLink href={href}>{styleCode}</RowLink>, {
    narrow: "title",
  }),
  column("brandGroup", "Brand Group", ({ brandGroup }) => brandGroup || "–"),
  column("brand", "Brand", ({ brand }) => brand || "–"),
  column("name", "Name", ({ name }) => name || "–"),
  column("updatedAt", "Last Updated", ({ updatedAt }) => <DateTime at={updatedAt} />),
];

/** Product Master (2 §2.14): every style of all stores; the open panel as children. */
export function MasterProductsScreen({ filter, list, error, currentCode, loading, children }: Props) {
  const refreshHref = masterRefreshPath(filter);
  const pager = (label: string) => (
    <Pager
      label={label}
      page={filter.page}
      hasNext={list?.hasNext ?? false}
      hrefFor={(page) => masterProductsPath({ ...filter, page })}
      refreshHref={refreshHref}
      loading={loading}
    />
  );
  return (
    <Page title="Product Master">
      <FilterBar
        action={masterRootPath}
        {...(filter.query === "" ? {} : { resetHref: masterProductsPath() })}
      >
        <SearchField name={masterSearch.names.query} label="Search" value={filter.query} />
        <LinkButton href={refreshHref} icon="refresh" data-replace="" data-scroll="keep">
          Refresh
        </LinkButton>
      </FilterBar>
      {error && <ErrorBar error={error} retryHref={refreshHref} />}
      {pager("Pages")}
      {list && (
        <Table
          caption="Product Master"
          columns={columns}
          rows={list.rows}
          rowKey={(row) => ("product" in row ? row.product.key : row.unreadable.key)}
          rowHref={(row) => ("product" in row ? row.product.href : undefined)}
          unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
          {...(currentCode === undefined ? {} : { currentKey: currentCode })}
          empty={<NoProducts filter={filter} />}
        />
      )}
      {list && list.rows.length > 10 && pager("Pages, below the list")}
      {children}
    </Page>
  );
}

function NoProducts({ filter }: { filter: MasterFilter }) {
  if (filter.page > 1) {
    return (
      <EmptyState title="No more rows">
        <LinkButton href={masterProductsPath({ ...filter, page: 1 })}>First page</LinkButton>
      </EmptyState>
    );
  }
  return filter.query === "" ? (
    <EmptyState title="There are no products" />
  ) : (
    <EmptyState title="No products match">
      <LinkButton href={masterProductsPath()}>Clear filters</LinkButton>
    </EmptyState>
  );
}
