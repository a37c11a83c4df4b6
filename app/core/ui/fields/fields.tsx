import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { maxTextLength } from "#app/core/search/search.ts";
import { Icon } from "../Icon.tsx";
import { withChip } from "../lists/FilterChips.tsx";
import { useFollow } from "../useFollow.ts";

export type FieldTexts = {
  label: string;
  name: string;
  /** Errors to fix before the form is accepted. */
  errors?: string[];
  /** A warning that blocks nothing. */
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

/** The props of a field's control and its shell; `rest` are the control's other props. */
function useField<Rest extends object>({ label, name, errors, advice, help, ...rest }: FieldTexts & Rest) {
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
export function FieldShell({
  id,
  texts,
  wide = false,
  children,
}: {
  id: string;
  texts: FieldTexts;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={wide ? "field wide" : "field"}>
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

const FieldErrors = ({ id, errors }: { id: string; errors: string[] }) => (
  <p id={`${id}-errors`} className="field-errors">
    <Icon name="attention" />
    <span>{errors.join(" ")}</span>
  </p>
);

export function TextField(props: FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name">) {
  const { shell, control } = useField(props);
  return (
    <FieldShell {...shell}>
      <input type="text" {...control} />
    </FieldShell>
  );
}

/** Several lines of text in a form. */
export function TextArea(
  props: FieldTexts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "name">,
) {
  const { shell, control } = useField(props);
  return (
    <FieldShell {...shell}>
      <textarea rows={4} {...control} />
    </FieldShell>
  );
}

type Props = FieldTexts & { options: { value: string; label: string }[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    "id" | "name" | "children"
  >;

/** A choice of one value in a form, or of the order in a `FilterBar`. */
export const SelectField = withChip(Select, () => "");

function Select({ options, ...props }: Props) {
  const { shell, control } = useField(props);
  return (
    <FieldShell {...shell}>
      <select {...control}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}

/** A yes or no in a form; sends `value` (default "1") when checked. */
export function CheckField({
  label,
  name,
  value = "1",
  defaultChecked,
  errors,
}: {
  label: string;
  name: string;
  value?: string;
  defaultChecked?: boolean;
  /** Errors to fix before the form is accepted. */
  errors?: string[] | undefined;
}) {
  const id = useId();
  const isWrong = errors !== undefined && errors.length > 0;
  const box = (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={defaultChecked}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? `${id}-errors` : undefined}
      />
      <span>{label}</span>
    </label>
  );
  if (!isWrong) return box;
  return (
    <div className="space-y-1">
      {box}
      <FieldErrors id={id} errors={errors} />
    </div>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  wide?: boolean;
};

/** A choice of one value in a `FilterBar`. Follows the URL, except while the filters are being changed. */
export const ChoiceField = withChip(Choice, ({ label, value, options: [first, ...others] }) => {
  const chosen = value !== first?.value && others.find((option) => option.value === value);
  return chosen ? `${label}: ${chosen.label}` : "";
});

function Choice({ name, label, value, options, wide = false }: ChoiceProps) {
  const id = useId();
  const select = useFollow<HTMLSelectElement>(value, (field) => {
    field.value = value;
  });
  return (
    <div className={wide ? "field wide" : "field"}>
      <label htmlFor={id}>{label}</label>
      <select ref={select} id={id} name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

type ToggleProps = { name: string; label: string; checked: boolean; value?: string };

/** An on/off filter or setting; sends `value` (default "1") when on. */
export const ToggleField = withChip(Toggle, ({ label, checked }) => (checked ? label : ""));

function Toggle({ name, label, checked, value = "1" }: ToggleProps) {
  const input = useFollow<HTMLInputElement>(checked, (field) => {
    field.checked = checked;
  });
  return (
    <label className="toggle">
      <input ref={input} type="checkbox" name={name} value={value} defaultChecked={checked} />
      <span>{label}</span>
    </label>
  );
}

type SearchProps = {
  name: string;
  label: string;
  value: string;
  /** A placeholder if different from the label. */
  hint?: string;
  type?: "search" | "date";
  inputMode?: "numeric" | "email";
  wide?: boolean;
};

/** A text or day as a filter of a `FilterBar`. Follows the URL, except while someone is typing in it. */
export const SearchField = withChip(SearchText, ({ label, value }) => value && `${label}: ${value}`);

/** A cut text can be shorter by the blank and punctuation that it ended in. */
const mayBeCut = (value: string): boolean => value.length > maxTextLength - 4;

function SearchText({ name, label, value, hint, type = "search", inputMode, wide }: SearchProps) {
  const id = useId();
  const advice = mayBeCut(value) ? `At most ${maxTextLength} characters are looked for.` : undefined;
  const texts = { label, name, ...(advice && { advice }) };
  const input = useFollow<HTMLInputElement>(value, (field) => {
    if (field.value.trim() !== value) field.value = value;
  });
  return (
    <FieldShell id={id} texts={texts} wide={wide ?? false}>
      <input
        ref={input}
        id={id}
        aria-describedby={describedBy(id, texts)}
        type={type}
        placeholder={hint}
        name={name}
        defaultValue={value}
        inputMode={inputMode}
        spellCheck={false}
        autoCapitalize="off"
      />
    </FieldShell>
  );
}
