import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { StoreInterchangeRow, StoreListRow } from "#app/domains/edi/store/lists.ts";
import { storeInterchangePath, storeInterchangesPath } from "#app/domains/edi/store/paths.ts";
import { type StoreInterchangeFilter, storeInterchangeSearch } from "#app/domains/edi/store/search.ts";
import { ChoiceField } from "#app/ui/ChoiceField.tsx";
import { DateTime } from "#app/ui/DateTime.tsx";
import type { ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { RowLink } from "#app/ui/RowLink.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { referencesCell, StoreEdiScreen, statusCell, toColumns } from "./StoreEdiScreen.tsx";

type Props = {
  alias: string;
  filter: StoreInterchangeFilter;
  list: { rows: StoreListRow<StoreInterchangeRow>[]; hasNext: boolean } | undefined;
  error: ShownError | undefined;
  children: ReactNode;
};

const directions = [
  { value: "", label: "All Interchanges" },
  { value: "inbound", label: "Only Inbound" },
  { value: "outbound", label: "Only Outbound" },
];

/** EDI Interchanges of a store (2 §2.9). */
export function StoreInterchangesScreen({ alias, filter, list, error, children }: Props) {
  const { interchangeId } = useParams();
  const isFiltered = [filter.controlNumber, filter.orderNumber, filter.direction].some(Boolean);
  const rowHref = (id: string) => storeInterchangePath(alias, filter, { id });
  return (
    <StoreEdiScreen
      title="EDI Interchanges"
      page={filter.page}
      list={list}
      error={error}
      currentId={interchangeId}
      isFiltered={isFiltered}
      none={{ match: "No interchanges match", all: "This store has no interchanges" }}
      resetHref={storeInterchangesPath(alias)}
      rowHref={rowHref}
      pageHref={(page) => storeInterchangesPath(alias, { ...filter, page })}
      filters={
        <FilterBar
          action={storeInterchangesPath(alias)}
          {...(isFiltered ? { resetHref: storeInterchangesPath(alias) } : {})}
        >
          <SearchField
            name={storeInterchangeSearch.names.controlNumber}
            label="Control Number"
            value={filter.controlNumber}
          />
          <SearchField
            name={storeInterchangeSearch.names.orderNumber}
            label="Order Number"
            value={filter.orderNumber}
          />
          <ChoiceField
            name={storeInterchangeSearch.names.direction}
            label="Transmission Direction"
            value={filter.direction}
            options={directions}
          />
        </FilterBar>
      }
      columns={toColumns<StoreInterchangeRow>([
        statusCell(),
        {
          key: "number",
          header: "Control Number",
          narrow: "title",
          roomy: true,
          show: ({ id, controlNumber, kinds }) => (
            <>
              {id ? <RowLink href={rowHref(id)}>{controlNumber}</RowLink> : controlNumber}
              <div className="text-sm font-normal text-ink-soft">{kinds}</div>
            </>
          ),
        },
        { key: "date", header: "Date", show: ({ at }) => <DateTime at={at} /> },
        referencesCell(),
      ])}
    >
      {children}
    </StoreEdiScreen>
  );
}
