import { hasExtension } from "#app/core/api/extensions.server.ts";
import { may, type User } from "#app/core/auth/guard.server.ts";
import { nameOf } from "#app/core/auth/user.ts";
import {
  type Availability,
  type Command,
  refused,
  withoutUsername,
} from "#app/core/commands/command.server.ts";
import { factsOf, noQuestion, type Question } from "#app/core/commands/command.ts";
import type { CommandPage } from "#app/core/commands/confirm.server.ts";
import { env } from "#app/core/env.server.ts";
import { conflict, notFound } from "#app/core/http/apiError.server.ts";
import { readForm } from "#app/core/http/forms/read.ts";
import { readable } from "#app/core/lists/listed.ts";
import { openerSearch } from "#app/core/search/search.ts";
import { formatDateTime } from "#app/core/ui/text/time.ts";
import { plural, shorten } from "#app/core/values/values.ts";
import type { Exo as ExoDocument } from "#contract/exos.ts";
import { readMoment } from "#contract/numbers.ts";
import { readExo, searchExos } from "./api.server.ts";
import {
  type Credit,
  type CreditFacts,
  type CreditGiven,
  type CreditSide,
  type CreditSlot,
  type CreditsCoverage,
  type CreditView,
  creditForm,
  creditIn,
  creditOfRow,
  creditSums,
  creditWords,
  maxReasonLength,
} from "./credit.ts";
import { creditLedger, isKnown } from "./creditLedger.server.ts";
import {
  type CreditFilter,
  creditCommandPath,
  creditOpener,
  creditSearch,
  creditsPath,
  exoPanelName,
  exoPath,
} from "./paths.ts";

/** Pages read at a time; if there are more, the next run continues after them. */
const maxPages = 25;
/** A record may be written slightly later than the time it names. */
const overlapMs = 10 * 60_000;

/** The start of the next query: slightly before the latest credit of this result. */
function afterLast(since: string | undefined, credits: readonly CreditFacts[]): string | undefined {
  const last = readMoment(credits.at(-1)?.since);
  if (last === undefined) return since;
  const next = new Date(last - overlapMs).toISOString();
  return since === undefined || next > since ? next : since;
}

/**
 * Imports the credits that the service reports as owed since the last query, oldest first: usually
 * one call. However many have the same time, each query continues where the last one ended. Skipped
 * for a service that doesn't report them (returns#credit-seen). Throws ApiError.
 */
export async function learnCredits(user: User): Promise<CreditsCoverage> {
  if (!(await hasExtension(user, "credits"))) return "seen";
  const { since, page: first } = await creditLedger.askFromWhere();
  const filters = { creditOwed: true, creditOwedSince: since } as const;
  let isUnread = false;
  for (let page = first; page < first + maxPages; page += 1) {
    const { rows, pages } = await searchExos(user, filters, page);
    isUnread ||= rows.some((row) => !row.readable);
    const credits = readable(rows).map(creditOfRow);
    const isAll = page >= pages;
    const next = isAll ? { since: afterLast(since, credits), page: 1 } : { since, page: page + 1 };
    const news = await creditLedger.unknownCredits(credits);
    const isNext = next.since === since && next.page === first;
    if (news.length > 0 || !isNext) await creditLedger.noteOwed(news, next);
    if (isAll) return isUnread ? "some" : "all";
  }
  return "some";
}

/** The credit of a return just read, if it owes one, which is recorded whoever reads it (returns#credit-seen). */
export async function creditOf(document: ExoDocument): Promise<(Credit & { turns: number }) | undefined> {
  const facts = creditIn(document);
  if (!facts) return undefined;
  const entry = await creditLedger.readCredit(facts.id);
  if (!isKnown(entry, facts)) await creditLedger.noteOwed([facts]);
  return { ...facts, turns: entry?.turns ?? 0, given: entry?.given };
}

/** 'given by Riley Clerk on 22 Nov 2026, 9:40 am, because AP21 credit 4711'. */
export const givenWords = ({ by, at, because }: CreditGiven): string =>
  `given by ${by} on ${formatDateTime(at, env.TIME_ZONE)}, because ${because}`;

/** The credit in a return's Summary, with what this user may do about it (returns#credit-owed). */
export function shownCredit(user: User, credit: Credit, credits: CreditFilter | undefined): CreditView {
  const { id, given } = credit;
  const mayAct = may(user, "returns.credits") && user.username !== "";
  const to = given ? "owed" : "given";
  return {
    isGiven: given !== undefined,
    words: given ? `Credit ${givenWords(given)}` : `Credit owed ${creditWords(credit)}`,
    sums: creditSums(credit),
    command: mayAct
      ? {
          label: given ? "Not given after all …" : "Given …",
          href: creditCommandPath(id, to, credits ?? {}, {
            opener: "detail",
            isOverCredits: credits !== undefined,
          }),
        }
      : undefined,
  };
}

export const creditReason = "AP21 credit number, or another reason";

