import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import type { Choice } from "#app/core/commands/model.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { CheckField, ChoiceField, TextArea, TextField } from "#app/core/ui/fields/fields.tsx";
import { Table } from "#app/core/ui/lists/Table.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { formatSum, formatUnits, plural } from "#app/core/values/values.ts";
import { asTypedName, isIncluded, type TypedReview, typedAddress } from "#app/features/bulk/corrections.ts";
import { planIntent } from "#app/features/bulk/plan.ts";
import { sharedFacts, sumOf, type WillRow } from "#app/features/bulk/rows.ts";
import { correctionColumns } from "./Corrections.tsx";
import { earlierColumn, factColumns, hasTick, nameColumn, tickColumn } from "./reviewColumns.tsx";

/** The rows that a form begins with: ticked, or without a proposal and with something typed. */
function chosenIn(form: HTMLFormElement, rows: readonly WillRow[]): Set<string> {
  const filled = new FormData(form);
  const ticked = new Set(filled.getAll("id"));
  const isChosen = ({ id, n, correction }: WillRow) =>
    correction ? isIncluded(correction, ticked.has(id), typedAddress(correction, n, filled)) : ticked.has(id);
  return new Set(rows.filter(isChosen).map(({ id }) => id));
}

/** What is ticked when the form is shown: as it was, and of others those that will be done. */
function tickedAtFirst(will: readonly WillRow[], typed: TypedReview | undefined): (id: string) => boolean {
  const ticked = new Set([...will.map(({ id }) => id), ...(typed?.ticked ?? [])]);
  for (const id of typed?.unticked ?? []) ticked.delete(id);
  return (id) => ticked.has(id);
}

