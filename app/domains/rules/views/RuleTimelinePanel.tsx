import "./rules.css";
import type { Period, RuleTimeline } from "#app/domains/rules/prices/timeline.ts";
import { RouteDialog } from "#app/ui/dialogs/RouteDialog.tsx";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";

type Props = { timeline: RuleTimeline; storeName: string; closeTo: string };

const turned = (word: string, names: readonly string[]) =>
  names.length > 0 && (
    <p>
      {word}: {names.join(", ")}
    </p>
  );

const columns: Column<Period>[] = [
  {
    key: "from",
    header: "From",
    narrow: "title",
    cell: ({ from }) => (from === "" ? "Now" : <DateTime at={from} />),
  },
  { key: "to", header: "To", cell: ({ to }) => (to === "" ? "No end" : <DateTime at={to} />) },
  {
    key: "turns",
    header: "What turns",
    roomy: true,
    cell: ({ begins, ends }) => (
      <>
        {turned("Begins", begins)}
        {turned("Ends", ends)}
        {begins.length + ends.length === 0 && "–"}
      </>
    ),
  },
  {
    key: "rules",
    header: "Rules that hold, the first one first",
    roomy: true,
    cell: ({ rules }) =>
      rules.length === 0 ? (
        "None"
      ) : (
        <ol className="space-y-1">
          {rules.map(({ id, name, href, priority, inWords }) => (
            <li key={id}>
              <a href={href}>{name}</a> <span className="text-ink-faint">(priority {priority})</span>
              <span className="text-sm font-normal text-ink-soft wrap-anywhere block whitespace-normal">
                {inWords}
              </span>
            </li>
          ))}
        </ol>
      ),
  },
];

/** The enabled rules in force in each period from now on (rules#timeline). */
export function RuleTimelinePanel({ timeline, storeName, closeTo }: Props) {
  return (
    <RouteDialog title="Rule timeline" closeTo={closeTo} kind="wide-panel">
      <p className="text-ink-faint">
        The enabled rules of {storeName} from now on, in the order in which they work. Each row is a time in
        which nothing begins or ends.
      </p>
      <Table
        caption="Rule timeline"
        columns={columns}
        rows={timeline.periods}
        rowKey={({ key }) => key}
        empty={null}
      />
      {timeline.isCut && <p className="text-ink-faint">What lies beyond these times is not shown.</p>}
    </RouteDialog>
  );
}
