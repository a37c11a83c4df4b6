import type { LabelDesign } from "#app/domains/labels/design.ts";
import { labelLookSearch } from "#app/domains/labels/search.ts";
import { SelectField } from "#app/ui/fields/SelectField.tsx";

/** The design of the labels, for the store that has a choice (labels#page, labels#designs). */
export function DesignPicker({
  form,
  choices,
  design,
  onTyped,
}: {
  form: string;
  choices: { value: LabelDesign; label: string }[];
  design: LabelDesign;
  onTyped: (field: EventTarget) => void;
}) {
  return (
    <SelectField
      form={form}
      name={labelLookSearch.names.design}
      label="Design"
      options={choices}
      value={design}
      onChange={(event) => onTyped(event.currentTarget)}
    />
  );
}
