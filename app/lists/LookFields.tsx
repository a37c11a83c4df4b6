import { entriesOf, searchOf } from "#app/search/entries.ts";
import { type ListLook, lookSearch } from "#app/search/look.ts";
import { useFollow } from "#app/ui/useFollow.ts";

const { names } = lookSearch;

type LookColumn = {
  key: string;
  header: string;
  narrow?: string | undefined;
  width?: string | undefined;
};

const densities = [
  { value: "", label: "As in your preferences" },
  { value: "close", label: "Close together" },
  { value: "roomy", label: "Roomy" },
];

/** The column that names the rows of a list, which stays. */
const titleOf = <Some extends LookColumn>(columns: readonly Some[]): Some | undefined =>
  columns.find(({ narrow }) => narrow === "title") ?? columns[0];

/**
 * The columns that a list shows: what its look leaves out is gone, but for the one that names its rows, which takes the
 * room of the others.
 */
export function shownColumns<Some extends LookColumn>(
  columns: readonly Some[],
  { hidden = [] }: Pick<ListLook, "hidden">,
): Some[] {
  const title = titleOf(columns);
  const shown = columns.filter((column) => column === title || !hidden.includes(column.key));
  if (shown.length === columns.length) return shown;
  return shown.map((column) => (column === title ? { ...column, width: undefined } : column));
}

/** A list's address without its filters, as it looks now. */
export const withLook = (href: string, look: ListLook): string =>
  `${href.split("?", 1)[0]}${searchOf(entriesOf(href), lookSearch.entries(look))}`;

/** Which columns of a list are left out, and how close its rows stand (screens#look); sent with its filters. */
export function LookFields({
  columns,
  look,
  dense,
}: {
  columns: readonly LookColumn[];
  look: ListLook;
  /** Its rows stand close together where nobody says otherwise. */
  dense: boolean;
}) {
  const { hidden = [], density = "" } = look;
  const title = titleOf(columns);
  const others = columns.filter((column) => column !== title);
  const fields = useFollow<HTMLDetailsElement>([density, ...hidden].join("\n"), (shown) => {
    for (const input of shown.querySelectorAll("input"))
      input.checked = input.type === "radio" ? input.value === density : hidden.includes(input.value);
  });
  return (
    <details ref={fields} className="look" data-popup="">
      <summary className="btn btn-quiet">Columns{dense && " and rows"}</summary>
      <div className="popup">
        <fieldset>
          <legend className="px-3 pt-2 text-sm text-ink-soft">Leave out</legend>
          {others.map(({ key, header }) => (
            <label key={key}>
              <input type="checkbox" name={names.hidden} value={key} defaultChecked={hidden.includes(key)} />
              <span>{header}</span>
            </label>
          ))}
        </fieldset>
        {dense && (
          <fieldset>
            <legend className="px-3 pt-2 text-sm text-ink-soft">Rows</legend>
            {densities.map(({ value, label }) => (
              <label key={value}>
                <input type="radio" name={names.density} value={value} defaultChecked={value === density} />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
        )}
      </div>
    </details>
  );
}
