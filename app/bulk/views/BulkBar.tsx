import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { bulkPath, bulkSearch } from "#app/bulk/paths.ts";
import { maxRows } from "#app/bulk/rows.ts";
import { isFinalAction } from "#app/confirm/finalAction.ts";
import { Button } from "#app/ui/Button.tsx";
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
const line = "flex flex-wrap items-center gap-x-3 gap-y-2";

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

/**
 * What is done to the chosen rows: each action is the way to its review (bulk#choosing). With scripting the actions
 * appear with the first tick.
 */
export function BulkBar({
  of: { kind, alias, list, isUnpaged = false },
  actions,
}: {
  of: BulkOf;
  /** The likeliest first. */
  actions: readonly { label: string; value: string }[];
}) {
  const [first, ...others] = actions;
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
      className={`bulk-bar ${line} rounded-lg border border-line bg-surface px-3 py-2 print:hidden`}
      autoComplete="off"
      aria-label="Several at once"
    >
      {alias !== undefined && <input type="hidden" name={bulkSearch.names.alias} value={alias} />}
      <input type="hidden" name={bulkSearch.names.list} value={list} />
      <label className="check with-scripting">
        <input ref={all} type="checkbox" />
        <span>All on this page</span>
      </label>
      <div className={line}>
        {count > 0 && <span className="text-ink-soft">{formatUnits(count)} chosen</span>}
        {first && (
          <Button type="submit" variant="primary" name={bulkSearch.names.action} value={first.value}>
            {first.label}
          </Button>
        )}
        {others.length > 0 && (
          <details className={line}>
            <summary className="btn btn-secondary">More</summary>
            {others.map(({ label, value }) => (
              <Button
                key={value}
                type="submit"
                variant={isFinalAction(value) ? "danger" : "secondary"}
                name={bulkSearch.names.action}
                value={value}
              >
                {label}
              </Button>
            ))}
          </details>
        )}
        <label className="check">
          <input type="checkbox" name={bulkSearch.names.all} value="1" />
          <span>{`All that match (up to ${maxRows})`}</span>
        </label>
      </div>
    </Form>
  );
}
