import { type ReactNode, useId } from "react";
import { Icon } from "../Icon.tsx";

export type FieldTexts = {
  label: string;
  name: string;
  /** What must be mended before the form is taken. */
  errors?: string[];
  /** What is worth a look, but blocks nothing. */
  advice?: string;
  help?: string;
};

/** The ids of a field's texts, for `aria-describedby`. */
function describedBy(id: string, { errors, advice, help }: Omit<FieldTexts, "label" | "name">) {
  const ids = [help && `${id}-help`, advice && `${id}-advice`, errors?.length && `${id}-errors`].filter(
    Boolean,
  );
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** What a field's control and its shell need of the field's texts; `rest` is what the control has besides. */
export function useField<Rest extends object>({
  label,
  name,
  errors,
  advice,
  help,
  ...rest
}: FieldTexts & Rest) {
  const id = useId();
  const texts = { label, name, errors, advice, help };
  return {
    shell: { id, texts },
    control: {
      ...rest,
      id,
      name,
      "aria-invalid": errors?.length ? true : undefined,
      "aria-describedby": describedBy(id, texts),
      "data-advised": advice ? true : undefined,
    },
  };
}

/** Label, control and messages of one form field. */
export function FieldShell({ id, texts, children }: { id: string; texts: FieldTexts; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{texts.label}</label>
      {children}
      {texts.help && (
        <p id={`${id}-help`} className="field-help">
          {texts.help}
        </p>
      )}
      {texts.advice && (
        <p id={`${id}-advice`} className="field-advice">
          <Icon name="attention" />
          <span>{texts.advice}</span>
        </p>
      )}
      {texts.errors && texts.errors.length > 0 && <FieldErrors id={id} errors={texts.errors} />}
    </div>
  );
}

/** What must be mended in the field with this id. */
export const FieldErrors = ({ id, errors }: { id: string; errors: string[] }) => (
  <p id={`${id}-errors`} className="field-errors">
    <Icon name="attention" />
    <span>{errors.join(" ")}</span>
  </p>
);
