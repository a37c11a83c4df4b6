import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { attempt } from "#app/core/api/api.server.ts";
import { readable } from "#app/core/lists/listed.ts";
import { Button } from "#app/core/ui/Button.tsx";
import { RouteDialog } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import { keyed } from "#app/core/ui/keyed.ts";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { titleOver } from "#app/core/ui/shell/titles.ts";
import { FactList } from "#app/core/ui/text/FactList.tsx";
import { listRuleAttributes, listRules, requireRules } from "#app/domains/rules/api.server.ts";
import { rulePricePath, rulePriceSearch, ruleSearch, rulesPath } from "#app/domains/rules/paths.ts";
import { typesOf } from "#app/domains/rules/prices/evaluate.ts";
import { listRuleProducts } from "#app/domains/rules/prices/live.server.ts";
import {
  type EffectivePrice,
  type EffectiveStep,
  type EffectiveUnit,
  findRuleProducts,
  toEffectivePrice,
} from "#app/domains/rules/prices/preview.ts";
import { tiedWords } from "../model.ts";
import { Change } from "../views/RulePreviewSection.tsx";

const columns: Column<EffectiveStep>[] = [
  { key: "priority", header: "Priority", align: "end", tight: true, cell: ({ priority }) => priority },
  {
    key: "rule",
    header: "Rule",
    narrow: "title",
    roomy: true,
    cell: ({ href, name, isTied }) => (
      <>
        <a href={href}>{name}</a>
        {isTied && <span className="block text-xs text-ink-soft">Priority {tiedWords}</span>}
      </>
    ),
  },
  {
    key: "does",
    header: "What it does",
    roomy: true,
    cell: ({ note, changes }) => (
      <>
        {note !== "" && <span className="text-ink-faint">{note}</span>}
        {changes.map((change) => (
          <Change key={change.attribute} change={change} />
        ))}
      </>
    ),
  },
];

/** The prices of a product and its variants through all rules in force now, rule by rule (rules#effective). */
export default function RulePrice() {
  const { here, filter, query, price, found, error, closeTo } = useLoaderData<typeof loader>();
  return (
    <RouteDialog title="Price through all rules" closeTo={closeTo} kind="wide-panel">
      <div>
        <Form method="get" action={here} className="flex flex-wrap items-end gap-2">
          {ruleSearch.entries(filter).map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <div className="min-w-0 max-w-md flex-1 basis-64">
            <SearchField
              name={rulePriceSearch.names.product}
              label="Product id, code, SKU or title"
              value={query}
            />
          </div>
          <Button type="submit">Show price</Button>
        </Form>
      </div>
      {error && <ErrorBar error={error} />}
      {price ? <Price price={price} /> : <Found query={query} found={found} isRead={!error} />}
    </RouteDialog>
  );
}

type FoundProps = { query: string; found: { name: string; href: string }[]; isRead: boolean };

function Found({ query, found, isRead }: FoundProps) {
  if (query === "" || !isRead) return null;
  if (found.length === 0) return <p>No product of this store is called so.</p>;
  return (
    <>
      <p>Several products are called so. Choose one:</p>
      <ul className="space-y-1">
        {keyed(found, ({ href }) => href).map(({ key, item: { name, href } }) => (
          <li key={key}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

const Price = ({ price }: { price: EffectivePrice }) => (
  <div className="space-y-4">
    <h3 className="wrap-anywhere">{price.name}</h3>
    <p className="text-ink-faint">
      Indicative: the portal's own reckoning of the rules that hold now. Each rule works on what the ones
      before it left.
    </p>
    {price.isUntouched && <p>No rule of this store holds now.</p>}
    {price.units.map((unit) => (
      <Unit key={unit.who} unit={unit} />
    ))}
  </div>
);

const Unit = ({ unit }: { unit: EffectiveUnit }) => (
  <section className="space-y-2" aria-label={unit.who}>
    <h4 className="font-semibold wrap-anywhere">{unit.who}</h4>
    <FactList facts={unit.prices} />
    <Table
      caption={`Rule by rule: ${unit.who}`}
      columns={columns}
      rows={unit.steps}
      rowKey={({ id }) => id}
      empty={null}
    />
  </section>
);

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  titleOver(matches, ["Price through all rules"]);

export async function loader(args: LoaderFunctionArgs) {
  const { user, store, filter } = await requireRules(args);
  const { storeAlias: alias } = store;
  const { product: query } = rulePriceSearch.read(args.request.url);
  const panel = { here: rulePricePath(alias, filter), filter, query, closeTo: rulesPath(alias, filter) };
  const nothing = { ...panel, price: undefined, found: [], error: undefined };
  if (query === "") return nothing;
  const read = await attempt(
    Promise.all([listRuleProducts(user, store), listRules(user, store), listRuleAttributes(user, store)]),
  );
  if (!read.ok) return data({ ...nothing, error: read.error }, { status: 502 });
  const [{ products }, rows, attributes] = read.value;
  const found = findRuleProducts(products, query);
  const [only] = found;
  if (!only || found.length > 1)
    return {
      ...nothing,
      found: found.map(({ id, name }) => ({ name, href: rulePricePath(alias, filter, id) })),
    };
  const rules = readable(rows);
  const types = typesOf(attributes);
  return { ...nothing, price: toEffectivePrice(only, rules, Date.now(), { alias, filter, types }) };
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