const words = {
  given: {
    done: "Given",
    heading: "Credit given:",
    sentence: "Was this credit given?",
    yes: "Given",
    label: creditReason,
  },
  owed: {
    done: "Taken back",
    heading: "Credit not given after all:",
    sentence: "Was this credit not given after all?",
    yes: "Not given",
    label: "Not given, because …",
  },
} as const satisfies Record<CreditSide, object>;

const help = `Kept with the credit and in the audit trail. At most ${maxReasonLength} characters.`;

const readReason = (form: FormData | undefined): string => {
  const read = form && readForm(form, creditForm);
  return read?.status === "success" ? read.value.reason : "";
};

function errorsOf(reason: string): string[] {
  const { length } = reason.trim();
  if (length === 0) return ["Say why, for example by the number of the credit in AP21."];
  if (length <= maxReasonLength) return [];
  return [
    `A reason has at most ${plural(maxReasonLength, "character", "characters")}; this one has ${plural(length, "character", "characters")}.`,
  ];
}

function questionOf(to: CreditSide, credit: Credit): Question {
  const { given } = credit;
  return {
    ...noQuestion,
    title: "",
    heading: words[to].heading,
    sentence: words[to].sentence,
    facts: factsOf([
      ["EXO Name", credit.name],
      ["Customer", credit.customer],
      ["Store", credit.store],
      ["Order ID", credit.orderId],
      ["Credit", creditWords(credit)],
      ["Given", given && givenWords(given).replace(/^given /, "")],
    ]),
    yes: words[to].yes,
    no: "Cancel",
  };
}

const owesNothing = refused(
  409,
  "The history of this return does not say that a credit has to be given by hand.",
);

function availabilityOf(
  user: User,
  to: CreditSide,
  credit: (Credit & { turns: number }) | undefined,
  { reason, errors }: CreditSlot,
): Availability {
  if (user.username === "") return withoutUsername;
  if (!credit) return owesNothing;
  const { given: before, turns: _, ...facts } = credit;
  if (to === "given" && before) return refused(409, `This credit was ${givenWords(before)}.`);
  if (to === "owed" && !before) return refused(409, "This credit is owed already.");
  if (errors.length > 0) return { is: "unconfirmed", status: 400 };
  const send = async () => {
    const at = new Date().toISOString();
    const given = { because: reason.trim(), by: nameOf(user), at };
    if (!(await creditLedger.settleCredit(facts, to === "given" ? given : undefined)))
      throw conflict(user, "Somebody else said so a moment ago.", "return");
    return { at };
  };
  return { is: "offered", send };
}

/** Records that a credit was given, or was not after all, with the reason that was `typed` (returns#credit-given). */
export function creditCommand(
  user: User,
  exoId: string,
  to: CreditSide,
  typed: string | undefined,
): Command<CreditSlot> {
  const reason = typed ?? "";
  const errors = typed === undefined ? [] : errorsOf(reason);
  const slot: CreditSlot = { label: words[to].label, help, reason, errors };
  return {
    user,
    key: JSON.stringify(["credit", exoId, to]),
    href: exoPath(undefined, {}, { id: exoId }),
    async read() {
      const { item } = await readExo(user, exoId);
      const credit = await creditOf(item);
      return {
        raw: [credit?.cents, credit?.orMore, credit?.turns],
        payload: reason.trim(),
        receipt: {
          verb: words[to].done,
          object:
            credit?.cents === undefined
              ? "credit for exchange order"
              : `credit of ${creditWords(credit)} for exchange order`,
          name: credit?.name ?? shorten(exoId, 80),
          why: reason.trim(),
        },
        question: credit ? questionOf(to, credit) : noQuestion,
        slot: {
          ...slot,
          amount:
            credit?.cents === undefined ? undefined : { cents: credit.cents, orMore: credit.orMore ?? false },
        },
        availability: availabilityOf(user, to, credit, slot),
      };
    },
  };
}

/** The confirmation page, over the list; it returns to the page it was opened from. */
export function creditCommandPage(user: User, exoId: string, command: string): CommandPage<CreditSlot> {
  const to = command === "given" ? "given" : command === "not-given" ? "owed" : undefined;
  if (!to) throw notFound(user.request);
  const filter = creditSearch.read(user.request.url);
  const { opener } = openerSearch.read(user.request.url);
  const { isOverCredits } = creditOpener.read(user.request.url);
  const place = { id: exoId, ...(isOverCredits && { credits: filter }) };
  const back =
    opener === "detail"
      ? { closeTo: exoPath(undefined, {}, place), panel: exoPanelName(exoId) }
      : { closeTo: creditsPath(filter) };
  return {
    user,
    commandWith: (form) => creditCommand(user, exoId, to, form && readReason(form)),
    unread: (form) => ({ label: words[to].label, help, reason: readReason(form), errors: [] }),
    here: creditCommandPath(exoId, to, filter, { opener, isOverCredits }),
    ...back,
  };
}
