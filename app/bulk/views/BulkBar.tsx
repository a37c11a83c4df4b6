import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { bulkPath, bulkSearch } from "#app/bulk/paths.ts";
import { maxRows } from "#app/bulk/rows.ts";
import { Button } from "#app/ui/Button.tsx";
import { SelectField } from "#app/ui/fields/fields.tsx";
import { formatUnits } from "#app/values/values.ts";

/** Of which list rows are chosen: its kind, whose it is, and its search. */
export type BulkOf = {
  kind: string;
  alias: string | undefined;
  list: string;
  /** The list has no pages, so that more rows can be chosen than an address holds. */
  isUnpaged?: boolean;
};

const formId = "bulk";

/** The box that chooses a row; it belongs to the bar's form. */
export function ChooseBox({ id, name }: { id: string; name: string }) {
  return (
    <label className="choose">
      <input
        type="checkbox"
        form={formId}
        name={bulkSearch.names.ids}
        value={id}
        aria-label={`Choose ${name}`}
      />
    </label>
  );
}

const boxesOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.name === bulkSearch.names.ids,
  );

/** What is done to the chosen rows: which action, and the way to its review (bulk#choosing). */
export function BulkBar({
  of: { kind, alias, list, isUnpaged = false },
  actions,
}: {
  of: BulkOf;
  actions: readonly { label: string; value: string }[];
}) {
  const form = useRef<HTMLFormElement>(null);
  const all = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = () => {
      const boxes = boxesOf(form.current);
      const chosen = boxes.filter(({ checked }) => checked).length;
      setCount(chosen);
      if (!all.current) return;
      all.current.checked = chosen > 0 && chosen === boxes.length;
      all.current.indeterminate = chosen > 0 && chosen < boxes.length;
    };
    look();
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.form !== form.current) return;
      if (target === all.current) for (const box of boxesOf(form.current)) box.checked = target.checked;
      look();
    };
    document.addEventListener("change", onChange);
    return () => document.removeEventListener("change", onChange);
  });
  return (
    <Form
      ref={form}
      id={formId}
      method={isUnpaged ? "post" : "get"}
      action={bulkPath(kind)}
      className="bulk-bar flex flex-wrap items-end gap-x-3 gap-y-2 rounded-lg border border-line bg-surface px-3 py-2 print:hidden"
      autoComplete="off"
      aria-label="Several at once"
    >
      {alias !== undefined && <input type="hidden" name={bulkSearch.names.alias} value={alias} />}
      <input type="hidden" name={bulkSearch.names.list} value={list} />
      <label className="check with-scripting self-center">
        <input ref={all} type="checkbox" />
        <span>All on this page</span>
      </label>
      <SelectField label="Action" name={bulkSearch.names.action} options={[...actions]} />
      <Button type="submit" variant={count > 0 ? "primary" : "secondary"}>
        {count > 0 ? `Review ${formatUnits(count)} chosen` : "Review chosen"}
      </Button>
      <Button type="submit" name={bulkSearch.names.all} value="1">
        {`Review all that match (up to ${maxRows})`}
      </Button>
    </Form>
  );
}
