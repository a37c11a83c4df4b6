import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { bulkPath, bulkSearch } from "#app/bulk/paths.ts";
import { maxRows } from "#app/bulk/rows.ts";
import { isFinalAction } from "#app/confirm/model.ts";
import { ListScreen, type ListScreenProps } from "#app/lists/ListScreen.tsx";
import { type ListPage, readableRows } from "#app/lists/listed.ts";
import type { RowMark } from "#app/notes/notes.ts";
import { workSearch } from "#app/search/sharedSearches.ts";
import { Button, LinkButton } from "#app/ui/Button.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import type { Column } from "#app/ui/lists/Table.tsx";
import { formatUnits } from "#app/values/values.ts";
import { queuePath, workPath } from "#app/work/paths.ts";

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
function ChooseBox({ id, name }: { id: string; name: string }) {
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
function BulkBar({
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

/** One page of records with their notes, by row key (notes#rows). */
type RecordPage<Row> = ListPage<Row> & { marks?: Readonly<Record<string, RowMark>> };

type RowAction = { label: string; value: string };

/** The bulk actions; absent if no row offers an action. */
type BulkProps<Row> = BulkOf & {
  actionsOf: (row: Row) => readonly RowAction[];
  nameOf: (row: Row) => string;
  /** A row's id in the review, if different from its key. */
  idOf?: (row: Row) => string;
};

type Props<Row> = Omit<ListScreenProps<Row>, "choosing" | "underName"> & {
  bulk?: BulkProps<Row>;
};

/** The actions of a page's rows, the likeliest first: that of most rows, in their own order, and no final one. */
export function likelyFirst(rows: readonly (readonly RowAction[])[]): RowAction[] {
  const all = rows.flat();
  const countOf = ({ value }: RowAction) => all.filter((one) => one.value === value).length;
  return [...new Map(all.map((action) => [action.value, action])).values()].sort(
    (one, other) =>
      Number(isFinalAction(one.value)) - Number(isFinalAction(other.value)) || countOf(other) - countOf(one),
  );
}

const chooseColumn = <Row,>({ nameOf, idOf }: BulkProps<Row>, rowKey: (row: Row) => string): Column<Row> => ({
  key: "choose",
  header: "Choose",
  headerHidden: true,
  tight: true,
  narrow: "choose",
  aside: true,
  cell: (row) => <ChooseBox id={(idOf ?? rowKey)(row)} name={nameOf(row)} />,
});

/** A list of records with bulk actions, and notes below their names. */
export function RecordListScreen<Row>({ bulk, ...list }: Props<Row>) {
  const rowName = list.rowName ?? bulk?.nameOf;
  const { work } = workSearch.read(list.here);
  const canWork =
    list.live && bulk && readableRows(list.list?.rows ?? []).some((row) => bulk.actionsOf(row).length > 0);
  return (
    <ListScreen
      {...list}
      actions={
        <>
          {canWork && (
            <LinkButton
              href={
                work ? queuePath(work) : workPath(bulk.kind, { alias: bulk.alias ?? "", list: bulk.list })
              }
            >
              {work ? "Back to the queue" : "Work through"}
            </LinkButton>
          )}
          {list.actions}
        </>
      }
      rowName={rowName}
      choosing={(page) => {
        const actions = bulk ? likelyFirst(readableRows(page.rows).map(bulk.actionsOf)) : [];
        if (!bulk || actions.length === 0) return undefined;
        return { column: chooseColumn(bulk, list.rowKey), foot: <BulkBar of={bulk} actions={actions} /> };
      }}
      underName={(row, { marks }: RecordPage<Row>) => {
        const mark = marks?.[list.rowKey(row)];
        return mark && <NoteMarks mark={mark} />;
      }}
    />
  );
}

/** How many notes a row's record has, whether it is handled, and who has it (notes#rows). */
function NoteMarks({ mark: { takenBy, notes, isHandled } }: { mark: RowMark }) {
  const words = notes === 1 ? "1 note" : `${notes} notes`;
  return (
    <div className="flex items-center gap-x-3 text-sm text-ink-soft cut:-mt-2 cut:ml-8 cut:h-3.5 cut:text-xs">
      {notes > 0 && (
        <span title={words} className="flex-none whitespace-nowrap">
          <Icon name="note" />
          <span aria-hidden="true"> {notes}</span>
          <span className="sr-only">{words}</span>
        </span>
      )}
      {isHandled && (
        <span className="flex-none whitespace-nowrap">
          <Icon name="check" /> Handled
        </span>
      )}
      {takenBy !== undefined && (
        <span className="min-w-0 truncate" title={`${takenBy} has it`}>
          <Icon name="user" /> {takenBy} has it
        </span>
      )}
    </div>
  );
}
