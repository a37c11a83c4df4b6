import { Icon } from "#app/core/ui/Icon.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import type { VersionLine } from "#app/domains/rules/compare.ts";

/** Who changed a rule in the meantime, and when, as far as the server says. */
export function ChangedBy({ who, at, what }: { who: string; at: string; what: string }) {
  return (
    <>
      {who || "Another person"} changed this rule {what}
      {at && (
        <>
          {" "}
          (<DateTime at={at} />)
        </>
      )}
      .
    </>
  );
}

type VersionsProps = { lines: VersionLine[]; theirs: string; mine: string };

export function VersionTable({ lines, theirs, mine }: VersionsProps) {
  return (
    <table className="versions w-full border-collapse">
      <caption className="sr-only">Both versions, field by field</caption>
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col">
            <span className="sr-only">Field</span>
          </th>
          <th scope="col">{theirs}</th>
          <th scope="col">{mine}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.label} data-differs={line.differs ? "" : undefined}>
            <th scope="row">
              {line.differs && <Icon name="attention" label="Differs" />} {line.label}
            </th>
            <td data-label={theirs}>{line.theirs || "–"}</td>
            <td data-label={mine}>{line.mine || "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
