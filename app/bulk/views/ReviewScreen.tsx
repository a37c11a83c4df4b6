import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { runsPath } from "#app/bulk/paths.ts";
import { maxRows, pressRows } from "#app/bulk/rows.ts";
import type { CantRow, Review, WillRow } from "#app/bulk/viewModel.ts";
import { Button, LinkButton } from "#app/ui/Button.tsx";
import { ErrorBar } from "#app/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/ui/feedback/Notice.tsx";
import { TextArea } from "#app/ui/fields/fields.tsx";
import { EmptyState } from "#app/ui/lists/EmptyList.tsx";
import { type Column, Table } from "#app/ui/lists/Table.tsx";
import { Page } from "#app/ui/shell/Page.tsx";
import { DateTime } from "#app/ui/text/DateTime.tsx";
import { formatCents, plural } from "#app/values/values.ts";

type Props = Review & {
  one: string;
  many: string;
  listHref: string;
  title: string;
  here: string;
  problem: string | undefined;
};

/** What will be done to which records, which can't have it done and why, before anything is (bulk#review). */
export function ReviewScreen(props: Props) {
  const { label, listHref, title, will, earlier, cant, error, here, waitSeconds, isCut, isMoving } = props;
  const isNothing = will.length + earlier.length + cant.length === 0;
  return (
    <Page
      title={label === "" ? "Review" : `Review: ${label}`}
      subtitle="Nothing has been sent yet."
      actions={
        <>
          <LinkButton href={listHref}>Back to {title}</LinkButton>
          <LinkButton href={runsPath} variant="quiet">
            Your runs
          </LinkButton>
        </>
      }
    >
      {error && <ErrorBar error={error} retryHref={here} />}
      {waitSeconds > 0 && (
        <Notice tone="attention">
          That was a lot at once. Wait {plural(waitSeconds, "second", "seconds")}, then look again.
        </Notice>
      )}
      {isCut && (
        <Notice tone="attention">
          More than {maxRows} match: these are the first {maxRows}. A run takes no more; do the others
          afterwards.
        </Notice>
      )}
      {isMoving && (
        <Notice tone="attention">
          The list was changing while it was read: records that match may be missing here. Do those
          afterwards.
        </Notice>
      )}
      {isNothing && !error && waitSeconds === 0 && (
        <EmptyState title="Nothing was chosen">
          <p>
            Choose rows and an action on the list, then review them. A choice of many rows is kept for an
            hour.
          </p>
        </EmptyState>
      )}
      {will.length + earlier.length > 0 && <BeginForm {...props} />}
      {cant.length > 0 && <Cant rows={cant} {...props} />}
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const factsText = ({ facts, name }: WillRow): string =>
  facts
    .filter(({ value }) => value !== name)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(" · ");

const columns = (isTicked: boolean): Column<WillRow>[] => [
  {
    key: "tick",
    header: "Include",
    headerHidden: true,
    tight: true,
    narrow: "choose",
    cell: ({ id, name }) => (
      <label className="choose">
        <input
          type="checkbox"
          name="id"
          value={id}
          defaultChecked={isTicked}
          aria-label={`Include ${name}`}
        />
      </label>
    ),
  },
  {
    key: "name",
    header: "Record",
    narrow: "title",
    cell: ({ name, href }) => <a href={href}>{name}</a>,
  },
  {
    key: "facts",
    // Each fact names itself.
    header: "What it is",
    headerHidden: true,
    cell: (row) => <span className="break-words">{factsText(row)}</span>,
  },
];

const earlierColumn: Column<WillRow> = {
  key: "earlier",
  header: "Submitted before",
  cell: ({ earlier }) =>
    earlier && (
      <>
        {earlier.what}, <DateTime at={earlier.at} />, by {earlier.by ?? "you"}
      </>
    ),
};

function BeginForm(props: Props) {
  const { will, earlier, here, token, label, one, many, words, problem, isFinal, listHref } = props;
  const submitting = useNavigation().formMethod === "POST";
  return (
    <Form method="post" action={here} className="space-y-4">
      <input type="hidden" name="token" value={token} />
      {problem !== undefined && <Notice tone="attention">{problem}</Notice>}
      {will.length > 0 && (
        <Section title={`${plural(will.length, one, many)} will`}>
          <Table
            caption={`${label}: these will`}
            rows={will}
            rowKey={({ id }) => id}
            columns={columns(true)}
            empty={null}
          />
        </Section>
      )}
      {earlier.length > 0 && (
        <Section title={`${plural(earlier.length, one, many)} submitted before, and unchanged since`}>
          <p className="text-ink-soft">Ticked, they are submitted once more, on purpose.</p>
          <Table
            caption={`${label}: submitted before`}
            rows={earlier}
            rowKey={({ id }) => id}
            columns={[...columns(false), earlierColumn]}
            empty={null}
          />
        </Section>
      )}
      <div className="card max-w-[46rem]">
        {words && <TextArea label={`${words.label}, which goes with each of them`} name="words" />}
        <Sentence {...props} />
        <p className="text-sm text-ink-soft">
          A run takes {maxRows} records at most. The page goes on by itself, and can be left and come back to;
          without scripting each press does the next {pressRows}.
        </p>
        <div className="confirm-buttons">
          <Button
            type="submit"
            variant={isFinal ? "danger" : "primary"}
            aria-disabled={submitting ? true : undefined}
          >
            {submitting ? "Beginning…" : `${label}: begin`}
          </Button>
          <LinkButton href={listHref}>Cancel</LinkButton>
        </div>
      </div>
    </Form>
  );
}

function Sentence({ label, will, one, many, sum, isFinal }: Props) {
  const whole = `${label} for ${plural(will.length, one, many)}${sum === undefined ? "" : `, ${formatCents(sum)} in all`}, as ticked above when this page opened.`;
  if (!isFinal) return <p>{whole}</p>;
  return <p className="font-semibold text-danger">{whole} This cannot be undone.</p>;
}

function Cant({ rows, one, many }: Pick<Props, "one" | "many"> & { rows: CantRow[] }) {
  return (
    <Section title={`${plural(rows.length, one, many)} can't`}>
      <Table
        caption="These can't"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "name",
            header: "Record",
            narrow: "title",
            cell: ({ name, href }) => <a href={href}>{name}</a>,
          },
          { key: "why", header: "Why not", cell: ({ why }) => <span className="break-words">{why}</span> },
        ]}
        empty={null}
      />
    </Section>
  );
}
