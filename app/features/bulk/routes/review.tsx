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
import { requireMay, type User } from "#app/core/auth/guard.server.ts";
import { env } from "#app/core/env.server.ts";
import { failureStatus } from "#app/core/http/apiError.server.ts";
import { keepingDraft } from "#app/core/http/drafts.server.ts";
import { redirectWithFlash } from "#app/core/http/flash.server.ts";
import { formOf } from "#app/core/http/forms/read.ts";
import { readToken } from "#app/core/http/once.server.ts";
import { bulkPath, bulkSearch, handOverAction, maxRows } from "#app/core/records/listPaths.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice } from "#app/core/ui/feedback/Notice.tsx";
import { CheckField, ChoiceField, TextArea, TextField } from "#app/core/ui/fields/fields.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { unbrokenName } from "#app/core/ui/lists/rows.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { formatSum, formatUnits, plural } from "#app/core/values/values.ts";
import { asTypedName, isIncluded, type TypedReview, typedAddress } from "#app/features/bulk/corrections.ts";
import { runPath, runsPath } from "#app/features/bulk/paths.ts";
import { planIntent, suggestedTime } from "#app/features/bulk/plan.ts";
import {
  begin,
  choiceIn,
  keepChoice,
  review,
  sessionEndsAt,
  toReview,
  typedBefore,
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
import { correctionColumns } from "#app/features/bulk/views/Corrections.tsx";

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
  const shown = {
    ...about,
    ...toReview(nothing),
    error: undefined,
    waitSeconds: 0,
    typed: undefined,
    later: undefined,
  };
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
  const thisReview = { kind: kind.key, listHref, action: search.action };
  const typed = await typedBefore(place.user, draftOf(request), thisReview);
  const reviewed = toReview(result.value);
  const later = reviewed.isFinal || reviewed.to ? undefined : await laterFor(place.user);
  return { ...shown, ...reviewed, typed, later };
}

/** What a person is told who lets a run begin later: until when at most, and the time to begin with. */
const laterFor = async (user: User) => ({
  time: suggestedTime(env.TIME_ZONE, Date.now()),
  endsAt: await sessionEndsAt(user),
});

/** Where what was typed is kept through a sign-in. */
const draftOf = (request: Request): string => new URL(request.url).pathname;

/** How long to wait is said to machines, too. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireMay(request, "bulk");
  const form = await formOf(request);
  // A form without a token is a list's own, whose choice may be too long for an address.
  const isChoice = readToken(form) === undefined;
  const search = isChoice ? choiceIn(form) : bulkSearch.read(request.url);
  const open = () => openBulk(request, { kind: params.kind, ...search });
  if (isChoice) {
    const { kind, place } = await open();
    return redirect(bulkPath(kind.key, await keepChoice(place.user, search)));
  }
  return keepingDraft(user, draftOf(request), form, async () => {
    const { kind, place } = await open();
    const result = await begin(kind, place, form);
    if ("problem" in result) return data(result, { status: 400 });
    if ("runId" in result) {
      const run = search.action === handOverAction && (await runs.read(place.user, result.runId));
      // The portal itself hands over: the same press does the first of them.
      if (run) await runBatch(runs, place.user, run, pressRows, rowsOf(place, run));
      return redirect(runPath(result.runId));
    }
    const words = "That review is more than an hour old, or not yours. This is how the records stand now.";
    return redirectWithFlash(request, bulkPath(kind.key, search), words, "attention");
  });
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
  const refused = useActionData<typeof action>();
  return { ...looked, problem: refused?.problem, typed: refused?.typed ?? looked.typed };
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

/** A row whose address is to be typed is included by that. */
const hasTick = ({ correction }: Pick<WillRow, "correction">): boolean =>
  !correction || !!correction.proposed;

const tickColumn = (isTicked: (id: string) => boolean): Column<WillRow> => ({
  key: "tick",
  header: "Include",
  headerHidden: true,
  tight: true,
  narrow: "choose",
  cell: ({ id, name, correction }) =>
    hasTick({ correction }) && (
      <label className="choose">
        <input
          type="checkbox"
          name="id"
          value={id}
          defaultChecked={isTicked(id)}
          aria-label={`Include ${name}`}
        />
      </label>
    ),
});

const factColumns = (rows: readonly WillRow[], labels: readonly string[]): Column<WillRow>[] => [
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

function BeginForm(props: Props) {
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
