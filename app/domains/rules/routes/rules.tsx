import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, Outlet, useLoaderData } from "@remix-run/react";
import { attempt } from "#app/core/api/api.server.ts";
import { tokens } from "#app/core/http/once.server.ts";
import { readableRows } from "#app/core/lists/listed.ts";
import { listRevalidation, useListPlace } from "#app/core/lists/useListPlace.ts";
import { newRuleLabel, ruleColumns as words } from "#app/core/specification/stores.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { SelectField, ToggleField } from "#app/core/ui/fields/fields.tsx";
import { MultiSelect } from "#app/core/ui/fields/MultiSelect.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { storeTitle } from "#app/core/ui/shell/Page.tsx";
import { Age } from "#app/core/ui/text/DateTime.tsx";
import { formatUnits } from "#app/core/values/values.ts";
import { listRules, requireRules } from "#app/domains/rules/api.server.ts";
import { type RuleRow, toRuleList } from "#app/domains/rules/list.ts";
import { ruleStateLooks } from "#app/domains/rules/model.ts";
import {
  isSameRuleList,
  newRulePath,
  type RuleFilter,
  type RuleSort,
  ruleCommandPath,
  rulePath,
  rulePricePath,
  ruleSearch,
  ruleSorts,
  ruleStates,
  rulesPath,
  ruleTimelinePath,
} from "#app/domains/rules/paths.ts";
import { ruleRef, ruleState } from "#app/domains/rules/record.server.ts";
import { standHash } from "#app/domains/rules/seen.server.ts";
import { marksOf } from "#app/features/notes/notes.server.ts";
import { ListScreen } from "#app/screens/ListScreen.tsx";
import { listAnswer } from "#app/screens/recordPages.server.ts";

type Place = { alias: string; filter: RuleFilter };
type Context = Place & { token: string; sendingHref: string | undefined };

const commonColumns = ({ alias, filter }: Place): Column<RuleRow>[] => [
  { key: "priority", header: words.priority, align: "end", tight: true, cell: ({ priority }) => priority },
  {
    key: "name",
    header: words.name,
    narrow: "title",
    roomy: true,
    cell: ({ id, name, inWords }) => (
      <>
        <RowLink href={rulePath(alias, filter, id)} className="whitespace-normal">
          {name}
        </RowLink>
        <span className="under wrap-anywhere folded:line-clamp-1" title={inWords}>
          {inWords}
        </span>
      </>
    ),
  },
];

/** The columns (rules#columns); a rule's state is next to its toggle. */
const ruleColumns = (context: Context): Column<RuleRow>[] => [
  ...commonColumns(context),
  { key: "start", header: words.start, cell: ({ start }) => <Age at={start} /> },
  { key: "end", header: words.end, cell: ({ end }) => <Age at={end} /> },
  {
    key: "enabled",
    header: words.enabled,
    tight: true,
    narrow: "plain",
    cell: (rule) => <EnabledToggle rule={rule} context={context} />,
  },
  { key: "storeType", header: "Store Type", tight: true, rank: 2, cell: ({ storeType }) => storeType || "–" },
];

function EnabledToggle({ rule, context }: { rule: RuleRow; context: Context }) {
  const { label, tone } = ruleStateLooks[rule.state];
  const href = ruleCommandPath("toggle", context.alias, context.filter, rule.id);
  return (
    <Form method="post" action={href} className="flex items-center gap-2" preventScrollReset>
      <input type="hidden" name="seen" value={rule.seen} />
      <input type="hidden" name="token" value={`${context.token}.${encodeURIComponent(rule.id)}`} />
      <button
        type="submit"
        name="enabled"
        value={rule.enabled ? "0" : "1"}
        role="switch"
        aria-checked={rule.enabled}
        aria-label={`Enabled: ${rule.name}`}
        aria-disabled={context.sendingHref === href || undefined}
        className="toggle"
      >
        <i />
      </button>
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </Form>
  );
}

/** The columns of deleted rules (rules#restore): who deleted them, when, and the link to restore. */
const deletedRuleColumns = ({ alias, filter }: Place): Column<RuleRow>[] => [
  ...commonColumns({ alias, filter }),
  { key: "changed", header: "Last changed", cell: ({ changed }) => <Age at={changed?.at ?? ""} /> },
  { key: "by", header: "By", cell: ({ changed }) => changed?.who || "–" },
  {
    key: "restore",
    header: "Restore",
    tight: true,
    cell: ({ id, name }) => (
      <LinkButton
        href={ruleCommandPath("restore", alias, filter, id)}
        aria-label={`Restore: ${name}`}
        data-scroll="keep"
      >
        Restore
      </LinkButton>
    ),
  },
];

const stateOptions = ruleStates.map((state) => ({ value: state, label: ruleStateLooks[state].label }));
const sortLabels: Record<RuleSort, string> = {
  priority: "Priority",
  name: "Name",
  start: "Start Date",
  end: "End Date",
};
const sortOptions = ruleSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }));

const enable = { label: "Enable", value: "enable" };
const disable = { label: "Disable", value: "disable" };
const deleteRule = { label: "Delete rule", value: "delete" };

const noRules = "This store has no rules";
const noneDeleted = "This store has no deleted rules";

/** Custom Rules (rules#columns): New Rule, filter, table; the editor or a question as children. */
export default function CustomRules() {
  const { alias, token, ...screen } = useLoaderData<typeof loader>();
  const { filter, list } = screen;
  const { sending } = useListPlace();
  return (
    <ListScreen
      {...screen}
      title="Custom Rules"
      noun="rules"
      links={[
        { label: newRuleLabel, href: newRulePath(alias, filter), isFirst: true },
        { label: "Rule timeline", href: ruleTimelinePath(alias, filter) },
      ]}
      menu={[{ label: "Check a price", href: rulePricePath(alias, filter) }]}
      param="ruleId"
      search={ruleSearch}
      path={(to) => rulesPath(alias, to)}
      searchLabel="Name"
      fields={
        <>
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
          <ToggleField name={ruleSearch.names.deleted} label="Deleted rules" checked={filter.deleted} />
        </>
      }
      columns={
        filter.deleted
          ? deletedRuleColumns({ alias, filter })
          : ruleColumns({ alias, filter, token, sendingHref: sending })
      }
      rowHref={({ id }) => rulePath(alias, filter, id)}
      count={list ? formatUnits(list.total) : undefined}
      bulk={{
        kind: "rules",
        alias,
        isUnpaged: true,
        actionsOf: ({ enabled }) =>
          filter.deleted ? [] : enabled ? [disable, deleteRule] : [enable, deleteRule],
        nameOf: ({ name }) => name,
      }}
      empty={{
        page: list?.total === 0 ? (filter.deleted ? noneDeleted : noRules) : undefined,
      }}
    >
      <Outlet />
    </ListScreen>
  );
}

export const meta = storeTitle("Custom Rules");

export async function loader(args: LoaderFunctionArgs) {
  const { user, store, filter } = await requireRules(args);
  const { storeAlias: alias, storeName, storeType } = store;
  const screen = { alias, storeName, filter, token: tokens.make(user) };
  const read = listRules(user, store).then(async (rules) => {
    const list = toRuleList(rules, filter, { storeType, now: Date.now(), seenOf: standHash });
    const noteRows = readableRows(list.rows).map(({ id }) => ({ ref: ruleRef(alias, id), ...ruleState }));
    return { ...list, marks: await marksOf(noteRows) };
  });
  return listAnswer(screen, await attempt(read));
}

export const shouldRevalidate = listRevalidation(isSameRuleList);

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
