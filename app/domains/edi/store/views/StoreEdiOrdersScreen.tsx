import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { ediOrdersPath } from "#app/domains/edi/partner/paths.ts";
import type { StoreEdiOrderRow, StoreListRow } from "#app/domains/edi/store/lists.ts";
import { storeEdiOrderPath, storeEdiOrdersPath } from "#app/domains/edi/store/paths.ts";
import { type StoreEdiOrderFilter, storeEdiOrderSearch } from "#app/domains/edi/store/search.ts";
import { DateTime } from "#app/ui/DateTime.tsx";
import type { ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { RowLink } from "#app/ui/RowLink.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { referencesCell, StoreEdiScreen, statusCell, toColumns } from "./StoreEdiScreen.tsx";

type Props = {
  alias: string;
  filter: StoreEdiOrderFilter;
  list: { rows: StoreListRow<StoreEdiOrderRow>[]; hasNext: boolean } | undefined;
  error: ShownError | undefined;
  children: ReactNode;
};

/** EDI Orders of a store (2 §2.9). */
export function StoreEdiOrdersScreen({ alias, filter, list, error, children }: Props) {
  const { orderId } = useParams();
  const isFiltered = filter.orderNumber !== "";
  const rowHref = (id: string) => storeEdiOrderPath(alias, filter, id);
  return (
    <StoreEdiScreen
      title="EDI Orders"
      page={filter.page}
      list={list}
      error={error}
      currentId={orderId}
      isFiltered={isFiltered}
      none={{ match: "No EDI orders match", all: "This store has no EDI orders" }}
      resetHref={storeEdiOrdersPath(alias)}
      rowHref={rowHref}
      pageHref={(page) => storeEdiOrdersPath(alias, { ...filter, page })}
      filters={
        <>
          <FilterBar
            action={storeEdiOrdersPath(alias)}
            {...(isFiltered ? { resetHref: storeEdiOrdersPath(alias) } : {})}
          >
            <SearchField
              name={storeEdiOrderSearch.names.orderNumber}
              label="Utopia Order Number"
              value={filter.orderNumber}
            />
          </FilterBar>
          <p className="text-sm">
            <a href={ediOrdersPath()}>Filter by EDI interchange document id among all EDI orders</a>
          </p>
        </>
      }
      columns={toColumns<StoreEdiOrderRow>([
        statusCell(),
        {
          key: "number",
          header: "Order Number",
          narrow: "title",
          show: ({ id, orderNumber }) =>
            id ? (
              <RowLink href={rowHref(id)}>{orderNumber || "No order number"}</RowLink>
            ) : (
              orderNumber || "–"
            ),
        },
        {
          key: "date",
          header: "Date",
          show: ({ at, interchangeOrdersHref }) => (
            <div>
              <DateTime at={at} />
              {interchangeOrdersHref && (
                <div className="text-sm">
                  <a href={interchangeOrdersHref}>All orders of its interchange</a>
                </div>
              )}
            </div>
          ),
        },
        referencesCell(),
      ])}
    >
      {children}
    </StoreEdiScreen>
  );
}
