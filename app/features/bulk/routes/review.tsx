import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import { openBulk } from "#app/composition/recordKinds.server.ts";
import { attempt } from "#app/core/api/api.server.ts";
import { requireMay } from "#app/core/auth/guard.server.ts";
import { failureStatus } from "#app/core/http/apiError.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { readToken } from "#app/core/http/once.server.ts";
import { bulkPath, bulkSearch, handOverAction, maxRows } from "#app/core/records/listPaths.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { ChoiceField, TextArea } from "#app/core/ui/fields/fields.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { unbrokenName } from "#app/core/ui/lists/rows.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { formatSum, formatUnits, plural } from "#app/core/values/values.ts";
import { runPath, runsPath } from "#app/features/bulk/paths.ts";
import {
  begin,
  choiceIn,
  keepChoice,
  review,
  toReview,
  waitToReview,
  withChosen,
} from "#app/features/bulk/review.server.ts";
import {
  type CantRow,
  factOf,
  pressRows,
  sharedFacts,
  sumOf,
  type WillRow,
} from "#app/features/bulk/rows.ts";
import { rowsOf, runBatch } from "#app/features/bulk/run.server.ts";
import { runs } from "#app/features/bulk/runStore.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.label ? `Review: ${data.label}` : "Review" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireMay(request, "bulk");
  const search = bulkSearch.read(request.url);
  const { kind, place } = await openBulk(request, { kind: params.kind, ...search });
  const { listHref, title } = place;
  const about = { listHref, title, one: kind.one, many: kind.many, here: bulkPath(kind.key, search) };
  const nothing = {
    rows: [],
    stopped: undefined,
    isMoving: false,
    token: "",
    label: search.action,
    to: undefined,
  };
  const shown = { ...about, ...toReview(nothing), error: undefined, waitSeconds: 0 };
  const chosen = await withChosen(place.user, search);
  if (search.action === "" || (!search.all && chosen.ids.length === 0)) return shown;
  const seconds = await waitToReview(place.user);
  if (seconds > 0) {
    return data(
      { ...shown, waitSeconds: seconds },
      { status: 429, headers: { "Retry-After": String(seconds) } },
    );
  }
  const result = await attempt(review(kind, place, chosen));
  if (!result.ok) return data({ ...shown, error: result.error }, { status: failureStatus(result.error) });
  return { ...shown, ...toReview(result.value) };
}

/** How long to wait is said to machines, too. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ request, params }: ActionFunctionArgs) {
  await requireMay(request, "bulk");
  const form = await formOf(request);
  // A form without a token is a list's own, whose choice may be too long for an address.
  const isChoice = readToken(form) === undefined;
  const search = isChoice ? choiceIn(form) : bulkSearch.read(request.url);
  const { kind, place } = await openBulk(request, { kind: params.kind, ...search });
  if (isChoice) return redirect(bulkPath(kind.key, await keepChoice(place.user, search)));
  const result = await begin(kind, place, form);
  if ("problem" in result) return data({ problem: result.problem }, { status: 400 });
  if ("runId" in result) {
    const run = search.action === handOverAction && (await runs.read(place.user, result.runId));
    // The portal itself hands over: the same press does the first of them.
    if (run) await runBatch(runs, place.user, run, pressRows, rowsOf(place, run));
    return redirect(runPath(result.runId));
  }
  const words = "That review is more than an hour old, or not yours. This is how the records stand now.";
  return redirectWithFlash(request, bulkPath(kind.key, search), words, "attention");
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

const nameColumn: Column<{ name: string; href: string }> = {
  key: "name",
  header: "Record",
  narrow: "title",
  cell: ({ name, href }) => (
    <a href={href} className={name.length > unbrokenName ? undefined : "whitespace-nowrap"}>
      {name}
    </a>
  ),
};

type Props = ReturnType<typeof useReview>;

/** What is looked at, and what there is to mend in the form that begins. */
function useReview() {
  const looked = useLoaderData<typeof loader>();
  return { ...looked, problem: useActionData<typeof action>()?.problem };
}

