import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf, requireForm } from "#app/core/http/forms/read.ts";
import { declinePrefetch } from "#app/core/http/prefetch.server.ts";
import { List } from "#app/core/lists/List.tsx";
import { useListPlace } from "#app/core/lists/useListPlace.ts";
import { requireStorePage } from "#app/core/stores/guard.server.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { SearchField } from "#app/core/ui/fields/fields.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { Page, storeTitle } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { formatDollars, formatUnits, plural } from "#app/core/values/values.ts";
import { forgetToday } from "#app/features/today/parts.server.ts";
import { labelsPath, wrongLabelSearch, wrongLabelsPath } from "../../paths.ts";
import { Hidden, PrintedForm } from "../../views/forms.tsx";
import { checkLabels } from "../check.server.ts";
import { lastPrices, sayPrinted } from "../lastPrices.server.ts";

type CheckedLabels = Awaited<ReturnType<typeof checkLabels>>;
type WrongLabel = CheckedLabels["rows"][number];

const dollars = (price: string): string => formatDollars(Number(price));

const columnsOf = (here: string): Column<WrongLabel>[] => [
  {
    key: "product",
    header: "Product",
    narrow: "title",
    cell: ({ title, barcode, design, copies }) => (
      <div>
        {title}
        <span className="text-ink-faint block text-xs font-normal">
          {[barcode, design, plural(copies, "label", "labels")].filter(Boolean).join(" · ")}
        </span>
      </div>
    ),
  },
  {
    key: "label",
    header: "On the label",
    cell: ({ price, from, was }) => <Price price={price} book={from} was={wasText(was)} />,
  },
  {
    key: "now",
    header: "Now",
    cell: ({ now, why, was }) =>
      now ? <Price {...now} was={wasText(now.was) || (was && "no former price")} /> : why,
  },
  {
    key: "difference",
    header: "Difference",
    align: "end",
    cell: ({ now }) =>
      now?.difference ? <strong className="whitespace-nowrap">{now.difference}</strong> : "–",
  },
  {
    key: "printed",
    header: "Printed",
    cell: ({ at, by }) => (
      <div>
        <DateTime at={at} />
        {by && <span className="text-ink-faint block">{by}</span>}
      </div>
    ),
  },
  {
    key: "print",
    header: "Print",
    headerHidden: true,
    onScreenOnly: true,
    cell: ({ title, barcode, key, printHref }) => (
      <Form method="post" action={here} className="flex flex-wrap gap-2" preventScrollReset>
        {printHref && (
          <LinkButton href={printHref} aria-label={`Print Label: ${title}`}>
            Print Label
          </LinkButton>
        )}
        <Hidden fields={Object.entries({ barcode, key, title })} />
        <Button type="submit" variant="quiet" aria-label={`Taken down: ${title}`}>
          Taken down
        </Button>
      </Form>
    ),
  },
];

const Price = ({ price, book, was }: { price: string; book: string; was: string }) => (
  <div>
    {dollars(price)}
    {was && <span className="block">{was}</span>}
    {book && <span className="text-ink-faint block">{book}</span>}
  </div>
);

const wasText = (was: string): string => was && `was ${dollars(was)}`;

/** The labels of a store that say something else than Print Label would print now (labels#wrong-labels). */
export default function WrongLabels() {
  const { alias, find, checked } = useLoaderData<typeof loader>();
  const place = useListPlace();
  const here = wrongLabelsPath(alias, find);
  const title = emptyTitle(checked);
  return (
    <Page
      title="Wrong labels"
      subtitle="Labels whose product has another price, or another former price, than when they were printed."
      actions={<LinkButton href={labelsPath(alias)}>Back to Print Label</LinkButton>}
    >
      <List
        caption="Wrong labels"
        place={place}
        list={{ rows: checked.rows.map((row) => ({ row })) }}
        error={undefined}
        here={here}
        filter={{
          isOn: find !== "",
          clearHref: wrongLabelsPath(alias),
          fields: <SearchField name={wrongLabelSearch.names.find} label="Product or barcode" value={find} />,
        }}
        notice={checked.total > 0 && <Summary checked={checked} here={here} />}
        columns={columnsOf(here)}
        rowKey={({ key }) => key}
        empty={{ page: title, match: title, all: title }}
      />
    </Page>
  );
}

function emptyTitle({ isAny, total, failure }: CheckedLabels): string {
  if (!isAny) return "No label with a price has left the portal for this store yet.";
  if (total === 0) return "No label that left the portal matches";
  const checked = total === 1 ? "the one there is was" : `all ${formatUnits(total)} were`;
  return failure ?? `No label is wrong: ${checked} checked just now.`;
}

function Summary({ checked, here }: { checked: CheckedLabels; here: string }) {
  const { rows, isCut, total, at, wrong, unpriced, unread, batches } = checked;
  const results = [
    `${formatUnits(wrong)} wrong`,
    ...(unpriced > 0 ? [`${formatUnits(unpriced)} without a price now`] : []),
    ...(unread > 0 ? [`${formatUnits(unread)} not read`] : []),
  ];
  return (
    <div className="space-y-2">
      <p className="tabular-nums">
        <strong>{results.join(", ")}</strong> of {plural(total, "label", "labels")}, checked{" "}
        <DateTime at={at} />.{isCut && ` The first ${formatUnits(rows.length)} are shown.`}
      </p>
      <p className="text-xs text-ink-soft">
        What went to a printer or a station counts as printed; paper counts once somebody says so.
      </p>
      {batches.map(({ label, action, count, printed, ...fields }) => (
        <div key={action} className="flex flex-wrap gap-2">
          <Form method="post" action={action}>
            <Hidden fields={Object.entries(fields)} />
            <Button type="submit" variant="primary">
              {`Print ${count === 1 ? "this one" : `these ${count}`}${label && batches.length > 1 ? `: ${label}` : ""}`}
            </Button>
          </Form>
          <PrintedForm action={here} fields={{ labels: printed }} />
        </div>
      ))}
    </div>
  );
}

export const meta = storeTitle("Wrong labels");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  // A page costs a call for each page of the product list: don't make them for a hover over the link.
  declinePrefetch();
  const { find } = wrongLabelSearch.read(request.url);
  const checked = await checkLabels(workstation, find);
  const { storeAlias: alias, storeName } = workstation.store;
  return data({ alias, storeName, find, checked }, { status: checked.failure === undefined ? 200 : 502 });
}

const takenDown = z.object({ barcode: z.string(), key: z.string(), title: z.string() });

/** A person says that the wrong labels were printed anew, or that one hangs no more. */
export async function action({ request, params }: ActionFunctionArgs) {
  const workstation = await requireStorePage(request, params.alias, "printlabel");
  const { storeAlias } = workstation.store;
  const form = await formOf(request);
  const here = wrongLabelsPath(storeAlias, wrongLabelSearch.read(request.url).find);
  if (form.has("labels")) return redirectWithFlash(request, here, await sayPrinted(workstation, form));
  const { barcode, key, title } = requireForm(form, takenDown);
  await lastPrices.takeDown(storeAlias, barcode, key);
  forgetToday(workstation.user.subject);
  return redirectWithFlash(request, here, `Taken down: ${title}.`);
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
