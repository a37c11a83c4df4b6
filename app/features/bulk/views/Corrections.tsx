import { useId, useState } from "react";
import {
  type AddressCorrection,
  addressAdvice,
  addressLine,
  changeWords,
} from "#app/core/commands/address.ts";
import type { AddressField } from "#app/core/commands/model.ts";
import { Icon } from "#app/core/ui/Icon.tsx";
import type { Column } from "#app/core/ui/lists/Table.tsx";
import { correctionName, labelOf, maxFieldLength, type TypedReview } from "#app/features/bulk/corrections.ts";
import type { WillRow } from "#app/features/bulk/rows.ts";

type Typed = TypedReview["rows"][number];

/** Fields that hold little. */
const short: ReadonlySet<AddressField> = new Set(["postcode", "state"]);

/**
 * The fields of one address: filled in with the proposal, or as they are. What looks wrong is said as it is typed, and
 * what the server refused until it is another (bulk#corrections-typed).
 */
function CorrectionFields({
  row: { n, name },
  correction: { recorded, proposed = recorded, fields },
  typed,
}: {
  row: WillRow;
  correction: AddressCorrection;
  typed: Typed | undefined;
}) {
  const id = useId();
  const filled = typed?.address ?? proposed;
  const [now, setNow] = useState(filled);
  const isRefused = typed?.problem !== undefined && changeWords(typed.address, now) === "";
  const isTyped = changeWords(recorded, now) !== "";
  const advice = isTyped ? Object.values(addressAdvice(now)).join(" ") : "";
  const words = isRefused ? typed.problem : advice;
  return (
    <div className="flex flex-wrap items-start gap-x-2">
      {fields.map((field) => (
        <div key={field} className={`field w-full ${short.has(field) ? "max-w-[7rem]" : "max-w-[16rem]"}`}>
          <label htmlFor={`${id}-${field}`}>
            {labelOf(field)}
            <span className="sr-only"> of {name}</span>
          </label>
          <input
            type="text"
            id={`${id}-${field}`}
            name={correctionName(n, field)}
            defaultValue={filled[field]}
            maxLength={maxFieldLength}
            autoComplete="off"
            aria-invalid={isRefused ? true : undefined}
            aria-describedby={words ? `${id}-words` : undefined}
            onInput={({ currentTarget: { value } }) => setNow((before) => ({ ...before, [field]: value }))}
          />
        </div>
      ))}
      {words && (
        <p id={`${id}-words`} className={isRefused ? "field-errors w-full" : "field-advice w-full"}>
          <Icon name="attention" />
          <span>{words}</span>
        </p>
      )}
    </div>
  );
}

const under = (words: string | undefined) => words && <span className="under block">{words}</span>;

/** Where a proposal is from; without one, what a person can decide by. */
function Proposal({ correction: { recorded, proposed, billing } }: { correction: AddressCorrection }) {
  if (proposed)
    return (
      <div>
        <span className="font-medium">{changeWords(recorded, proposed)}</span>
        {under("As in the billing address")}
      </div>
    );
  return (
    <div>
      <span className="text-ink-soft">No proposal</span>
      {under(billing === undefined ? "No billing address" : `Billing address: ${billing}`)}
    </div>
  );
}

/** Who and where a record is of, in a line: what its other columns would say. */
const aboutOf = ({ facts, name }: WillRow): string =>
  facts
    .filter(({ label, value }) => ["Customer", "Store", "Amount"].includes(label) && value !== name)
    .map(({ value }) => value)
    .join(" · ");

/** The columns of records whose addresses are corrected: what is wrong, what is proposed, and the fields to type in. */
export const correctionColumns = (typed: readonly Typed[], name: Column<WillRow>): Column<WillRow>[] => [
  {
    ...name,
    cell: (row) => (
      <div>
        {name.cell(row)}
        {under(aboutOf(row))}
      </div>
    ),
  },
  {
    key: "wrong",
    header: "What is wrong",
    cell: ({ correction }) =>
      correction && (
        <div>
          {correction.wrong}
          {under(addressLine(correction.recorded) || "The address is empty")}
        </div>
      ),
  },
  {
    key: "proposed",
    header: "Now → proposed",
    cell: ({ correction }) => correction && <Proposal correction={correction} />,
  },
  {
    key: "fields",
    header: "Correction",
    cell: (row) =>
      row.correction && (
        <CorrectionFields
          row={row}
          correction={row.correction}
          typed={typed.find(({ id }) => id === row.id)}
        />
      ),
  },
];
