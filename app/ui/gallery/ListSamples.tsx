import { LinkButton } from "../Button.tsx";
import { Card } from "../Card.tsx";
import { StatusBadge } from "../feedback/Status.tsx";
import { SearchField, ToggleField } from "../fields/fields.tsx";
import { MultiSelect } from "../fields/MultiSelect.tsx";
import { ActionMenu } from "../lists/ActionMenu.tsx";
import { EmptyState } from "../lists/EmptyList.tsx";
import { FilterBar } from "../lists/FilterBar.tsx";
import { Pager, PageSelector } from "../lists/Pager.tsx";
import { RowLink } from "../lists/rows.tsx";
import { type Column, CurrentRow, Table } from "../lists/Table.tsx";
import { ProductImage } from "../ProductImage.tsx";
import { LongText } from "../text/LongText.tsx";
import { type GallerySearch, galleryPath, gallerySearch } from "./search.ts";

type Row = { code: string; brand: string; title: string; stock: string; price: string; problems: string[] };

const rows: Row[] = [
  {
    code: "CLK-204113",
    brand: "Clarks",
    title: "Daytona School Shoe",
    stock: "48",
    price: "$119.95",
    problems: [],
  },
  {
    code: "CLK-204114",
    brand: "Clarks",
    title: "Infinity Junior Lace-up ".repeat(14),
    stock: "1,204",
    price: "$9.50",
    problems: ["Image 2 is smaller than 800 × 800", "Colour is not in the list of the marketplace"],
  },
  { code: "broken", brand: "", title: "", stock: "", price: "", problems: [] },
  {
    code: "CLK-204-EXTRAORDINARILY-LONG-CODE-WITHOUT-ANY-SPACE-0001",
    brand: "<script>alert(1)</script>",
    title: "Unbreakable".repeat(20),
    stock: "–",
    price: "–",
    problems: ["Missing RRP"],
  },
];

const rowHref = (row: Row): string => `${galleryPath({ row: row.code })}#tables`;

const states = ["New EXO", "Processing (Auto)", "On Hold", "Rejected", "Completed"];

const columns: Column<Row>[] = [
  {
    key: "image",
    header: "Image",
    narrow: "picture",
    tight: true,
    cell: (row) => <ProductImage src={undefined} alt={row.code} />,
  },
  {
    key: "code",
    header: "Code",
    narrow: "title",
    cell: (row) => <RowLink href={rowHref(row)}>{row.code}</RowLink>,
  },
  { key: "brand", header: "Brand", cell: (row) => row.brand },
  { key: "title", header: "Title", cell: (row) => <LongText value={row.title} limit={80} /> },
  { key: "stock", header: "Stock", align: "end", cell: (row) => row.stock },
  { key: "price", header: "Price", align: "end", cell: (row) => row.price },
  {
    key: "validation",
    header: "Validation Status",
    cell: (row) => (
      <div className="badges">
        {row.problems.map((problem) => (
          <StatusBadge key={problem} tone="attention">
            {problem}
          </StatusBadge>
        ))}
      </div>
    ),
  },
  {
    key: "actions",
    header: "Actions",
    headerHidden: true,
    cell: (row) => (
      <ActionMenu
        label={`More actions for ${row.code}`}
        primary={
          row.problems.length > 0 ? { label: "Revalidate", href: galleryPath({ open: "dialog" }) } : undefined
        }
        items={
          row.problems.length > 0
            ? [
                { label: "Add a note", href: galleryPath({ open: "wide-panel" }) },
                { label: "Correct the address", href: galleryPath({ open: "panel" }) },
              ]
            : []
        }
      />
    ),
  },
];

const pageHref = (page: number): string => galleryPath({ page });

/** Filters, pagers and tables in their states. */
export function ListSamples({ shown }: { shown: GallerySearch }) {
  return (
    <>
      <Card title="Filters">
        <FilterBar
          action={galleryPath()}
          keep={{ [gallerySearch.names.tab]: shown.tab }}
          resetHref={galleryPath()}
        >
          <SearchField name={gallerySearch.names.code} label="Code" value={shown.code} />
          <SearchField name={gallerySearch.names.title} label="Title" value={shown.title} />
          <MultiSelect
            name={gallerySearch.names.statuses}
            label="Status"
            selectAll
            selected={shown.statuses}
            options={states.map((state) => ({ value: state, label: state }))}
          />
          <ToggleField
            name={gallerySearch.names.invalid}
            label="Only with Validation Status"
            checked={shown.invalid}
          />
          <ToggleField name="other" label="A toggle that is off" checked={false} />
        </FilterBar>
      </Card>
      <Card title="Pagers">
        <div className="toolbar">
          <Pager label="First page" page={1} hasNext hrefFor={pageHref}>
            <LinkButton href={pageHref(1)} icon="refresh">
              Refresh
            </LinkButton>
          </Pager>
          <Pager label="Last page" page={12} hasNext={false} hrefFor={pageHref}>
            <LinkButton href={pageHref(12)} icon="refresh">
              Refresh
            </LinkButton>
          </Pager>
          <Pager label="While loading" page={2} hasNext loading hrefFor={pageHref}>
            <LinkButton href={pageHref(2)} icon="refresh">
              Refresh
            </LinkButton>
          </Pager>
        </div>
        <PageSelector label="First of one" current={1} total={1} hrefFor={pageHref} />
        <PageSelector label="In the middle" current={12} total={240} hrefFor={pageHref} />
      </Card>
      <section id="tables" className="space-y-3">
        <h2>Tables</h2>
        <CurrentRow.Provider value={shown.row}>
          <Table
            caption="Products"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.code}
            rowHref={rowHref}
            unreadable={(row) =>
              row.code === "broken" ? { id: "CLK-204115", problem: "variants: expected a list" } : undefined
            }
            empty={null}
          />
        </CurrentRow.Provider>
        <p className="px-1 text-sm text-ink-faint">4 records on this page</p>
        <Table
          caption="No products"
          columns={columns}
          rows={[]}
          rowKey={(row) => row.code}
          empty={
            <EmptyState title="No products match these filters">
              <p>Clear a filter, or look at another store.</p>
              <LinkButton href={galleryPath()}>Clear filters</LinkButton>
            </EmptyState>
          }
        />
      </section>
    </>
  );
}
