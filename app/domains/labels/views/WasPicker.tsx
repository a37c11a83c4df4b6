import { labelLookSearch } from "#app/domains/labels/search.ts";
import { SelectField } from "#app/ui/fields/SelectField.tsx";

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
    <SelectField
      form={form}
      name={labelLookSearch.names.was}
      label="Was price from"
      options={[{ value: "", label: "No former price" }, ...books.map((value) => ({ value, label: value }))]}
      value={book}
      onChange={(event) => onTyped(event.currentTarget)}
    />
  );
}