/** What will be done to which records, which can't have it done and why, before anything is (bulk#review). */
export default function ReviewPage() {
  const props = useReview();
  const { label, listHref, title, will, earlier, cant, to, error, here, waitSeconds, stopped, isMoving } =
    props;
  const isNothing = will.length + earlier.length + cant.length === 0;
  return (
    <Page
      title={label === "" ? "Review" : `Review: ${label}`}
      subtitle={`Nothing has been ${to ? "handed over" : "sent"} yet.`}
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
      {stopped === "records" && (
        <Notice tone="attention">
          More than {maxRows} match: these are the first {maxRows}. A run takes no more; do the others
          afterwards.
        </Notice>
      )}
      {stopped !== undefined && stopped !== "records" && (
        <Notice tone="attention">
          The list has more pages than are read at once: records that match may be missing here. Narrow the
          list by its filters, or do those afterwards.
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

const isAmounts = (rows: readonly WillRow[], label: string): boolean =>
  rows.every((row) => /^-?\$/.test(factOf(row, label) ?? "$"));

const columns = (
  rows: readonly WillRow[],
  labels: readonly string[],
  isTicked: boolean,
): Column<WillRow>[] => [
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
  nameColumn,
  ...labels.map(
    (label): Column<WillRow> => ({
      key: label,
      header: label,
      align: isAmounts(rows, label) ? "end" : undefined,
      cell: (row) => <span className="wrap-anywhere">{factOf(row, label) ?? "–"}</span>,
    }),
  ),
];

const earlierColumn = (header: string): Column<WillRow> => ({
  key: "earlier",
  header,
  cell: ({ earlier }) =>
    earlier && (
      <>
        {earlier.what}, <DateTime at={earlier.at} />, by {earlier.by ?? "you"}
      </>
    ),
});

function BeginForm(props: Props) {
  const { will, earlier, here, token, label, one, many, words, to, problem } = props;
  const rows = [...will, ...earlier];
  const { shared, labels } = sharedFacts(rows);
  const form = useRef<HTMLFormElement>(null);
  const [ticked, setTicked] = useState(() => new Set<unknown>(will.map(({ id }) => id)));
  const look = () => form.current && setTicked(new Set(new FormData(form.current).getAll("id")));
  return (
    <Form ref={form} method="post" action={here} className="space-y-4" autoComplete="off" onChange={look}>
      <input type="hidden" name="token" value={token} />
      {problem !== undefined && <Notice tone="attention">{problem}</Notice>}
      {to && (
        <div className="max-w-sm">
          <ChoiceField name="to" label="To" value="" options={to} />
        </div>
      )}
      {words && <TextArea label={`${words.label}, which goes with each of them`} name="words" />}
      {shared.length > 0 && (
        <p>
          <strong>All of them:</strong> {shared.map(({ label, value }) => `${label}: ${value}`).join(" · ")}
        </p>
      )}
      {will.length > 0 && (
        <Section title={`${plural(will.length, one, many)}${to ? "" : " will"}`}>
          <Table
            caption={`${label}: these will`}
            rows={will}
            rowKey={({ id }) => id}
            columns={columns(rows, labels, true)}
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
            columns={[...columns(rows, labels, false), earlierColumn(to ? "Who has it" : "Submitted before")]}
            empty={null}
          />
        </Section>
      )}
      <BeginBar {...props} chosen={rows.filter(({ id }) => ticked.has(id))} />
    </Form>
  );
}

/** How many, for how much, and the button that begins; in sight however long the table is. */
function BeginBar({ label, one, many, isFinal, listHref, to, chosen }: Props & { chosen: WillRow[] }) {
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
    </div>
  );
}

function Cant({ rows, one, many }: Pick<Props, "one" | "many"> & { rows: CantRow[] }) {
  return (
    <Section title={`${plural(rows.length, one, many)} can't`}>
      <Table
        caption="These can't"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          nameColumn,
          { key: "why", header: "Why not", cell: ({ why }) => <span className="break-words">{why}</span> },
        ]}
        empty={null}
      />
    </Section>
  );
}
