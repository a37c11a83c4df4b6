import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { ages } from "#app/core/lists/DayFilters.tsx";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import { returnPanel } from "#app/core/specification/returns.ts";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { ChoiceField, SearchField } from "#app/core/ui/fields/fields.tsx";
import { MultiSelect } from "#app/core/ui/fields/MultiSelect.tsx";
import { RowLink } from "#app/core/ui/lists/rows.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { Age } from "#app/core/ui/text/DateTime.tsx";
import type { CreditsCoverage } from "#app/domains/exos/credit.ts";
import {
  allExosPath,
  type CreditFilter,
  creditCommandPath,
  creditSearch,
  creditsPath,
  exoPath,
  isSameCreditList,
} from "#app/domains/exos/paths.ts";
import { type CreditRow, creditsScreen } from "#app/domains/exos/screens.server.ts";
import { Email } from "#app/domains/exos/views/Email.tsx";
import { ListScreen } from "#app/screens/ListScreen.tsx";

export const meta: MetaFunction = () => [{ title: "Credits owed" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return creditsScreen(await requireMay(request, "returns.credits"));
}

export const shouldRevalidate = listRevalidation(isSameCreditList);

/** Completeness of the credits owed (returns#credit-seen). */
const coverageNotices: Record<CreditsCoverage, string | undefined> = {
  all: undefined,
  some: "Not everything that is owed has been read yet: Refresh goes on.",
  seen: "This service can't be asked which returns owe a credit. These are the ones that somebody has opened in the portal; there may be others.",
};

const markGiven = { label: "Mark as given", value: "given" };

const panelPath = (credits: CreditFilter, id: string) => exoPath(undefined, {}, { id, credits });

const columns = (filter: CreditFilter): Column<CreditRow>[] => [
  {
    key: "name",
    header: "EXO Name",
    narrow: "title",
    aside: true,
    cell: ({ id, name }) => (
      <RowLink href={panelPath(filter, id)} className="fact-keep">
        {name}
      </RowLink>
    ),
  },
  {
    key: "customer",
    header: "Customer",
    narrow: "plain",
    cell: ({ customer }) => <Email email={customer} />,
  },
  { key: "order", header: "Order ID", cell: ({ orderId }) => orderId || "–" },
  { key: "store", header: "Store", narrow: "plain", rank: 3, cell: ({ store }) => store || "–" },
  {
    key: "amount",
    header: "Credit",
    narrow: "plain",
    align: "end",
    aside: true,
    cell: ({ amount }) => amount,
  },
  { key: "since", header: "Owed since", aside: true, cell: ({ since }) => <Age at={since} /> },
  ...(filter.side === "given"
    ? [{ key: "given", header: "Given", roomy: true, cell: ({ given }: CreditRow) => given ?? "–" }]
    : []),
  {
    key: "actions",
    header: "Actions",
    narrow: "plain",
    onScreenOnly: true,
    cell: ({ id, name }) =>
      filter.side === "owed" ? (
        <LinkButton href={creditCommandPath(id, "given", filter)} aria-label={`Given … ${name}`}>
          Given …
        </LinkButton>
      ) : (
        <LinkButton href={creditCommandPath(id, "owed", filter)} aria-label={`Not given after all … ${name}`}>
          Not given after all …
        </LinkButton>
      ),
  },
];

/** Credits to be given manually, and those given (returns#credits). */
export default function Credits() {
  const { sum, coverage, storeChoices, mayAct, ...screen } = useLoaderData<typeof loader>();
  const { filter } = screen;
  return (
    <ListScreen
      {...screen}
      title="Credits owed"
      links={[{ label: "Returns and Exchanges", href: allExosPath }]}
      noun="credits"
      count={sum}
      param="exoId"
      search={creditSearch}
      isNumbered
      path={creditsPath}
      fields={
        <>
          <ChoiceField
            name={creditSearch.names.side}
            label="Show"
            value={filter.side}
            options={[
              { value: "owed", label: "Owed" },
              { value: "given", label: "Given" },
            ]}
          />
          <MultiSelect
            name={creditSearch.names.stores}
            label="Store"
            options={storeChoices}
            selected={filter.stores}
            selectAll
          />
          <SearchField name={creditSearch.names.customer} label="Customer" value={filter.customer} />
          <ChoiceField
            name={creditSearch.names.older}
            label="Older than"
            value={filter.older ?? ""}
            options={ages}
          />
        </>
      }
      notice={coverageNotices[coverage] && <p className="text-ink-soft">{coverageNotices[coverage]}</p>}
      columns={columns(filter)}
      rowHref={({ id }) => panelPath(filter, id)}
      opening={{ title: returnPanel.title, words: returnPanel.loading }}
      bulk={{
        kind: "credits",
        alias: undefined,
        actionsOf: () => (mayAct && filter.side === "owed" ? [markGiven] : []),
        nameOf: ({ name }) => name,
      }}
      empty={{ match: "No credits match", all: "No credits are owed" }}
    >
      <Outlet />
    </ListScreen>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