/** The same of what the form then begins with. */
function chosenAtFirst(
  rows: readonly WillRow[],
  isTicked: (id: string) => boolean,
  typed: TypedReview | undefined,
): Set<string> {
  const isChosen = ({ id, correction }: WillRow) => {
    const { address } = typed?.rows.find((row) => row.id === id) ?? {};
    if (!correction) return isTicked(id);
    return isIncluded(correction, isTicked(id), address ?? correction.recorded);
  };
  return new Set(rows.filter(isChosen).map(({ id }) => id));
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type Props = {
  /** What will be done, under which one-time token, and whether it cannot be undone. */
  label: string;
  token: string;
  isFinal: boolean;
  will: WillRow[];
  /** Rows that it was submitted for before, and that have not changed since. */
  earlier: WillRow[];
  /** What is asked once for all rows. */
  words: { label: string } | undefined;
  to: readonly Choice[] | undefined;
  here: string;
  listHref: string;
  /** What a record is called, and several. */
  one: string;
  many: string;
  /** The time that is suggested for a later beginning, and the latest; undefined where it can't begin later. */
  later: { time: string; endsAt: number } | undefined;
  /** What was typed before, and why it did not get through. */
  typed: TypedReview | undefined;
  problem: string | undefined;
};

/** The form that begins a run: which records, with what words and addresses, and when (bulk#review). */
export function BeginForm(props: Props) {
  const { will, earlier, here, token, label, one, many, words, to, problem, typed } = props;
  const rows = [...will, ...earlier];
  const { shared, labels } = sharedFacts(rows);
  const form = useRef<HTMLFormElement>(null);
  const isTicked = tickedAtFirst(will, typed);
  const [chosen, setChosen] = useState(() => chosenAtFirst(rows, isTicked, typed));
  const look = () => form.current && setChosen(chosenIn(form.current, rows));
  const columns = rows.some(({ correction }) => correction)
    ? correctionColumns(typed?.rows ?? [], nameColumn)
    : factColumns(rows, labels);
  const untied = will.filter((row) => !hasTick(row));
  const tied = will.filter(hasTick);
  return (
    <Form ref={form} method="post" action={here} className="space-y-4" autoComplete="off" onChange={look}>
      <input type="hidden" name="token" value={token} />
      {problem !== undefined && <Notice tone="attention">{problem}</Notice>}
      {to && (
        <div className="max-w-sm">
          <ChoiceField name="to" label="To" value={typed?.to ?? ""} options={to} />
        </div>
      )}
      {words && (
        <TextArea
          label={`${words.label}, which goes with each of them`}
          name="words"
          defaultValue={typed?.words}
        />
      )}
      {shared.length > 0 && (
        <p>
          <strong>All of them:</strong> {shared.map(({ label, value }) => `${label}: ${value}`).join(" · ")}
        </p>
      )}
      {tied.length > 0 && (
        <Section title={`${plural(tied.length, one, many)}${to ? "" : " will"}`}>
          <Table
            caption={`${label}: these will`}
            rows={tied}
            rowKey={({ id }) => id}
            columns={[tickColumn(isTicked), ...columns]}
            empty={null}
          />
        </Section>
      )}
      {untied.length > 0 && (
        <Section title={`${plural(untied.length, one, many)} without a proposal`}>
          <p className="text-ink-soft">
            Nothing is certain here. What you type is sent; a row that is left as it is, is left out.
          </p>
          <Table
            caption={`${label}: without a proposal`}
            rows={untied}
            rowKey={({ id }) => id}
            columns={columns}
            empty={null}
          />
        </Section>
      )}
      {earlier.length > 0 && (
        <Section
          title={`${plural(earlier.length, one, many)} ${to ? "with a colleague" : "submitted before, and unchanged since"}`}
        >
          <p className="text-ink-soft">
            Ticked, they are {to ? "taken from them" : "submitted once more"}, on purpose.
          </p>
          <Table
            caption={`${label}: ${to ? "with a colleague" : "submitted before"}`}
            rows={earlier}
            rowKey={({ id }) => id}
            columns={[
              tickColumn(isTicked),
              ...columns,
              earlierColumn(to ? "Who has it" : "Submitted before"),
            ]}
            empty={null}
          />
        </Section>
      )}
      {typed?.asksAsTyped && (
        <CheckField name={asTypedName} label="Send the addresses that look wrong as I typed them" />
      )}
      <BeginBar {...props} chosen={rows.filter(({ id }) => chosen.has(id))} />
    </Form>
  );
}

/** How many, for how much, and the button that begins; in sight however long the table is. */
function BeginBar(props: Props & { chosen: WillRow[] }) {
  const { label, one, many, isFinal, listHref, to, chosen, later, typed } = props;
  const submitting = useNavigation().formMethod === "POST";
  const sum = sumOf(chosen);
  return (
    <div className="card bottom-2 z-20 tall:sticky">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant={isFinal ? "danger" : "primary"}
          aria-disabled={submitting ? true : undefined}
        >
          {submitting ? "Beginning…" : `${label} ${formatUnits(chosen.length)}`}
        </Button>
        <LinkButton href={listHref}>Cancel</LinkButton>
        <p className={isFinal ? "font-semibold text-danger" : undefined}>
          {!to && `${label} for `}
          {plural(chosen.length, one, many)}
          {sum !== undefined && `, ${formatSum(sum)} in all`}
          <span className="without-scripting">, as ticked when this page opened</span>.
          {isFinal && " This cannot be undone."}
        </p>
      </div>
      {later && <Later {...later} time={typed?.time ?? later.time} isOpen={typed?.time !== undefined} />}
    </div>
  );
}

/** Has the run begin later, and says what that depends on before it is pressed (bulk#later). */
function Later({ time, endsAt, isOpen }: { time: string; endsAt: number; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>Begin later</summary>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 pt-2">
        <TextField label="At" name="time" type="time" defaultValue={time} className="w-32" />
        <Button type="submit" name="intent" value={planIntent}>
          Begin at this time
        </Button>
        <p className="max-w-prose text-ink-soft">
          It begins by itself under your session, which lasts until <DateTime at={endsAt} /> at the latest,
          with the rights that you have then. If you have signed out by then, nothing is sent, and the run
          says so. Until then it can be taken back on its page.
        </p>
      </div>
    </details>
  );
}
