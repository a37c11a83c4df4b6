import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { type CellsOf, toTableColumns } from "#app/core/lists/cells.tsx";
import { listRevalidation } from "#app/core/lists/useListPlace.ts";
import {
  acknowledgedChoices,
  containsModes,
  directionChoices,
  interchangePanel,
  interchangeFilters as labels,
} from "#app/core/specification/edi.ts";
import { classes } from "#app/core/ui/classes.ts";
import { StatusIcon } from "#app/core/ui/feedback/Status.tsx";
import { ChoiceField } from "#app/core/ui/fields/fields.tsx";
import { MultiSelect } from "#app/core/ui/fields/MultiSelect.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { Age } from "#app/core/ui/text/DateTime.tsx";
import { breakingLongWords } from "#app/core/ui/text/words.ts";
import { answeringLabel, isOutstanding } from "#app/domains/edi/acknowledgement.ts";
import type { InterchangeCells, InterchangeRow } from "#app/domains/edi/partner/lists/columns.ts";
import {
  checkFilePath,
  type InterchangeFilter,
  interchangePath,
  interchangePaths,
  isSameInterchangeList,
  trafficChoices,
} from "#app/domains/edi/partner/paths.ts";
import { interchangePages } from "#app/domains/edi/partner/screens.server.ts";
import {
  type Choice,
  DocumentsScreen,
  fieldsOf,
  type MoreChoices,
  MoreFilters,
} from "../views/DocumentsScreen.tsx";
import { DueShort } from "../views/DueTime.tsx";
import { DocumentNumber, documentCells, TestMark } from "../views/RowCells.tsx";

export const meta: MetaFunction = () => [{ title: "EDI Interchanges" }];

export const loader = interchangePages.list;

export const shouldRevalidate = listRevalidation(isSameInterchangeList);

/** The interchanges with Myer (edi#interchange-filters, edi#interchange-columns). */
export default function Interchanges() {
  const { columns, typeChoices, more, canCheck, ...list } = useLoaderData<typeof loader>();
  const { filter } = list;
  return (
    <DocumentsScreen<InterchangeRow, InterchangeFilter>
      {...list}
      param="interchangeId"
      title="EDI Interchanges"
      noun="interchanges"
      links={canCheck ? [{ label: "Check a file", href: checkFilePath }] : []}
      unsorted={more === undefined}
      bulk="interchanges"
      paths={interchangePaths}
      fields={<Fields filter={filter} typeChoices={typeChoices} more={more} />}
      keep={["owed", "refused", "stranger"]}
      columns={toTableColumns<InterchangeCells, InterchangeRow>(columns, cellsOf(filter))}
      opening={{ title: interchangePanel.title, words: interchangePanel.loading }}
    >
      <Outlet />
    </DocumentsScreen>
  );
}

const modes = Object.entries(containsModes).map(([value, label]) => ({ value, label }));

/** The filters (edi#interchange-filters, edi#more-filters). */
function Fields({
  filter,
  typeChoices,
  more,
}: {
  filter: InterchangeFilter;
  typeChoices: Choice[];
  more: MoreChoices | undefined;
}) {
  const { names } = interchangePaths.search;
  const { text, choice } = fieldsOf(names, filter);
  return (
    <>
      {text("documentId", labels.documentId)}
      {text("controlReference", labels.controlReference)}
      {text("documentIdentifier", labels.documentIdentifier, "PO or order number")}
      {choice("direction", labels.direction, directionChoices)}
      {choice("acknowledged", labels.acknowledged, acknowledgedChoices)}
      <ChoiceField name={names.mode} label={labels.mode} wide value={filter.mode} options={modes} />
      <MultiSelect
        name={names.types}
        label="Message types"
        options={typeChoices}
        selected={filter.types}
        selectAll
        none="No type chosen"
      />
      {more && (
        <MoreFilters
          names={names}
          filter={filter}
          more={more}
          isOn={filter.packageNumber !== "" || filter.fileName !== "" || filter.traffic !== ""}
        >
          {text("packageNumber", "SSCC", "Of a package")}
          {text("fileName", "File name")}
          {choice("traffic", "Test or live", trafficChoices)}
        </MoreFilters>
      )}
    </>
  );
}

/** When it was acknowledged and by which interchange, 'No', or unknown (edi#acknowledged). */
function Acknowledged({
  cell: { acknowledged, acknowledgement, due },
}: {
  cell: InterchangeCells["acknowledged"];
}) {
  const { kind, label, tone, at, by, refused = [] } = acknowledgement;
  const link = by !== undefined && <a href={interchangePath({ id: by })}>{answeringLabel(kind)}</a>;
  if (acknowledged === "unknown") return <StatusIcon tone="background" label="Unknown" />;
  // Follows 'No' or a time.
  const words = label.charAt(0).toLowerCase() + label.slice(1);
  const isReported = kind !== "unasked" && kind !== "acknowledged" && !isOutstanding(kind);
  return (
    <div className="text-xs">
      {acknowledged === "yes" ? <Age at={at} /> : "No"}
      {(isOutstanding(kind) || isReported) && " · "}
      {isOutstanding(kind) && (
        <span className="text-ink-soft">
          {due ? (
            <DueShort label={`${words},`} due={due} />
          ) : (
            <>
              {words} since <Age at={at} />
            </>
          )}
        </span>
      )}
      {isReported && (
        <span className={tone === "attention" ? "font-medium text-attention" : "text-ink-soft"}>
          {tone === "attention" && <Icon name="attention" />} {words}
          {refused.length > 0 && `: ${refused.map(({ name }) => name).join(", ")}`}
        </span>
      )}{" "}
      {link}
    </div>
  );
}

/** The cells (edi#interchange-columns). */
const cellsOf = (filter: InterchangeFilter): CellsOf<InterchangeCells, InterchangeRow> => ({
  ...documentCells(interchangePaths, filter),
  reference: (cell) => (
    <DocumentNumber cell={cell}>
      {cell.partner && (
        <span className={classes("min-w-0", breakingLongWords(cell.partner))}>{cell.partner}</span>
      )}
      {cell.isTest && <TestMark />}
    </DocumentNumber>
  ),
  acknowledged: (cell) => <Acknowledged cell={cell} />,
});

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
