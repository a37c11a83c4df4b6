import { type Exo, type ExoAction, exo } from "#contract/exos.ts";
import { readNumber } from "#contract/numbers.ts";
import { type ProcessingState, processingStates } from "#contract/processing.ts";
import type { JsonObject } from "#platform/database/schema/columns.ts";
import type { exos } from "#platform/database/schema/exos.ts";
import { type Note, note } from "#platform/domains/history.ts";
import { jobAt, type ReturnJob } from "./jobs.ts";

export type ReturnDocument = Pick<Exo, "exchange">;

/** The parts of a stored document that the screens show; invalid ones are parsed as empty. */
export function readReturn(document: JsonObject): ReturnDocument {
  const parsed = exo.pick({ exchange: true }).safeParse(document);
  return parsed.success ? parsed.data : {};
}

/** A return's stream; `problems` are words for a person. */
export type TriageVerdict =
  | { kind: "automatic"; items: number }
  | { kind: "manual"; reason: string }
  | { kind: "unprocessable" }
  | { kind: "invalid"; problems: string[] };

const isBlank = (text: string | null | undefined) => (text ?? "").trim() === "";

function itemProblems({ exchange }: ReturnDocument): string[] {
  const items = exchange?.Items ?? [];
  if (items.length === 0) return ["it names no items"];
  return items.flatMap(({ LevelCode, Quantity }, index) => {
    const quantity = readNumber(Quantity);
    const isCount = Number.isInteger(quantity) && quantity !== 0;
    return [
      ...(isBlank(LevelCode) ? [`item ${index + 1} has no level code`] : []),
      ...(isCount ? [] : [`item ${index + 1} has no quantity`]),
    ];
  });
}

/**
 * Sorts a return (returns#streams). Without an exchange document nothing can be done; an incomplete one is invalid;
 * items that go out to the customer (a positive quantity) need a person; the rest is automatic.
 */
export function triage(document: JsonObject, emailAddress: string | null): TriageVerdict {
  const read = readReturn(document);
  if (!read.exchange) return { kind: "unprocessable" };
  const problems = [
    ...(isBlank(read.exchange.Customer?.Ap21CustomerCode) ? ["the customer has no AP21 code"] : []),
    ...(isBlank(emailAddress) ? ["there is no email address to write to"] : []),
    ...itemProblems(read),
  ];
  if (problems.length > 0) return { kind: "invalid", problems };
  const items = read.exchange.Items ?? [];
  const sent = items.filter(({ Quantity }) => (readNumber(Quantity) ?? 0) > 0);
  if (sent.length > 0) {
    const what = sent.length === 1 ? "1 item is" : `${sent.length} items are`;
    return { kind: "manual", reason: `${what} to be exchanged, which people do` };
  }
  return { kind: "automatic", items: items.length };
}

export type MovingExo = Pick<
  typeof exos.$inferSelect,
  | "id"
  | "name"
  | "status"
  | "stream"
  | "step"
  | "originalOrderId"
  | "raNumber"
  | "emailAddress"
  | "refusals"
  | "retries"
  | "stepSince"
  | "stepAt"
  | "document"
  | "referenceList"
> & { storeName: string; storeType: string };

export type ExoEffect = { exo: MovingExo; notes: Note[] };

type Statuses = readonly ProcessingState[];

/** Every automatic transition; docs/exo-states.md draws them. */
export const platformMoves = {
  isTakenUp: { from: ["new"], to: "active" },
  goesOn: { from: ["active"], to: "active" },
  hasToWait: { from: ["active"], to: "passive" },
  eventCame: { from: ["passive", "stalled"], to: "active" },
  eventIsOverdue: { from: ["passive"], to: "stalled" },
  eventStaysAway: { from: ["stalled"], to: "stale" },
  jobFailed: { from: ["active", "passive", "stalled"], to: "failed" },
  ticketIsOpen: { from: ["active"], to: "manual" },
  isFinished: { from: ["active"], to: "completed" },
} as const satisfies Record<string, { from: Statuses; to: ProcessingState }>;

export type PlatformMove = keyof typeof platformMoves;

type ActionRule = {
  key: string;
  name: string;
  description: string;
  from: Statuses;
  to: ProcessingState;
  /** Leads to a helpdesk ticket: the EXO leaves the automatic stream. */
  toManual?: true;
};

