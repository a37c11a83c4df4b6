import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { OpenCommand } from "#app/core/commands/command.ts";
import { CommandForm, Earlier, yesOf } from "#app/core/commands/views/ConfirmDialog.tsx";
import { LinkButton } from "#app/core/ui/Button.tsx";
import { Card } from "#app/core/ui/Card.tsx";
import { ConfirmButtons } from "#app/core/ui/dialogs/ConfirmButtons.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Message, Notice, SentNotice } from "#app/core/ui/feedback/Notice.tsx";
import { Icon } from "#app/core/ui/Icon.tsx";
import { EmptyState } from "#app/core/ui/lists/EmptyList.tsx";
import { type Column, Table } from "#app/core/ui/lists/Table.tsx";
import { Page } from "#app/core/ui/shell/Page.tsx";
import { DateTime } from "#app/core/ui/text/DateTime.tsx";
import { plural } from "#app/core/values/values.ts";
import {
  type AnnotatedText,
  answerCheckedFile,
  type CheckedOrder,
  type ChecksView,
  type CheckView,
  checkedFile,
  requireCheck,
} from "#app/domains/edi/partner/check/check.server.ts";
import { checkFilePath, interchangePath, interchangesPath } from "#app/domains/edi/partner/paths.ts";
import { StateBadge } from "../../views/StateBadge.tsx";
import { FindingList } from "../views/FindingList.tsx";

export const meta: MetaFunction = () => [{ title: "Check of a file · EDI (Myer)" }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return checkedFile(await requireCheck(request), params.fileId ?? "");
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerCheckedFile(await requireCheck(request), params.fileId ?? "");
}

function CheckedInterchangeCard({ check }: { check: CheckView }) {
  const { title, about, state, outcome, problem, findings, moreFindings, orders, replies, text } = check;
  return (
    <Card title={<span className="wrap-anywhere">{title}</span>}>
      {problem ? (
        <p className="text-attention wrap-anywhere">{problem}</p>
      ) : (
        <>
          <p className="text-ink-soft wrap-anywhere">{about}</p>
          <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
            <StateBadge state={state} /> {outcome}
          </p>
          {findings.length === 0 ? (
            <p className="text-ok">
              <Icon name="ok" /> Reading it found nothing wrong.
            </p>
          ) : (
            <div>
              <h3>Findings</h3>
              <FindingList findings={findings} more={moreFindings > 0 && `and ${moreFindings} more`} />
            </div>
          )}
        </>
      )}
      {orders.map((order) => (
        <Order key={order.key} order={order} />
      ))}
      {replies.map((reply) => (
        <Annotated key={reply.key} title={`The ${reply.title} that would be sent`} text={reply.text} isOpen />
      ))}
      {text.lines.length > 0 && (
        <Annotated title="Its text" text={text} isOpen={findings.some(({ href }) => href !== undefined)} />
      )}
    </Card>
  );
}

type Line = CheckedOrder["lines"][number];

const lineColumns: Column<Line>[] = [
  { key: "number", header: "Line", tight: true, narrow: "title", cell: ({ number }) => number || "–" },
  { key: "item", header: "Item", cell: ({ item }) => item || "–" },
  { key: "ordered", header: "Ordered", align: "end", tight: true, cell: ({ ordered }) => ordered },
  {
    key: "accepted",
    header: "Accepted",
    align: "end",
    tight: true,
    cell: ({ accepted, isLess }) => (
      <span className={isLess ? "font-medium text-attention" : undefined}>
        {isLess && <Icon name="attention" label="Less than ordered" />} {accepted}
      </span>
    ),
  },
  { key: "problem", header: "Why", cell: ({ problem }) => problem || "–" },
];

const Order = ({ order: { number, outcome, lines } }: { order: CheckedOrder }) => (
  <div className="space-y-2">
    <h3 className="wrap-anywhere">Order {number}</h3>
    {outcome && <p className="wrap-anywhere">{outcome}</p>}
    <Table
      caption={`Lines of order ${number}`}
      columns={lineColumns}
      rows={lines}
      rowKey={({ key }) => key}
      empty={<p>It would have no lines.</p>}
    />
  </div>
);

