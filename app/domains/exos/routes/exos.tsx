import { Outlet, useLoaderData } from "@remix-run/react";
import { exoPages } from "#app/composition/recordPages.server.ts";
import { actionLinks } from "#app/core/commands/model.ts";
import { type CellsOf, toTableColumns } from "#app/core/lists/cells.tsx";
import { DayFilters, type Sorting } from "#app/core/lists/DayFilters.tsx";
import { FollowRows } from "#app/core/lists/Live.tsx";
import { type ListPage, missingWords, reachCount } from "#app/core/lists/listed.ts";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { returnPanel, returnFilters as words } from "#app/core/specification/returns.ts";
import type { StoreAlias } from "#app/core/stores/paths.ts";
import { classes } from "#app/core/ui/classes.ts";
import { StatusIcon } from "#app/core/ui/feedback/Status.tsx";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import { MultiSelect } from "#app/core/ui/fields/MultiSelect.tsx";
import type { Option } from "#app/core/ui/fields/multiSelectChoice.ts";
import { ActionMenu } from "#app/core/ui/lists/ActionMenu.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import { storeTitle } from "#app/core/ui/shell/Page.tsx";
import { Age, useShort } from "#app/core/ui/text/DateTime.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import type { ExoCells, ExoRow } from "#app/domains/exos/list.ts";
import { type DisplayState, stepOf, unnamedStep } from "#app/domains/exos/model.ts";
import { type ExoFilter, exoPath, exoSearch, exosPath, isSameExoList } from "#app/domains/exos/paths.ts";
import { Email } from "#app/domains/exos/views/Email.tsx";
import { ListScreen } from "#app/screens/ListScreen.tsx";

export const meta = storeTitle("Returns and Exchanges");

export const loader = exoPages.list;

export const shouldRevalidate = listRevalidation(isSameExoList);

/** The scope and filter of the list, which the links of a row carry on. */
type Place = { alias: StoreAlias; filter: ExoFilter };

/** Longer ids are unusual: they are smaller, and have two lines until the row is expanded. */
const longId = 10;

/** Of two texts in a line the second is more important: the first is cut for it. */
const cutText = "cut:[max-width:100%] cut:flex-none cut:overflow-hidden cut:text-ellipsis cut:whitespace-pre";

/** A text may break after a hyphen, too. */
const breaking = (...texts: string[]) => breakingLongWords(texts.join(" ").replaceAll("-", " "), 24);

/** Status, stream and step, with its description as its tooltip, and text for screen readers (returns#columns). */
function StateText({ displayState: { tone, label, stream, step, stepIs } }: { displayState: DisplayState }) {
  return (
    <div className={classes("facts two-lines", breaking(label, stream, step))}>
      <div className="fact-keep">
        {/* Its icon is a column of its own. */}
        <span className={`badge tone-${tone}`}>{label}</span>
      </div>
      {(stream || step) && (
        <div
          className="second-line under cut:flex"
          title={[[stream, step].filter(Boolean).join(" · "), stepIs].filter(Boolean).join(": ")}
        >
          {stream && <span className={step && `${cutText} cut:shrink`}>{stream}</span>}
          {step && (
            <span className={cutText}>
              {stream && " · "}
              {step}
            </span>
          )}
          {stepIs && <span className="sr-only">: {stepIs}</span>}
        </div>
      )}
    </div>
  );
}

/** The second time only where it says something else. */
function When({ when: { updatedAt, createdAt } }: { when: ExoCells["at"] }) {
  const short = useShort();
  const isSame = updatedAt !== undefined && createdAt !== undefined && short(updatedAt) === short(createdAt);
  return (
    <div className="facts two-lines">
      <div>
        <Age at={updatedAt} />
      </div>
      <div className={classes("second-line under", isSame && "folded:sr-only")}>
        <span className="cut:sr-only">Created </span>
        <Age at={createdAt} />
      </div>
    </div>
  );
}

/** The cells (returns#columns). */
const exoCells = ({ alias, filter }: Place): CellsOf<ExoCells, ExoRow> => ({
  icon: ({ tone, label, icon }) => <StatusIcon tone={tone} label={label} icon={icon} />,
  name: (name, { id }) => <RowLink href={exoPath(alias, filter, { id })}>{name}</RowLink>,
  status: (displayState) => <StateText displayState={displayState} />,
  source: ({ store, storeType }) => (
    <div className={classes("facts two-lines", breaking(store, storeType))}>
      <div className="fact-keep" title={storeType}>
        {store || "–"}
        <span className="sr-only"> {storeType}</span>
      </div>
      <div className="row-long under">{storeType}</div>
    </div>
  ),
  order: ({ orderId, raNumber }) => (
    <div className={classes("facts two-lines", breaking(orderId, raNumber))}>
      <div
        className={classes(
          "fact-keep",
          orderId.length > longId && "text-xs folded:line-clamp-2 folded:whitespace-normal",
        )}
      >
        {orderId || "–"}
      </div>
      <div className="second-line under">{raNumber}</div>
    </div>
  ),
  email: (email) => <Email email={email} />,
  at: (when) => <When when={when} />,
  actions: (offered, { id, name, cells }) => {
    const actions = actionLinks(exoPath(alias, filter, { id }), offered);
    const isQuiet = cells.status?.tone !== "attention";
    return <ActionMenu label={`Actions for ${name}`} actions={actions} isQuiet={isQuiet} />;
  },
});

