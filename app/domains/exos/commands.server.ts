import type { User } from "#app/core/auth/guard.server.ts";
import {
  type Availability,
  type Command,
  notOffered,
  withoutUsername,
} from "#app/core/commands/command.server.ts";
import { type Fact, factsOf, noQuestion, type Question } from "#app/core/commands/command.ts";
import type { RecordProgress } from "#app/core/commands/follow.server.ts";
import { isFinalAction, waysOf } from "#app/core/commands/model.ts";
import { ApiError } from "#app/core/http/apiError.server.ts";
import { exoQuestion } from "#app/core/specification/actions.ts";
import type { StoreScope } from "#app/core/stores/guard.server.ts";
import { formatSum, shorten } from "#app/core/values/values.ts";
import { returnedValue, type Sum } from "#contract/credit.ts";
import type { Exo as ExoDocument } from "#contract/exos.ts";
import { isOfScope, performExoAction, readExo } from "./api.server.ts";
import { failedJobOf, type JobProgress, progressOf, triedWords } from "./jobs.ts";
import {
  displayStateOf,
  type Exo,
  type ExoAction,
  exoState,
  failed,
  returnReasons,
  toCustomer,
  toExo,
} from "./model.ts";

/** One action of an EXO, if that is of the scope. */
type ExoActionPlace = { scope: StoreScope; exoId: string; action: string; href: string };

const elsewhere = ({ correlationId }: User): ApiError =>
  new ApiError({
    statusLine: "Not Found",
    code: 404,
    message: "The exchange order belongs to another store.",
    correlationId,
    advice: "Look for it among all returns and exchanges.",
  });

/** What an EXO's dialog knows beside its question. `returned`: the value of the returned items. */
export type ExoSlot = { returned: Sum | undefined };

/** The question in its fixed words (returns#confirming). */
const questionOf = (exo: Exo, offered: ExoAction, facts: Fact[]): Question => ({
  ...noQuestion,
  heading: shorten(offered.text, 120),
  description: shorten(offered.description, 500),
  ...exoQuestion,
  sentence: exoQuestion.sentence(shorten(exo.id, 120)),
  facts,
  isFinal: isFinalAction(offered.value),
});

function exoFacts(
  exo: Exo,
  document: ExoDocument,
  returned: Sum | undefined,
  failedJob: JobProgress | undefined,
): Fact[] {
  const { label, stream, step } = displayStateOf(exo);
  const tried = triedWords(failedJob);
  return factsOf([
    ["EXO Name", shorten(exo.name, 120)],
    ["Status", label],
    ["Step", [stream, step, tried].filter(Boolean).join(" · ")],
    ["Customer", shorten(toCustomer(document)?.name || exo.email, 120)],
    ["Store", shorten(exo.store, 120)],
    ["Order ID", shorten(exo.orderId, 80)],
    ["Returned", returned && formatSum(returned)],
    ["Reason", shorten(returnReasons(document).join(", "), 120)],
  ]);
}

/** The statuses in which an action has not helped, in words: as before it, and anew. */
const failedWords: ReadonlyMap<string, { again: string; now: string }> = new Map(
  Object.entries<{ again: string; now: string }>({
    [failed]: { again: "failed again", now: "failed" },
    stalled: { again: "still stalled", now: "stalled" },
    stale: { again: "still stale", now: "stale" },
  }),
);

function recordProgressOf(exo: Exo, document: ExoDocument, job: JobProgress | undefined): RecordProgress {
  const { label, step } = displayStateOf(exo);
  const progress = { revision: exoState(document).revision, at: exo.step.code, moves: exo.status.moves };
  const words = `went on: ${[label, step].filter(Boolean).join(" · ")}`;
  const ways = waysOf(exo.actions.map(({ value, text }) => ({ value, label: text })));
  const verbs = failedWords.get(exo.status.code);
  if (!verbs)
    return { ...progress, words, ways, needsPerson: exo.status.code === "manual" ? label : undefined };
  const tried = triedWords(job);
  const end = step || "a step without a name";
  const reason = shorten(job?.failure?.words.replace(/\.$/, "") || step || label, 120);
  const { again, now } = verbs;
  return {
    ...progress,
    words,
    ways,
    failure: { again: `${again} at ${end}`, now: `${now} at ${end}`, tried, reason },
  };
}

/** An action on an EXO, sent while the EXO offers it; the outcome is not reported (returns#action-outcome). */
export function exoCommand({ scope, exoId, action, href }: ExoActionPlace): Command<ExoSlot> {
  const { user } = scope;
  const availabilityOf = (offered: ExoAction | undefined): Availability => {
    if (user.username === "") return withoutUsername;
    if (!offered) return notOffered;
    const send = async (token: string) => {
      await performExoAction(user, exoId, action, token);
      return {};
    };
    return { is: "offered", send };
  };
  return {
    user,
    key: JSON.stringify(["exo", exoId, action]),
    href,
    follows: { kind: "returns", alias: scope.store?.storeAlias ?? "", id: exoId, action },
    async read() {
      const { item, raw } = await readExo(user, exoId);
      const exo = toExo(item);
      if (!isOfScope(scope, exo.store)) throw elsewhere(user);
      const offered = exo.actions.find(({ value }) => value === action);
      const returned = returnedValue(item);
      const failedJob = failedJobOf(exo, progressOf(exo, item.histories ?? []));
      const facts = exoFacts(exo, item, returned, failedJob);
      return {
        raw,
        payload: "",
        progress: recordProgressOf(exo, item, failedJob),
        receipt: {
          verb: "Submitted",
          object: `${shorten(offered?.text ?? action, 120)} for exchange order`,
          name: shorten(exo.name, 80),
        },
        question: offered ? questionOf(exo, offered, facts) : { ...noQuestion, facts },
        slot: { returned },
        availability: availabilityOf(offered),
      };
    },
  };
}