/** An EDIFACT text, one segment per line, with explanations. */
const Annotated = ({ title, text, isOpen }: { title: string; text: AnnotatedText; isOpen: boolean }) => (
  <details open={isOpen}>
    <summary className="font-semibold">{title}</summary>
    <ol className="ruled">
      {text.lines.map(({ number, anchor, raw, tag, name, values }) => (
        <li
          key={number}
          id={anchor}
          className="grid gap-x-4 gap-y-1 py-1 target:bg-accent-soft lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <pre className="min-w-0 whitespace-pre-wrap wrap-anywhere">{raw}</pre>
          <div className="min-w-0 wrap-anywhere">
            <strong>{tag}</strong> {name}
            <div className="text-xs text-ink-soft">{values}</div>
          </div>
        </li>
      ))}
    </ol>
    {text.isCut && <p className="text-xs text-ink-soft">and more: only its beginning is shown here</p>}
  </details>
);

/** A chosen file: its dry run with 'Take it in', or the result (edi#check-page, edi#take-in). */
export default function CheckedFile() {
  const opened = useLoaderData<typeof loader>();
  const view = useActionData<typeof action>() ?? opened;
  const submitting = useNavigation().state !== "idle";
  switch (view.is) {
    case "gone":
      return (
        <Page title="Check a file">
          <EmptyState title="This file is not here for you">
            <p>
              A chosen file is kept for an hour, for the person who chose it alone: it is no longer kept, or
              somebody else chose it.
            </p>
            <LinkButton href={checkFilePath}>Choose a file</LinkButton>
          </EmptyState>
        </Page>
      );
    case "taken":
      return <Taken {...view} />;
    case "checked":
      return <Checked file={view.file} command={view.dialog} submitting={submitting} />;
  }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Taken({ file, taken: { at, interchanges }, flash }: Extract<Loaded, { is: "taken" }>) {
  return (
    <Page title={`Taken in: ${file.name}`} subtitle={file.size}>
      {flash && <Message message={flash} />}
      <Card title="Interchanges">
        <p>
          Taken in <DateTime at={at} />. They are processed now.
        </p>
        {interchanges.length === 0 ? (
          <p>
            The service did not tell which interchanges the file held:{" "}
            <a href={interchangesPath()}>look for the newest</a>.
          </p>
        ) : (
          <ul className="list-inside list-disc wrap-anywhere">
            {interchanges.map(({ id, name }) => (
              <li key={id}>
                <a href={interchangePath({ id })}>Interchange {name}</a>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <div>
        <LinkButton href={checkFilePath}>Check another file</LinkButton>
      </div>
    </Page>
  );
}

function Checked({
  file,
  command,
  submitting,
}: {
  file: { name: string; size: string };
  command: OpenCommand<ChecksView>;
  submitting: boolean;
}) {
  const { problem, sent, refusal, earlier, question, slot } = command;
  return (
    <Page title={`Check of ${file.name}`} subtitle={`${file.size}. Nothing of it has been taken in.`}>
      {problem && <ErrorBar error={problem} dismissible retryHref={command.here} />}
      {sent && refusal === undefined && <SentNotice sent={sent} yes={yesOf(question, earlier)} />}
      {refusal !== undefined && <Notice tone="attention">{refusal}</Notice>}
      {refusal === undefined && (
        <CommandForm command={command} submitting={submitting}>
          <div className="space-y-3">
            {earlier && <Earlier earlier={earlier} />}
            <ConfirmButtons
              yes={yesOf(question, earlier)}
              no={question.no || "Choose another file"}
              closeTo={checkFilePath}
              isPending={submitting}
            />
          </div>
        </CommandForm>
      )}
      {refusal !== undefined && (
        <div>
          <LinkButton href={checkFilePath}>Choose another file</LinkButton>
        </div>
      )}
      {!problem && slot.interchanges.length === 0 && <EmptyState title="The file holds no interchange" />}
      {slot.interchanges.map((one) => (
        <CheckedInterchangeCard key={one.key} check={one} />
      ))}
      {slot.more > 0 && (
        <p>and {plural(slot.more, "more interchange", "more interchanges")}, which would be taken in, too</p>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";
