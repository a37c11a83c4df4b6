import type { LabelProductView, ProductRow, ProductList as Products } from "#app/domains/labels/model.ts";
import { labelsPath } from "#app/domains/labels/paths.ts";
import {
  keptFields,
  type LabelFilter,
  type LabelState,
  labelFilterSearch,
  lookOf,
} from "#app/domains/labels/search.ts";
import { EmptyList } from "#app/ui/EmptyList.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { Marked } from "#app/ui/Marked.tsx";
import { Pager } from "#app/ui/Pager.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";
import { RowLink } from "#app/ui/RowLink.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { type Column, Table } from "#app/ui/Table.tsx";

type Props = {
  alias: string;
  state: LabelState;
  list: Products | undefined;
  chosen: LabelProductView | undefined;
  loading: boolean;
  /** How many scans there were: each takes the place of a filter that is being typed. */
  scans: number;
};

const filterLabels: Record<keyof LabelFilter, string> = {
  barcode: "Barcode",
  brand: "Brand",
  levelcode: "Level code",
  clrcode: "Colour code",
  colourname: "Colour name",
  productname: "Product name",
  season: "Season",
  occasion: "Occasion",
  department: "Department",
  sizing: "Sizing",
};

/** The product filter bar with its ten fields, and the table of what it finds (2 §2.12). */
export function ProductList({ alias, state, list, chosen, loading, scans }: Props) {
  const look = lookOf(state);
  const { filter, page } = state;
  const here = labelsPath(alias, state);
  const isFiltered = labelFilterSearch.isFiltered(filter);
  const pager = (label: string) => (
    <Pager
      label={label}
      page={page}
      hasNext={list?.hasNext ?? false}
      hrefFor={(to) => labelsPath(alias, { ...look, filter, page: to })}
      refreshHref={here}
      loading={loading}
    />
  );
  return (
    <section className="find" aria-labelledby="find-products">
      <h2 id="find-products">Find a product</h2>
      <FilterBar
        key={scans}
        action={labelsPath(alias)}
        keep={Object.fromEntries(keptFields(state))}
        leavesEntry={chosen !== undefined}
        {...(isFiltered ? { resetHref: labelsPath(alias, look) } : {})}
      >
        {labelFilterSearch.keys.map((key) => (
          <SearchField
            key={key}
            name={labelFilterSearch.names[key]}
            label={filterLabels[key]}
            value={filter[key]}
            {...(key === "barcode" ? { inputMode: "numeric" } : {})}
          />
        ))}
      </FilterBar>
      {pager("Pages")}
      {list && (
        <Table
          caption="Products"
          columns={columnsOf((product) => hrefOf(alias, state, product))}
          rows={list.rows}
          rowKey={(row) => row.key}
          rowHref={(row) => ("product" in row ? hrefOf(alias, state, row.product) : undefined)}
          unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
          currentKey={rowKeyOf(list.rows, chosen)}
          empty={
            <EmptyList
              page={page}
              previousHref={labelsPath(alias, { ...look, filter, page: page - 1 })}
              isFiltered={isFiltered}
              clearHref={labelsPath(alias, look)}
              titles={{ match: "No products match", all: "This store has no products" }}
            />
          }
        />
      )}
      {list && list.rows.length > 10 && pager("Pages, below the list")}
    </section>
  );
}

/** A product opens where its quantities are entered, at the top of the page. */
const hrefOf = (alias: string, state: LabelState, product: LabelProductView): string =>
  labelsPath(alias, { ...lookOf(state), filter: state.filter, page: state.page, product: product.key });

const rowKeyOf = (rows: readonly ProductRow[], chosen: LabelProductView | undefined): string =>
  rows.find((row) => "product" in row && row.product.key === chosen?.key)?.key ?? "";

const columnsOf = (hrefTo: (product: LabelProductView) => string): Column<ProductRow>[] => {
  const cell = (show: (product: LabelProductView) => React.ReactNode) => (row: ProductRow) =>
    "product" in row ? show(row.product) : null;
  return [
    {
      key: "image",
      header: "Image",
      narrow: "picture",
      tight: true,
      cell: cell(({ image, name }) => <ProductImage src={image} alt={name} />),
    },
    {
      key: "name",
      header: "Product",
      narrow: "title",
      roomy: true,
      cell: cell((product) => (
        <RowLink href={hrefTo(product)} className="!whitespace-normal">
          {product.name}
        </RowLink>
      )),
    },
    { key: "colour", header: "Colour", cell: cell(({ colour }) => colour || "–") },
    {
      key: "codes",
      header: "Codes",
      cell: cell(({ levelCode, clrCode }) => (
        <div className="codes">
          {levelCode}
          {clrCode && <span className="block faint">{clrCode}</span>}
        </div>
      )),
    },
    { key: "brand", header: "Brand", cell: cell(({ brand }) => brand || "–") },
    {
      key: "range",
      header: "Department",
      cell: cell(({ department, season, occasion }) => (
        <div>
          {department || "–"}
          <span className="block faint">{[season, occasion].filter(Boolean).join(", ")}</span>
        </div>
      )),
    },
    {
      key: "sizes",
      header: "Sizes",
      cell: cell(({ sizes, sizing }) => (
        <div>
          {sizes.map(({ size }) => size).join(", ") || "–"}
          <span className="block faint">{sizing}</span>
        </div>
      )),
    },
    {
      key: "price",
      header: "Price",
      align: "end",
      cell: cell(({ price: { text, mark } }) => (
        <Marked
          value={mark === undefined ? `$${text}` : { text: text === "" ? "" : `$${text}`, note: mark }}
        />
      )),
    },
  ];
};
