import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { EdiList, InterchangeRow } from "#app/domains/edi/partner/lists.ts";
import {
  interchangePath,
  interchangesLivePath,
  interchangesPath,
  isEdiDetailPath,
} from "#app/domains/edi/partner/paths.ts";
import { type InterchangeFilter, interchangeSearch } from "#app/domains/edi/partner/search.ts";
import { LiveListScreen } from "#app/live/LiveListScreen.tsx";
import { ChoiceField } from "#app/ui/ChoiceField.tsx";
import { DateTime } from "#app/ui/DateTime.tsx";
import { EmptyList } from "#app/ui/EmptyList.tsx";
import type { ShownError } from "#app/ui/ErrorBar.tsx";
import { FilterBar } from "#app/ui/FilterBar.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { MultiSelect } from "#app/ui/MultiSelect.tsx";
import { RelativeTime } from "#app/ui/RelativeTime.tsx";
import { SearchField } from "#app/ui/SearchField.tsx";
import { StatusIcon } from "#app/ui/StatusIcon.tsx";
import { actionsCell, type Cell, headCells, referencesCell, standingCell, toColumns } from "./RowCells.tsx";

type Choice = { value: string; label: string };

type Props = {
  filter: InterchangeFilter;
  typeChoices: Choice[];
  actions: { label: string; value: string }[];
  list: (EdiList<InterchangeRow> & { version: string }) | undefined;
  error: ShownError | undefined;
  children: ReactNode;
};

/** The interchanges with Myer (2 §2.6). */
export function InterchangesScreen({ filter, typeChoices, actions, list, error, children }: Props) {
  const { interchangeId } = useParams();
  return (
    <LiveListScreen
      title="EDI Interchanges"
      page={filter.page}
      list={list}
      error={error}
      currentId={interchangeId}
      filters={<Filters filter={filter} typeChoices={typeChoices} />}
      columns={toColumns(cellsOf(filter, actions))}
      empty={(pages) => (
        <EmptyList
          page={filter.page}
          previousHref={interchangesPath({ ...filter, page: Math.min(filter.page - 1, pages) })}
          isFiltered={isFiltered(filter)}
          clearHref={interchangesPath()}
          titles={{ match: "No interchanges match", all: "There are no interchanges" }}
        />
      )}
      idOf={({ row }) => row.id}
      rowHref={(id) => interchangePath({ id }, filter)}
      pageHref={(page) => interchangesPath({ ...filter, page })}
      here={interchangesPath(filter)}
      liveHref={interchangesLivePath(filter)}
      opening={{
        title: "Interchange Detail",
        words: "Loading EDI Myer Interchange Document",
        isPath: isEdiDetailPath,
      }}
    >
      {children}
    </LiveListScreen>
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

/** A mode without types filters nothing. */
const isFiltered = ({ mode: _, ...filter }: InterchangeFilter): boolean =>
  interchangeSearch.isFiltered(filter);

function Filters({ filter, typeChoices }: { filter: InterchangeFilter; typeChoices: Choice[] }) {
  const reset = interchangeSearch.isFiltered(filter);
  return (
    <FilterBar action={interchangesPath()} {...(reset ? { resetHref: interchangesPath() } : {})}>
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
    </FilterBar>
  );
}

/** A control reference has 14 characters at most: it stays on one line, unless it is none. */
const Reference = ({ text }: { text: string }) => (
  <span className={text.length <= 14 ? "whitespace-nowrap" : undefined}>{text || "–"}</span>
);

/** When it was acknowledged and by which interchange, 'No', or that it is not known (2 §2.6). */
function Acknowledged({ row: { acknowledged, acknowledgement } }: { row: InterchangeRow }) {
  const { kind, label, at, by } = acknowledgement;
  const link = by !== undefined && (
    <div>
      <a href={interchangePath({ id: by })}>Acknowledging interchange</a>
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

/** The columns of 2 §2.6, in order. */
const cellsOf = (filter: InterchangeFilter, actions: Props["actions"]): Cell<InterchangeRow>[] => [
  ...headCells<InterchangeRow>(({ id }) => interchangePath({ id }, filter)),
  {
    key: "reference",
    header: "Control Reference",
    show: ({ controlReference }) => <Reference text={controlReference} />,
  },
  referencesCell<InterchangeRow>(({ id }) => interchangePath({ id, tab: "references" }, filter)),
  standingCell<InterchangeRow>(),
  {
    key: "direction",
    header: "Direction",
    show: ({ direction }) => <span className="break-words">{direction}</span>,
  },
  { key: "acknowledged", header: "Acknowledged", show: (row) => <Acknowledged row={row} /> },
  { key: "at", header: "Updated At", show: ({ updatedAt }) => <DateTime at={updatedAt} /> },
  actionsCell<InterchangeRow>(({ id }) => interchangePath({ id }, filter), actions),
];
