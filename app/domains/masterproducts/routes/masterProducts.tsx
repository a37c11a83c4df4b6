import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { attempt } from "#app/core/api/api.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import type { Sorting } from "#app/core/lists/DayFilters.tsx";
import { readableRows } from "#app/core/lists/listed.ts";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { masterColumns as words } from "#app/core/specification/products.ts";
import { ChoiceField, SelectField } from "#app/core/ui/fields/fields.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { ProductImage } from "#app/core/ui/ProductImage.tsx";
import { Age } from "#app/core/ui/text/DateTime.tsx";
import {
  isSameMasterList,
  type MasterFilter,
  masterProductsPath,
  masterRefreshPath,
  masterSearch,
} from "#app/domains/masterproducts/paths.ts";
import {
  brandsOf,
  listMasterProducts,
  type MasterRow,
  masterProductRef,
  masterState,
  toMasterPage,
} from "#app/domains/masterproducts/record.server.ts";
import { marksOf } from "#app/features/notes/notes.server.ts";
import { ListScreen } from "#app/screens/ListScreen.tsx";

type Sort = NonNullable<MasterFilter["sort"]>;

/** The sort orders of the list (product-master#order), as its filter offers them. */
const masterSorting: Sorting<Sort> = {
  choices: [
    { value: undefined, label: "Default order" },
    { value: "updated", label: "Latest update first" },
    { value: "untouched", label: "Longest not updated first" },
    { value: "code", label: "Style code, A to Z" },
    { value: "code-down", label: "Style code, Z to A" },
    { value: "name", label: "Name, A to Z" },
    { value: "name-down", label: "Name, Z to A" },
  ],
  ways: [
    {
      column: "styleCode",
      label: "Style Code",
      descending: "code-down",
      ascending: "code",
      first: "ascending",
    },
    { column: "name", label: "Name", descending: "name-down", ascending: "name", first: "ascending" },
    { column: "updatedAt", label: "Last Updated", descending: "updated", ascending: "untouched" },
  ],
};

/** The columns (product-master#columns). */
const columns: Column<MasterRow>[] = [
  {
    key: "image",
    header: words.image,
    tight: true,
    narrow: "picture",
    aside: true,
    cell: ({ image, styleCode }) => <ProductImage src={image} alt={styleCode} isSmall />,
  },
  {
    key: "styleCode",
    header: words.styleCode,
    narrow: "title",
    aside: true,
    cell: ({ href, styleCode }) => <RowLink href={href}>{styleCode}</RowLink>,
  },
  { key: "brandGroup", header: words.brandGroup, rank: 3, cell: ({ brandGroup }) => brandGroup || "–" },
  { key: "brand", header: words.brand, narrow: "plain", cell: ({ brand }) => brand || "–" },
  { key: "name", header: words.name, narrow: "plain", aside: true, cell: ({ name }) => name || "–" },
  {
    key: "updatedAt",
    header: words.updatedAt,
    narrow: "plain",
    cell: ({ updatedAt }) => <Age at={updatedAt} />,
  },
];

/** Product Master (product-master#list): every style of all stores; the open panel as children. */
export default function ProductMaster() {
  const { filter, brands, list, error } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      title="Product Master"
      noun="products"
      param="styleCode"
      list={list}
      error={error}
      search={masterSearch}
      filter={{ ...filter, refresh: false }}
      path={masterProductsPath}
      refreshHref={masterRefreshPath(filter)}
      searchLabel="Search"
      fields={
        <>
          <SelectField
            key={filter.brand}
            name={masterSearch.names.brand}
            label="Brand"
            defaultValue={filter.brand}
            options={[
              { value: "", label: "All brands" },
              ...brands.map((brand) => ({ value: brand, label: brand })),
            ]}
          />
          <ChoiceField
            name={masterSearch.names.sort}
            label="Order"
            value={filter.sort ?? ""}
            options={masterSorting.choices.map(({ value = "", label }) => ({ value, label }))}
          />
        </>
      }
      sorting={masterSorting}
      columns={columns}
      rowHref={({ href }) => href}
      rowName={({ styleCode }) => styleCode}
    >
      <Outlet />
    </ListScreen>
  );
}

export const meta: MetaFunction = () => [{ title: "Product Master" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMay(request, "masterproducts");
  const { refresh, ...filter } = masterSearch.read(request.url);
  const products = await attempt(listMasterProducts(user, { refresh }));
  if (!products.ok) {
    return data({ filter, brands: [], list: undefined, error: products.error }, { status: 502 });
  }
  if (refresh) throw redirect(masterProductsPath(filter));
  const { value: rows } = products;
  const page = toMasterPage(rows, filter);
  const marks = await marksOf(
    readableRows(page.rows).map(({ key }) => ({ ref: masterProductRef(key), ...masterState })),
  );
  return { filter, brands: brandsOf(rows), list: { ...page, marks }, error: undefined };
}

export const shouldRevalidate = listRevalidation(isSameMasterList);

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
