import { labelsPath } from "#app/domains/labels/paths.ts";
import { List } from "#app/lists/List.tsx";
import { NumberedSteps } from "#app/lists/Steps.tsx";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import { LinkButton } from "#app/ui/elements.tsx";
import { ChoiceField, SearchField } from "#app/ui/fields/fields.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { formatDollars, formatUnits, plural } from "#app/values/values.ts";
import {
  type CheckedLabels,
  type PriceNow,
  type WrongLabel,
  type WrongLabelFilter,
  wrongLabelSearch,
  wrongLabelsPath,
} from "../paths.ts";

type Props = {
  alias: string;
  filter: WrongLabelFilter;
  checked: CheckedLabels;
  place: ListPlace;
};

const dollars = (price: string): string => formatDollars(Number(price));

const columns: Column<WrongLabel>[] = [
  {
    key: "product",
    header: "Product",
    narrow: "title",
    cell: ({ title, barcode, design }) => (
      <div>
        {title}
        <span className="faint block text-sm font-normal">
          {[barcode, design].filter(Boolean).join(" · ")}
        </span>
      </div>
    ),
  },
  {
    key: "label",
    header: "On the label",
    cell: ({ price, from }) => <Price price={price} from={from} />,
  },
  { key: "now", header: "Now", cell: ({ now }) => <Now now={now} /> },
  {
    key: "difference",
    header: "Difference",
    align: "end",
    cell: ({ now }) =>
      now.is === "known" ? <strong className="whitespace-nowrap">{now.difference}</strong> : "–",
  },
  {
    key: "printed",
    header: "Printed",
    cell: ({ at, by }) => (
      <div>
        <DateTime at={at} />
        {by && <span className="faint block">{by}</span>}
      </div>
    ),
  },
  {
    key: "print",
    header: "Print",
    headerHidden: true,
    onScreenOnly: true,
    cell: ({ title, printHref }) =>
      printHref && (
        <LinkButton href={printHref} aria-label={`Print Label: ${title}`}>
          Print Label
        </LinkButton>
      ),
  },
];

const Price = ({ price, from }: { price: string; from: string }) => (
  <div>
    {dollars(price)}
    {from && <span className="faint block">{from}</span>}
  </div>
);

function Now({ now }: { now: PriceNow }) {
  if (now.is === "known") return <Price price={now.price} from={now.book} />;
  if (now.is === "unread") return <>{now.why}</>;
  return now.is === "gone" ? (
    <>No product has this barcode any more</>
  ) : (
    <>No price book has a price any more</>
  );
}

/** The labels of a store whose price has changed since they were printed (labels#wrong-labels). */
export function WrongLabelsScreen({ alias, filter, checked, place }: Props) {
  const { rows, page, pages, isAny, failure } = checked;
  const { names } = wrongLabelSearch;
  const pageHref = (next: number) => wrongLabelsPath(alias, { ...filter, page: next });
  return (
    <Page
      title="Wrong labels"
      subtitle="Labels whose product has another price now than when they were printed."
      actions={<LinkButton href={labelsPath(alias)}>Back to Print Label</LinkButton>}
    >
      <List
        caption="Wrong labels"
        place={place}
        list={{ rows: rows.map((row) => ({ row })), pages }}
        error={undefined}
        here={pageHref(page)}
        filter={{
          isOn: wrongLabelSearch.isFiltered(filter),
          clearHref: wrongLabelsPath(alias, { order: filter.order }),
          action: wrongLabelsPath(alias),
          fields: (
            <>
              <SearchField name={names.find} label="Product or barcode" value={filter.find} />
              <ChoiceField
                name={names.order}
                label="Check first"
                value={filter.order}
                options={[
                  { value: "oldest", label: "Oldest labels" },
                  { value: "newest", label: "Newest labels" },
                ]}
              />
            </>
          ),
        }}
        pages={isAny ? { Steps: NumberedSteps, current: page, hrefFor: pageHref } : undefined}
        notice={checked.total > 0 && <Summary checked={checked} nextHref={pageHref(page + 1)} />}
        columns={columns}
        rowKey={({ key }) => key}
        empty={emptyTitles(checked, failure)}
      />
    </Page>
  );
}

function emptyTitles({ isAny, total, first, last }: CheckedLabels, failure: string | undefined) {
  const titles = {
    all: "No label with a price has left the portal for this store yet.",
    match: "No label that left the portal matches",
  };
  if (!isAny) return { ...titles, page: titles.all };
  if (total === 0) return titles;
  if (failure !== undefined) return { ...titles, page: failure };
  const count = last - first + 1;
  const page =
    count === total
      ? `No label is wrong: ${count === 1 ? "the one there is was" : `all ${formatUnits(count)} were`} checked just now.`
      : `None of these ${count} labels is wrong.`;
  return { ...titles, page };
}

/** What was checked, the result, and what to do next. */
function Summary({ checked, nextHref }: { checked: CheckedLabels; nextHref: string }) {
  const { first, last, total, at, wrong, unpriced, right, unread, page, pages, batches } = checked;
  const range = first === last ? formatUnits(first) : `${formatUnits(first)}–${formatUnits(last)}`;
  const results = [
    `${formatUnits(wrong)} wrong`,
    ...(unpriced > 0 ? [`${formatUnits(unpriced)} without a price now`] : []),
    `${formatUnits(right)} right`,
    ...(unread > 0 ? [`${formatUnits(unread)} not read`] : []),
  ];
  return (
    <div className="space-y-2">
      <p className="tabular-nums">
        Checked {range} of {plural(total, "label", "labels")}, <DateTime at={at} />:{" "}
        <strong>{results.join(", ")}</strong>.
      </p>
      <p className="text-sm text-ink-soft">
        What went to a printer or a station, into a file or onto a sheet counts as printed.
      </p>
      <p className="flex flex-wrap gap-2">
        {batches.map(({ design, label, href, count }) => (
          <LinkButton key={design} href={href} variant="primary">
            {`Print ${count === 1 ? "this one" : `these ${count}`}${label && batches.length > 1 ? `: ${label}` : ""}`}
          </LinkButton>
        ))}
        {page < pages && <LinkButton href={nextHref}>Check the next</LinkButton>}
      </p>
    </div>
  );
}
