import { type ListLook, lookSearch } from "#app/search/sharedSearches.ts";
import { ChoiceField } from "#app/ui/fields/fields.tsx";
import { useFollow } from "#app/ui/useFollow.ts";
import { hideableColumns } from "./look.ts";

const { names } = lookSearch;

const densities = [
  { value: "", label: "As in your preferences" },
  { value: "close", label: "Close together" },
  { value: "roomy", label: "Roomy" },
];

type Props = {
  columns: readonly { key: string; header: string; narrow?: string | undefined }[];
  look: ListLook;
  /** The list can have compact rows. */
  dense: boolean;
};

/**
 * The look of a list as hidden fields of its filters, or as visible fields while it is being chosen (screens#look).
 */
export function LookFields({ look, ...list }: Props) {
  if (look.isChoosing) return <Choosing look={look} {...list} />;
  return lookSearch
    .entries(look)
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}

function Choosing({ columns, look: { hidden = [], density }, dense }: Props) {
  const boxes = useFollow<HTMLFieldSetElement>(hidden.join("\n"), (shown) => {
    for (const box of shown.querySelectorAll("input")) box.checked = hidden.includes(box.value);
  });
  return (
    <>
      <input type="hidden" name={names.isChoosing} value="1" />
      <fieldset ref={boxes} className="filters-fold">
        <legend className="field-label">Columns to leave out</legend>
        <div>
          {hideableColumns(columns).map(({ key, header }) => (
            <label key={key} className="check">
              <input type="checkbox" name={names.hidden} value={key} defaultChecked={hidden.includes(key)} />
              <span>{header}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {dense && <ChoiceField name={names.density} label="Rows" value={density ?? ""} options={densities} />}
    </>
  );
}
