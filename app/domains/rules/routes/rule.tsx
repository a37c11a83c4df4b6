import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Form,
  useActionData,
  useBeforeUnload,
  useBlocker,
  useLoaderData,
  useLocation,
  useNavigation,
  useParams,
} from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { productListOf } from "#app/composition/productLists.ts";
import { newRuleLabel } from "#app/core/specification/stores.ts";
import { Button, LinkButton } from "#app/core/ui/Button.tsx";
import { RouteDialog, UnavailablePanel } from "#app/core/ui/dialogs/RouteDialog.tsx";
import { Tabs } from "#app/core/ui/dialogs/Tabs.tsx";
import { ErrorBar } from "#app/core/ui/feedback/ErrorBar.tsx";
import { Notice, SentNotice } from "#app/core/ui/feedback/Notice.tsx";
import { StatusBadge } from "#app/core/ui/feedback/Status.tsx";
import { panelWords, titleOver } from "#app/core/ui/shell/titles.ts";
import { ActivityFeed } from "#app/core/ui/text/ActivityFeed.tsx";
import { FactList } from "#app/core/ui/text/FactList.tsx";
import { JsonTree } from "#app/core/ui/text/JsonTree.tsx";
import { requireRules } from "#app/domains/rules/api.server.ts";
import type { HistoryView } from "#app/domains/rules/compare.ts";
import { answerRuleForm } from "#app/domains/rules/editor/answer.server.ts";
import {
  openNewRule,
  openRule,
  type RuleAnswer,
  type RuleConflict,
  type RuleEditor,
  type RuleQuestion,
  type RuleUnavailable as Unavailable,
} from "#app/domains/rules/editor/edit.server.ts";
import { ruleStateLooks } from "#app/domains/rules/model.ts";
import { NotesPart } from "#app/features/notes/views/NotesPart.tsx";
import { RuleForm } from "../views/RuleForm.tsx";
import { ChangedBy, VersionTable } from "../views/VersionTable.tsx";

export const meta: MetaFunction<typeof loader> = ({ data, matches, params }) => {
  if (params.ruleId === undefined) return titleOver(matches, [newRuleLabel]);
  return titleOver(matches, data?.isShown ? panelWords(data.title, data) : [data?.title]);
};

export async function loader(args: LoaderFunctionArgs) {
  const of = await requireRules(args);
  const { ruleId } = args.params;
  return ruleId === undefined ? openNewRule(of, args.request) : openRule(of, args.request, ruleId);
}

export async function action(args: ActionFunctionArgs) {
  const of = await requireRules(args);
  return answerRuleForm(of, args.request, args.params.ruleId, productListOf(of.store));
}

