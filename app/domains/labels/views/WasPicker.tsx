import { labelLookSearch } from "#app/domains/labels/search.ts";

/** The price book that labels show a former price from, where it is higher (labels#was). */
export function WasPicker({
  form,
  books,
  book,
  onTyped,
}: {
  form: string;
  books: readonly string[];
  book: string;
  onTyped: (field: EventTarget) => void;
}) {
  return (
    <label className="field was-picker">
      Was price from
      <select
        form={form}
        name={labelLookSearch.names.was}
        value={book}
        onChange={(event) => onTyped(event.currentTarget)}
      >
        <option value="">No former price</option>
        {books.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
