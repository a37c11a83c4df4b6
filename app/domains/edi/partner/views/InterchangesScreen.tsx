import type { ReactNode } from "react";
import { answeringLabel } from "#app/domains/edi/acknowledgement.ts";
import type { InterchangeRow } from "#app/domains/edi/partner/lists.ts";
import {
  interchangePath,
  interchangesLivePath,
  interchangesPath,
  isEdiDetailPath,
} from "#app/domains/edi/partner/paths.ts";
import { type InterchangeFilter, interchangeSearch } from "#app/domains/edi/partner/search.ts";
import { FollowRows } from "#app/lists/FollowRows.tsx";
import { ListScreen } from "#app/lists/ListScreen.tsx";
import type { LivePage } from "#app/lists/listed.ts";
import { NumberedSteps } from "#app/lists/NumberedSteps.tsx";
import { Opening } from "#app/lists/Opening.tsx";
import type { ListPlace } from "#app/lists/useListPlace.ts";
import type { ShownError } from "#app/ui/feedback/ErrorBar.tsx";
import { StatusIcon } from "#app/ui/feedback/StatusIcon.tsx";
import { ChoiceField } from "#app/ui/fields/ChoiceField.tsx";
import { MultiSelect } from "#app/ui/fields/MultiSelect.tsx";
import { SearchField } from "#app/ui/fields/SearchField.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { RelativeTime } from "#app/ui/text/RelativeTime.tsx";
import { actionsColumn, headColumns, referencesColumn, standingColumn } from "./RowCells.tsx";

type Choice = { value: string; label: string };

type Props = {
  filter: InterchangeFilter;
  typeChoices: Choice[];
  list: LivePage<InterchangeRow> | undefined;
  error: ShownError | undefined;
  place: ListPlace;
  children: ReactNode;
};

/** The interchanges with Myer (edi#interchange-filters, edi#interchange-columns). */
export function InterchangesScreen({ filter, typeChoices, list, error, place, children }: Props) {
  return (
    <ListScreen
      title="EDI Interchanges"
      place={place}
      list={list}
      error={error}
      here={interchangesPath(filter)}
      live={{ Follow: FollowRows, href: interchangesLivePath(filter) }}
      filter={{
        isOn: interchangeSearch.isFiltered(filter),
        clearHref: interchangesPath(),
        fields: <Fields filter={filter} typeChoices={typeChoices} />,
      }}
      pages={{
        Steps: NumberedSteps,
        current: filter.page,
        hrefFor: (page) => interchangesPath({ ...filter, page }),
      }}
      columns={columnsOf(filter)}
      rowKey={({ id }) => id}
      rowHref={({ id }) => interchangePath({ id }, filter)}
      empty={{ match: "No interchanges match", all: "There are no interchanges" }}
    >
      <Opening
        place={place}
        title="Interchange Detail"
        words="Loading EDI Myer Interchange Document"
        isPath={isEdiDetailPath}
      />
      {children}
    </ListScreen>
  );
}

const directions = [
  { value: "", label: "All" },
  { value: "inbound", label: "Only Inbound" },
  { value: "outbound", label: "Only Outbound" },
];
const acknowledgements = [
  { value: "", label: "All" },
  { value: "yes", label: "Only Acknowledged" },
  { value: "no", label: "Only Unacknowledged" },
];
const modes = [
  { value: "any", label: "At least one message for any of" },
  { value: "all", label: "At least one message for each of" },
];

function Fields({ filter, typeChoices }: { filter: InterchangeFilter; typeChoices: Choice[] }) {
  return (
    <>
      <SearchField
        name={interchangeSearch.names.documentId}
        label="Database Document ID"
        value={filter.documentId}
      />
      <SearchField
        name={interchangeSearch.names.controlReference}
        label="Interchange Control Reference"
        value={filter.controlReference}
      />
      <SearchField
        name={interchangeSearch.names.documentIdentifier}
        label="EDI Message Document Identifier"
        value={filter.documentIdentifier}
      />
      <ChoiceField
        name={interchangeSearch.names.direction}
        label="Transmission Direction"
        value={filter.direction}
        options={directions}
      />
      <ChoiceField
        name={interchangeSearch.names.acknowledged}
        label="Acknowledgement Status"
        value={filter.acknowledged}
        options={acknowledgements}
      />
      <ChoiceField
        name={interchangeSearch.names.mode}
        label="Interchange Contains"
        value={filter.mode}
        options={modes}
      />
      <MultiSelect
        name={interchangeSearch.names.types}
        label="Message types"
        options={typeChoices}
        selected={filter.types}
        selectAll
        none="No type chosen"
      />
    </>
  );
}

/** A control reference has at most 14 characters and stays on one line; anything longer isn't one. */
const Reference = ({ text }: { text: string }) => (
  <span className={text.length <= 14 ? "whitespace-nowrap" : undefined}>{text || "–"}</span>
);

/** When it was acknowledged and by which interchange, 'No', or that it is not known (edi#acknowledged). */
function Acknowledged({ row: { acknowledged, acknowledgement } }: { row: InterchangeRow }) {
  const { kind, label, at, by } = acknowledgement;
  const link = by !== undefined && (
    <div>
      <a href={interchangePath({ id: by })}>{answeringLabel(kind)}</a>
    </div>
  );
  if (acknowledged === "unknown") return <StatusIcon tone="background" label="Unknown" />;
  if (acknowledged === "yes") {
    return (
      <div className="text-sm">
        <DateTime at={at} />
        {link}
        {kind !== "acknowledged" && <span className="text-ink-soft">{label}</span>}
      </div>
    );
  }
  return (
    <div className="text-sm">
      <div>No</div>
      {kind === "awaiting" ? (
        <span className="text-ink-soft">
          Awaiting since <RelativeTime at={at} />
        </span>
      ) : (
        kind !== "unasked" && (
          <span className={kind === "rejected" ? "text-attention" : "text-ink-soft"}>
            {kind === "rejected" && <Icon name="attention" />} {label}
          </span>
        )
      )}
      {link}
    </div>
  );
}

/** The columns (edi#interchange-columns), in order. */
const columnsOf = (filter: InterchangeFilter): Column<InterchangeRow>[] => [
  ...headColumns<InterchangeRow>(({ id }) => interchangePath({ id }, filter)),
  {
    key: "reference",
    header: "Control Reference",
    cell: ({ controlReference }) => <Reference text={controlReference} />,
  },
  referencesColumn<InterchangeRow>(({ id }) => interchangePath({ id, tab: "references" }, filter)),
  standingColumn<InterchangeRow>(),
  {
    key: "direction",
    header: "Direction",
    cell: ({ direction }) => <span className="break-words">{direction}</span>,
  },
  { key: "acknowledged", header: "Acknowledged", cell: (row) => <Acknowledged row={row} /> },
  { key: "at", header: "Updated At", cell: ({ updatedAt }) => <DateTime at={updatedAt} /> },
  actionsColumn<InterchangeRow>(({ id }) => interchangePath({ id }, filter)),
];