export default function Rule() {
  const opened = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const params = useParams();
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  if (!opened.isShown) return <RuleUnavailable {...opened} />;
  return (
    <RuleEditorPanel
      // Another copy begins anew.
      key={params.ruleId === undefined ? pathname + search : pathname}
      editor={opened}
      answer={answer}
      sending={formData?.get("intent")?.toString()}
      here={pathname + search}
    />
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/core/http/RouteErrorBoundary.tsx";

type Props = {
  editor: RuleEditor;
  answer: RuleAnswer | undefined;
  /** The intent being submitted; undefined if none is. */
  sending: string | undefined;
  here: string;
};

/** The editor panel (rules#editor): Details and Raw Data, and the history of the rule. */
function RuleEditorPanel({ editor, answer, sending, here }: Props) {
  const [typedIn, setTypedIn] = useState(editor.restored);
  // The same at each drawing: it is part of what every row knows.
  const onEdit = useCallback(() => setTypedIn(true), []);
  const edited = typedIn || (answer !== undefined && (answer.is !== "form" || answer.edited));
  return (
    <RouteDialog title={editor.title} closeTo={editor.closeTo} kind="wide-panel" alone>
      {answer?.is === "conflict" ? (
        <RuleConflictForm question={answer.conflict} here={here} sending={sending} />
      ) : answer?.is === "question" ? (
        <RuleQuestionForm question={answer.question} here={here} sending={sending} />
      ) : (
        <>
          <p>
            <span className="text-ink-faint">{editor.storeName}</span>{" "}
            {editor.state && (
              <StatusBadge tone={ruleStateLooks[editor.state].tone}>
                {ruleStateLooks[editor.state].label}
              </StatusBadge>
            )}
          </p>
          {editor.notes && <NotesPart notes={{ ...editor.notes, isBesideForm: true }} />}
          {editor.copy && <CopyNotice copy={editor.copy} />}
          {editor.tabs.length > 0 && <Tabs label="Rule" tabs={editor.tabs} current={editor.tab} />}
          <DetailsTab
            editor={editor}
            answer={answer}
            sending={sending}
            here={here}
            edited={edited}
            onEdit={onEdit}
          />
          {editor.tab === "history" && <RuleHistory entries={editor.history} inWords={editor.inWords} />}
          {editor.rawText !== undefined && <JsonTree value={JSON.parse(editor.rawText)} label="Rule" />}
        </>
      )}
      <LeaveGuard edited={edited} />
    </RouteDialog>
  );
}

type DetailsProps = Props & {
  answer: Extract<RuleAnswer, { is: "form" }> | undefined;
  edited: boolean;
  onEdit: () => void;
};

/** The form stays mounted while another tab is open, to keep what was typed. */
function DetailsTab({ editor, answer, edited, ...rest }: DetailsProps) {
  const isOpen = editor.tab === "details";
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!isOpen && !wasOpen) return null;
  return (
    <div hidden={!isOpen} className="space-y-3">
      {editor.restored && (
        <Notice tone="attention">
          What you typed here before you signed in has been put back. It is not saved.
        </Notice>
      )}
      {editor.attributesError && <ErrorBar error={editor.attributesError} retryHref={rest.here} />}
      {answer?.problem && <ErrorBar error={answer.problem} />}
      {answer?.problem?.write === "unknown" && <SentNotice sent="unknown" yes="Save" />}
      {answer?.problem?.write === "notSent" && <SentNotice sent="nothing" yes="Save" />}
      <RuleForm key={answer?.remade?.key} editor={editor} answer={answer} edited={edited} {...rest} />
    </div>
  );
}

function CopyNotice({ copy: { name, from, to, others } }: { copy: NonNullable<RuleEditor["copy"]> }) {
  return (
    <Notice tone="background">
      A copy of {name}, for {to}
      {from !== to && `, from ${from}`}. It is disabled, and is there once it is saved.
      {others.length > 0 && (
        <details>
          <summary>Copy it into another store</summary>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {others.map((other) => (
              <li key={other.href}>
                <a href={other.href} data-scroll="keep">
                  {other.name}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  );
}

function RuleUnavailable({ rawText, restoreHref, ...panel }: Unavailable) {
  const ways = restoreHref !== undefined && (
    <LinkButton href={restoreHref} variant="primary" data-scroll="keep">
      Restore
    </LinkButton>
  );
  return (
    <UnavailablePanel {...panel} ways={ways}>
      {rawText !== undefined && <JsonTree value={JSON.parse(rawText)} label="Rule" />}
    </UnavailablePanel>
  );
}

/** Who saved the rule, when, and the changes in words and field by field (rules#history), newest first. */
function RuleHistory({ entries, inWords }: { entries: HistoryView[]; inWords: string }) {
  return (
    <>
      <p className="text-ink-soft wrap-anywhere">As it stands: {inWords}</p>
      <ActivityFeed
        entries={entries.map(({ key, title, who, inWords, changes, at }) => ({
          key,
          title: who === "" ? title : `${title} by ${who}`,
          body: (
            <>
              {inWords !== "" && <p className="font-normal text-ink-soft wrap-anywhere">{inWords}</p>}
              <Fields changes={changes} isOpen={inWords === ""} />
            </>
          ),
          at,
        }))}
        empty={<p>This rule has no history to show.</p>}
      />
    </>
  );
}

function Fields({ changes, isOpen }: Pick<HistoryView, "changes"> & { isOpen: boolean }) {
  if (changes.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>Field by field</summary>
      <ul>
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            {field}: {before || "(empty)"} → {after || "(empty)"}
          </li>
        ))}
      </ul>
    </details>
  );
}

type AskFormProps = {
  typed: [name: string, value: string][];
  /** The field that tells what was asked. */
  answer: [name: string, value: string];
  here: string;
  notice: ReactNode;
  children: ReactNode;
};

/** A saved form's question: everything typed stays in the form, and going back loses nothing. */
function AskForm({ typed, answer, here, notice, children }: AskFormProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (typed) top.current?.focus();
  }, [typed]);
  return (
    <Form method="post" action={here} preventScrollReset replace className="space-y-3">
      {[...typed, answer].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div ref={top} tabIndex={-1}>
        <Notice tone="attention">{notice}</Notice>
      </div>
      {children}
    </Form>
  );
}

type AskProps<Question> = { question: Question; here: string; sending: string | undefined };

const pendingIf = (sending: string | undefined) => (sending === undefined ? {} : { "aria-disabled": true });

function RuleQuestionForm({ question, here, sending }: AskProps<RuleQuestion>) {
  const pending = pendingIf(sending);
  return (
    <AskForm
      typed={question.typed}
      answer={["agreed", question.agreed]}
      here={here}
      notice={`${question.warning} Nothing is saved yet.`}
    >
      <p className="wrap-anywhere">Are you sure you want to save {question.name}?</p>
      <FactList facts={question.facts} />
      <div className="confirm-buttons">
        <Button type="submit" variant="primary" name="intent" value="edit" {...pending}>
          Go back to editing
        </Button>
        <Button type="submit" name="intent" value={question.intent} {...pending}>
          {sending === question.intent ? "Saving…" : "Save as it is"}
        </Button>
      </div>
    </AskForm>
  );
}

/** The version that another person saved meanwhile next to one's own, and the choice between them (rules#together). */
function RuleConflictForm({ question, here, sending }: AskProps<RuleConflict>) {
  const { typed, over, who, at, lines } = question;
  const pending = pendingIf(sending);
  return (
    <AskForm
      typed={typed}
      answer={["over", over]}
      here={here}
      notice={
        <>
          <ChangedBy who={who} at={at} what="while you were editing it" /> Nothing of yours is saved yet.
          Choose which version stays.
        </>
      }
    >
      <VersionTable lines={lines} theirs="Theirs, saved" mine="Mine, not saved" />
      <div className="confirm-buttons">
        <Button type="submit" variant="primary" name="intent" value="edit" formNoValidate {...pending}>
          Go back to editing
        </Button>
        <Button type="submit" name="intent" value="overwrite" formNoValidate {...pending}>
          {sending === "overwrite" ? "Saving…" : "Keep mine"}
        </Button>
        <Button type="submit" name="intent" value="theirs" formNoValidate {...pending}>
          Take theirs
        </Button>
      </div>
      <p className="field-help">
        Keep mine replaces their version with yours. Take theirs gives up everything that you changed.
      </p>
    </AskForm>
  );
}

/** Asks before leaving a page with unsaved edits: by a dialog within the portal, by the browser's own otherwise. */
function LeaveGuard({ edited }: { edited: boolean }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A dialog's close event is late: the next question may be open by then.
  const closedByUs = useRef(0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => edited && currentLocation.pathname !== nextLocation.pathname,
  );
  // One Escape may close both dialogs, and ask again before this has rendered: then the location differs.
  const askedFor = blocker.state === "blocked" ? blocker.location.key : undefined;

  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (edited) event.preventDefault();
      },
      [edited],
    ),
  );

  useEffect(() => {
    const opened = dialog.current;
    if (askedFor === undefined || !opened) return;
    // Browsers let a second Escape close a panel that refused once, and nothing is visible inside a closed one.
    const panel = opened.parentElement?.closest("dialog");
    if (panel && !panel.open) panel.showModal();
    opened.showModal();
    return () => {
      if (opened.open) closedByUs.current += 1;
      opened.close();
    };
  }, [askedFor]);

  return (
    <dialog
      ref={dialog}
      className="route-dialog !m-auto"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        blocker.reset?.();
      }}
      onClose={() => {
        if (closedByUs.current > 0) closedByUs.current -= 1;
        else blocker.reset?.();
      }}
    >
      <div className="dialog-content">
        <h2 id={id}>Leave without saving?</h2>
        <p>What you changed in this rule is not saved, and would be lost.</p>
        <div className="confirm-buttons">
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            Stay
          </Button>
          <Button onClick={() => blocker.proceed?.()}>Leave without saving</Button>
        </div>
      </div>
    </dialog>
  );
}