type Sort = NonNullable<ExoFilter["sort"]>;

/** The sort orders of the list (returns#order), as its filter offers them. */
const exoSorting: Sorting<Sort> = {
  choices: [
    { value: undefined, label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
    { value: "updated", label: "Latest change first" },
    { value: "untouched", label: "Longest unchanged first" },
  ],
  ways: [
    { column: "at", label: "Updated", descending: "updated", ascending: "untouched" },
    { column: "at", label: "Created At", descending: undefined, ascending: "oldest" },
  ],
};

/** Returns and Exchanges (returns#list). */
export default function Exos() {
  const screen = useLoaderData<typeof loader>();
  const { alias, filter, hasOrders, columns, list, creditsHref } = screen;
  return (
    <ListScreen
      {...screen}
      title="Returns and Exchanges"
      links={creditsHref === undefined ? [] : [{ label: "Credits owed", href: creditsHref }]}
      noun="returns and exchanges"
      count={list?.reach && reachCount(list.reach)}
      param="exoId"
      opening={{ title: returnPanel.title, words: returnPanel.loading }}
      search={exoSearch}
      isNumbered
      path={(to) => exosPath(alias, to)}
      live={FollowRows}
      fields={<Fields {...screen} />}
      keep={["step"]}
      notice={<StepNotice alias={alias} filter={filter} list={list} />}
      unsorted={!hasOrders}
      sorting={hasOrders ? exoSorting : undefined}
      columns={toTableColumns<ExoCells, ExoRow>(
        columns,
        exoCells({ alias, filter }),
        alias === undefined ? undefined : widthsInStore,
      )}
      rowHref={({ id }) => exoPath(alias, filter, { id })}
      bulk={{
        kind: "returns",
        alias,
        actionsOf: ({ cells }) => cells.actions ?? [],
        nameOf: ({ name }) => name,
      }}
      empty={{
        match: "No returns or exchanges match",
        all: `${alias === undefined ? "There are" : "This store has"} no returns or exchanges`,
      }}
    >
      <Outlet />
    </ListScreen>
  );
}

/** In the list of one store all rows have the same source, so the other columns get its room. */
const widthsInStore = { source: "w-[5.7rem]", actions: "w-[9.5rem]" };

/** Says which step the list is of, and how far it was read for it (returns#step-filter). */
function StepNotice({ alias, filter, list }: Place & { list: ListPage<ExoRow> | undefined }) {
  if (filter.step === "") return null;
  const { step } = filter;
  return (
    <p className="text-ink-soft">
      At the step <strong>{step === unnamedStep ? "without a name" : stepOf(step).name}</strong>.{" "}
      {list?.reach && missingWords(list.reach)}{" "}
      <a href={exosPath(alias, { ...filter, step: "", page: 1 })}>Show all steps</a>
    </p>
  );
}

type FieldsProps = Place & { hasOrders: boolean; statusChoices: Option[]; storeChoices: Option[] };

function Fields({ alias, filter, hasOrders, statusChoices, storeChoices }: FieldsProps) {
  return (
    <>
      {alias !== undefined && <SearchField name={exoSearch.names.term} label="Search" value={filter.term} />}
      <MultiSelect
        name={exoSearch.names.statuses}
        label={words.statuses}
        options={statusChoices}
        selected={filter.statuses}
        selectAll
      />
      {alias === undefined && (
        <>
          <MultiSelect
            name={exoSearch.names.stores}
            label={words.stores}
            options={storeChoices}
            selected={filter.stores}
            selectAll
          />
          <SearchField name={exoSearch.names.orderId} label={words.orderId} value={filter.orderId} />
          <SearchField name={exoSearch.names.raNumber} label={words.raNumber} value={filter.raNumber} />
          <SearchField
            name={exoSearch.names.email}
            label={words.email}
            value={filter.email}
            inputMode="email"
            wide
          />
        </>
      )}
      {hasOrders && <DayFilters names={exoSearch.names} filter={filter} sorts={exoSorting.choices} />}
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
