import type { ReactNode } from "react";
import type { ActiveFilter } from "#app/domains/edi/partner/activeFilters.ts";
import type { EdiOrderFilter, InterchangeFilter } from "#app/domains/edi/partner/search.ts";
import { ChoiceField } from "#app/ui/fields/ChoiceField.tsx";
import { MultiSelect } from "#app/ui/fields/MultiSelect.tsx";
import { SearchField } from "#app/ui/fields/SearchField.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { FilterFold } from "#app/ui/lists/FilterFold.tsx";

export type Choice = { value: string; label: string };

/** What a service with more filters offers to choose from; absent where it has none (edi#more-filters). */
export type MoreChoices = {
  states: Choice[];
  /** Absent where the service doesn't tell its partners: then one is typed. */
  partners?: Choice[] | undefined;
};

type Names = { states: string; partner: string; from: string; to: string; sort: string };
type Shared = Pick<InterchangeFilter | EdiOrderFilter, keyof Names>;

/** State and partner, which both lists lead with. */
export function FirstFilters({ names, filter, more }: { names: Names; filter: Shared; more: MoreChoices }) {
  return (
    <>
      <MultiSelect
        name={names.states}
        label="State"
        options={more.states}
        selected={filter.states}
        none="All"
      />
      {more.partners ? (
        <ChoiceField
          name={names.partner}
          label="Partner"
          value={filter.partner}
          options={[{ value: "", label: "All" }, ...more.partners]}
        />
      ) : (
        <SearchField
          name={names.partner}
          label="Partner"
          hint="Its identification, whole"
          value={filter.partner}
        />
      )}
    </>
  );
}

const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];

/** Days and order of both lists, with `children` between them; folded up until one of them is used. */
export function LastFilters({
  names,
  filter,
  isOn,
  children,
}: {
  names: Names;
  filter: Shared;
  isOn: boolean;
  children?: ReactNode;
}) {
  return (
    <FilterFold label="More filters" open={isOn || filter.from !== "" || filter.to !== ""}>
      <SearchField name={names.from} label="From" type="date" value={filter.from} />
      <SearchField name={names.to} label="To" type="date" value={filter.to} />
      {children}
      <ChoiceField name={names.sort} label="Order" value={filter.sort} options={sorts} />
    </FilterFold>
  );
}

/** The filters that are on, each with a way to take it off. */
export const ActiveFilters = ({ active }: { active: ActiveFilter[] }) =>
  active.length === 0 ? null : (
    <ul className="flex flex-wrap gap-2 text-sm" aria-label="Filters that are on">
      {active.map(({ label, href }) => (
        <li key={label} className="max-w-full">
          <a className="chip" href={href} aria-label={`Remove the filter ${label}`} data-scroll="keep">
            <span className="min-w-0 truncate">{label}</span>
            <Icon name="close" />
          </a>
        </li>
      ))}
    </ul>
  );
