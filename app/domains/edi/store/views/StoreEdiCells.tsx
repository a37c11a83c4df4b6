import type { StateView } from "#app/domains/edi/states.ts";
import type { StoreReference } from "#app/domains/edi/store/lists.ts";
import type { Column } from "#app/ui/lists/Table.tsx";
import { LongText } from "#app/ui/text/LongText.tsx";
import { StateBadge } from "../../views/Streams.tsx";

type Common = { state: StateView; references: StoreReference[]; moreReferences: number };

export const statusColumn = <Row extends Common>(): Column<Row> => ({
  key: "status",
  header: "Status",
  cell: ({ state }) => (
    <div>
      <StateBadge state={state} />
    </div>
  ),
});

export const referencesColumn = <Row extends Common>(): Column<Row> => ({
  key: "references",
  header: "References",
  roomy: true,
  cell: ({ references, moreReferences }) =>
    references.length === 0 ? (
      "–"
    ) : (
      <ul className="space-y-2 text-sm">
        {references.map(({ key, label, href }) => (
          <li key={key}>{href ? <a href={href}>{label}</a> : <LongText value={label} limit={80} />}</li>
        ))}
        {moreReferences > 0 && <li>and {moreReferences} more</li>}
      </ul>
    ),
});