/** Every action of a person, and its transition; docs/exo-states.md draws them. */
export const actionRules: readonly ActionRule[] = [
  {
    key: "resume",
    name: "Resume",
    description: "Takes the return off hold; its current job goes on.",
    from: ["hold"],
    to: "active",
  },
  {
    key: "retry",
    name: "Retry",
    description: "Runs the job that the return stands at once more, and goes on from there.",
    from: ["failed", "stalled", "stale"],
    to: "active",
  },
  {
    key: "hold",
    name: "Put On Hold",
    description: "Stops the processing until somebody resumes it.",
    from: ["new", "active", "passive", "stalled", "stale"],
    to: "hold",
  },
  {
    key: "move-to-manual",
    name: "Move to Manual",
    description: "Ends the automatic processing; a helpdesk ticket is made and people go on from there.",
    from: ["hold", "passive", "stalled", "stale", "failed"],
    to: "active",
    toManual: true,
  },
  {
    key: "complete",
    name: "Mark as Completed",
    description: "Says that people have done what this return needed.",
    from: ["manual"],
    to: "completed",
  },
  {
    key: "reject",
    name: "Reject",
    description: "Ends the return without any further processing. This cannot be undone.",
    from: ["new", "manual", "hold", "stalled", "stale", "failed"],
    to: "rejected",
  },
];

/** The statuses in which the platform processes an EXO automatically. */
const running: Statuses = ["new", "active", "passive", "stalled"];

export const isRunning = (status: string): boolean => running.some((known) => known === status);
export const isKnownStatus = (status: string): boolean => processingStates.some((known) => known === status);

const isOffered = (rule: ActionRule, { status, stream }: Pick<MovingExo, "status" | "stream">): boolean =>
  rule.from.some((known) => known === status) && !(rule.toManual && stream === "return/manual");

/** The actions that an EXO offers in its state, in their wire form. */
export function availableExoActions(exo: Pick<MovingExo, "status" | "stream">): ExoAction[] {
  return actionRules
    .filter((rule) => isOffered(rule, exo))
    .map(({ key, name, description }) => ({ key, name, description }));
}

export const isKnownAction = (key: string): boolean => actionRules.some((rule) => rule.key === key);

export function offeredExoRule(exo: MovingExo, key: string): ActionRule | undefined {
  return actionRules.find((rule) => rule.key === key && isOffered(rule, exo));
}

/** Performs a transition of the table. Throws when the table has no such transition from the EXO's state. */
export function moved(exo: MovingExo, move: PlatformMove): MovingExo {
  const { from, to }: { from: Statuses; to: ProcessingState } = platformMoves[move];
  if (!from.some((status) => status === exo.status)) {
    throw new Error(`The EXO ${exo.id} is ${exo.status}, which '${move}' does not start from`);
  }
  return { ...exo, status: to };
}

/** In the API, jobs are a JSON string of a list (returns#meta-jobs). */
export const jobsNote = (action: "process:jobs" | "process:jobs-done", { code, name }: ReturnJob): Note =>
  note(action, name, { jobs: JSON.stringify([code]) });

/** Performs an offered action for a person; the next job makes the outside request. */
export function movedByAction(rule: ActionRule, exo: MovingExo, user: string, at: Date): ExoEffect {
  const isGoingOn = rule.to === "active";
  const stream = rule.toManual ? "return/manual" : exo.stream;
  const step = rule.toManual ? "create-helpdesk-return-ticket" : exo.step;
  const job = isGoingOn ? jobAt(stream, step) : undefined;
  const actions = { actions: JSON.stringify([rule.key]) };
  return {
    exo: {
      ...exo,
      status: rule.to,
      stream,
      step,
      refusals: rule.toManual ? 0 : exo.refusals,
      retries: 0,
      stepSince: isGoingOn ? at : exo.stepSince,
      stepAt: isGoingOn ? at : null,
    },
    notes: [
      note("process:actions", rule.name, actions),
      note(`action:${rule.key}`, `${rule.name}, by ${user}`, { user }),
      note("process:actions-done", rule.name, actions),
      ...(isGoingOn ? [note("process:run", "Processing goes on")] : []),
      ...(job ? [jobsNote("process:jobs", job)] : []),
    ],
  };
}

/** The history's text for an unknown action, or one that the EXO does not offer. */
export function refusedActionNote(key: string, user: string): Note {
  const [code, words] = isKnownAction(key)
    ? ["no-matching-actions", "is not available in this state"]
    : ["action-not-recognised", "is no action of a return"];
  const meta = { user, actions: JSON.stringify([key]) };
  return note(`process:failure:${code}`, `'${key}' ${words}; asked for by ${user}`, meta);
}
