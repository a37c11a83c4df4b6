import type { ReactNode } from "react";
import type { RuleList } from "#app/domains/rules/list.ts";
import { ruleStateLooks } from "#app/domains/rules/model.ts";
import { newRulePath, rulePath, rulesPath } from "#app/domains/rules/paths.ts";
import {
  type RuleFilter,
  type RuleSort,
  ruleSearch,
  ruleSorts,
  ruleStates,
} from "#app/domains/rules/search.ts";
import { EmptyState } from "#app/ui/EmptyState.tsx";
import { ErrorBar, type ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { LinkButton } from "#app/ui/LinkButton.tsx";
import { MultiSelect } from "#app/ui/MultiSelect.tsx";
import { Page } from "#app/ui/Page.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { SelectField } from "#app/ui/SelectField.tsx";
import { Table } from "#app/ui/Table.tsx";
import { ToggleField } from "#app/ui/ToggleField.tsx";
import { ruleColumns } from "./RuleCells.tsx";

type Props = {
  alias: string;
  filter: RuleFilter;
  list: RuleList | undefined;
  error: ShownError | undefined;
  /** One for every toggle of this page: pressed twice, it counts once. */
  token: string;
  currentId: string | undefined;
  /** The rule whose toggle is on its way. */
  togglingHref: string | undefined;
  /** The editor or a question over the list. */
  children: ReactNode;
};

const stateOptions = ruleStates.map((state) => ({ value: state, label: ruleStateLooks[state].label }));
const sortLabels: Record<RuleSort, string> = {
  priority: "Priority",
  name: "Name",
  start: "Start Date",
  end: "End Date",
};
const sortOptions = ruleSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }));

/** Custom Rules (2 §2.10): New Rule, filter, table; the editor or a question as children. */
export function RulesScreen(props: Props) {
  const { alias, filter, list, error, children } = props;
  const here = rulesPath(alias, filter);
  const isFiltered = ruleSearch.isFiltered(filter);
  return (
    <Page
      title="Custom Rules"
      actions={
        <LinkButton href={newRulePath(alias, filter)} variant="primary" data-scroll="keep">
          New Rule
        </LinkButton>
      }
    >
      <FilterBar action={rulesPath(alias)} {...(isFiltered ? { resetHref: rulesPath(alias) } : {})}>
        <SearchField name={ruleSearch.names.query} label="Name" value={filter.query} />
        <MultiSelect
          name={ruleSearch.names.states}
          label="State"
          options={stateOptions}
          selected={filter.states}
          selectAll
        />
        <SelectField
          key={filter.sort}
          name={ruleSearch.names.sort}
          label="Sort by"
          options={sortOptions}
          defaultValue={filter.sort}
        />
        <ToggleField name={ruleSearch.names.descending} label="Descending" checked={filter.descending} />
        <LinkButton href={here} icon="refresh" data-replace="" data-scroll="keep">
          Refresh
        </LinkButton>
      </FilterBar>
      {error && <ErrorBar error={error} retryHref={here} />}
      {list && <RuleTable {...props} list={list} />}
      {children}
    </Page>
  );
}

function RuleTable({ alias, filter, list, token, currentId, togglingHref }: Props & { list: RuleList }) {
  return (
    <Table
      caption="Custom Rules"
      columns={ruleColumns({ alias, filter, token, togglingHref })}
      rows={list.rows}
      rowKey={(row) => ("rule" in row ? row.rule.id : row.unreadable.key)}
      rowHref={(row) => ("rule" in row ? rulePath(alias, filter, row.rule.id) : undefined)}
      unreadable={(row) => ("unreadable" in row ? row.unreadable : undefined)}
      {...(currentId === undefined ? {} : { currentKey: currentId })}
      empty={
        list.total === 0 ? (
          <EmptyState title="This store has no rules" />
        ) : (
          <EmptyState title="No rules match">
            <LinkButton href={rulesPath(alias)}>Clear filters</LinkButton>
          </EmptyState>
        )
      }
    />
  );
}
