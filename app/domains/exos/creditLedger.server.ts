import { z } from "zod";
import { hashOf } from "#app/http/once.server.ts";
import { lastingRecords } from "#app/records/portalRecords.server.ts";
import { createTransaction, type Draft } from "#app/records/transaction.server.ts";
import { containsText } from "#contract/typedText.ts";
import { type Credit, type CreditFacts, type CreditGiven, type CreditSide, credit } from "./credit.ts";
import { type CreditFilter, creditSearch } from "./paths.ts";

/** Seven years, for accounting (returns#credit-kept). */
const ttlSeconds = 7 * 365 * 24 * 3600;
/** Credits per page, and per record of the ledger's order. */
export const creditPageSize = 20;

const stored = credit.extend({
  /** Number of times it was given or taken back. */
  turns: z.number(),
  /** The part of its side that contains its id. */
  part: z.number(),
});
type Stored = z.output<typeof stored>;

/** The credits of one side in order, in parts of at most a page; `unpriced` counts those without a whole amount. */
const side = z.object({
  count: z.number(),
  cents: z.number(),
  unpriced: z.number(),
  parts: z.array(z.object({ part: z.number(), size: z.number() })),
});
type Side = z.output<typeof side>;

const ledger = z.object({
  owed: side,
  given: side,
  nextPart: z.number(),
  /** The time from which the service is queried, ISO 8601; absent before the first query. */
  askFrom: z.string().optional(),
  /** The next page of that query; absent for the first. */
  askPage: z.number().optional(),
});
type Ledger = z.output<typeof ledger>;

const ledgerKey = "credits";
const creditKey = (id: string) => `credit:${id}`;
const partKey = (part: number) => `credits:part:${part}`;

const noSide = (): Side => ({ count: 0, cents: 0, unpriced: 0, parts: [] });
/** Where records are read: from the store, or within a transaction. */
type From = Pick<Draft, "get">;
const fromStore: From = { get: (key, schema) => lastingRecords.get(key, schema) };
const ledgerTransaction = createTransaction(lastingRecords, ledgerKey, ttlSeconds);

const readLedger = async (from: From): Promise<Ledger> =>
  (await from.get(ledgerKey, ledger)) ?? { owed: noSide(), given: noSide(), nextPart: 1 };
const readPart = async (from: From, part: number): Promise<string[]> =>
  (await from.get(partKey(part), z.array(z.string()))) ?? [];
const read = (from: From, id: string) => from.get(creditKey(id), stored);

async function settledLedger(): Promise<Ledger> {
  await ledgerTransaction.recover();
  return readLedger(fromStore);
}

const sideOf = ({ given }: Credit): CreditSide => (given ? "given" : "owed");

const isWhole = ({ cents, orMore }: CreditFacts): boolean => cents !== undefined && !orMore;

function count(to: Side, credit: CreditFacts, by: 1 | -1): void {
  to.count += by;
  to.cents += by * (credit.cents ?? 0);
  to.unpriced += isWhole(credit) ? 0 : by;
}

type Book = { draft: Draft; ledger: Ledger };

async function enter({ draft, ledger }: Book, credit: Omit<Stored, "part">): Promise<void> {
  const to = ledger[sideOf(credit)];
  let last = to.parts.at(-1);
  if (!last || last.size >= creditPageSize) {
    last = { part: ledger.nextPart, size: 0 };
    ledger.nextPart += 1;
    to.parts.push(last);
  }
  const { part } = last;
  const ids = [...(last.size === 0 ? [] : await readPart(draft, part)), credit.id];
  draft.set(partKey(part), ids);
  draft.set(creditKey(credit.id), { ...credit, part } satisfies Stored);
  last.size = ids.length;
  count(to, credit, 1);
}

async function leave({ draft, ledger }: Book, credit: Stored): Promise<void> {
  const from = ledger[sideOf(credit)];
  const ids = (await readPart(draft, credit.part)).filter((id) => id !== credit.id);
  if (ids.length === 0) draft.delete(partKey(credit.part));
  else draft.set(partKey(credit.part), ids);
  from.parts = from.parts.flatMap((one) =>
    one.part !== credit.part ? [one] : ids.length === 0 ? [] : [{ ...one, size: ids.length }],
  );
  count(from, credit, -1);
}

const change = <T>(work: (book: Book) => Promise<T>): Promise<T> =>
  ledgerTransaction.change(async (draft) => {
    const book = { draft, ledger: await readLedger(draft) };
    const outcome = await work(book);
    draft.set(ledgerKey, book.ledger);
    return outcome;
  });

export async function readCredit(id: string): Promise<(Credit & { turns: number }) | undefined> {
  await ledgerTransaction.recover();
  return read(fromStore, id);
}

/** Whether the ledger already has this information: a given credit never changes. */
const isKnown = (known: Stored | undefined, { cents, orMore }: CreditFacts): boolean =>
  known !== undefined &&
  (known.given !== undefined || cents === undefined || (known.cents === cents && known.orMore === orMore));

/** Those of these credits that are missing in the ledger, or have another amount there. */
export async function unknownCredits(credits: readonly CreditFacts[]): Promise<CreditFacts[]> {
  await ledgerTransaction.recover();
  const known = await Promise.all(credits.map(({ id }) => read(fromStore, id)));
  return credits.filter((credit, index) => !isKnown(known[index], credit));
}

/** Where to continue querying what is owed: from which time, and which page of the result. */
export type AskFrom = { since?: string | undefined; page: number };

/** Adds unknown credits as owed, in this order, and corrects the amounts of known ones; stores `next` if given. */
export async function noteOwed(credits: readonly CreditFacts[], next?: AskFrom): Promise<void> {
  await change(async (book) => {
    for (const credit of credits) {
      const known = await read(book.draft, credit.id);
      if (!known) await enter(book, { ...credit, turns: 0 });
      else if (!isKnown(known, credit)) {
        const mended: Stored = { ...known, cents: credit.cents, orMore: credit.orMore };
        count(book.ledger.owed, known, -1);
        count(book.ledger.owed, mended, 1);
        book.draft.set(creditKey(credit.id), mended);
      }
    }
    if (next) {
      book.ledger.askFrom = next.since;
      book.ledger.askPage = next.page;
    }
  });
}

/** Records a credit as given, or (`given` absent) as not given after all; false if that is already so. */
export const settleCredit = (facts: CreditFacts, given: CreditGiven | undefined): Promise<boolean> =>
  change(async (book) => {
    const known = await read(book.draft, facts.id);
    const before: CreditSide = known ? sideOf(known) : "owed";
    if ((before === "given") === (given !== undefined)) return false;
    if (known) await leave(book, known);
    await enter(book, { ...facts, given, turns: (known?.turns ?? 0) + 1 });
    return true;
  });

/**
 * Removes the customer from the credits of these returns, and reasons that name them; only counts
 * those unless `isMeant`. Returns the number of credits that name the customer.
 */
export const forgetInCredits = (ids: readonly string[], names: (text: string) => boolean, isMeant: boolean) =>
  ledgerTransaction.change(async (draft) => {
    let count = 0;
    for (const id of ids) {
      const known = await read(draft, id);
      if (!known) continue;
      const isNamed = known.given !== undefined && names(known.given.because);
      if (known.customer === "" && !isNamed) continue;
      count += 1;
      const given = known.given && (isNamed ? { ...known.given, because: "[forgotten]" } : known.given);
      if (isMeant)
        draft.set(creditKey(id), { ...known, customer: "", ...(given ? { given } : {}) } satisfies Stored);
    }
    return count;
  });

export async function askFromWhere(): Promise<AskFrom> {
  const { askFrom, askPage = 1 } = await settledLedger();
  return { since: askFrom, page: askPage };
}

/** The sum of one side; `orMore` if more may be owed than is known. */
export async function sumOfCredits(which: CreditSide, orMore: boolean) {
  const { count, cents, unpriced, parts } = (await settledLedger())[which];
  const sum = { count, cents, isAmountWhole: unpriced === 0, orMore };
  return { ...sum, revision: hashOf([count, cents, parts]) };
}

/** The credits from number `from` to before `to` of these parts, in their order. */
async function creditsOf(parts: Side["parts"], isLatestFirst: boolean, from: number, to: number) {
  let before = 0;
  const ids: string[] = [];
  for (const { part, size } of isLatestFirst ? [...parts].reverse() : parts) {
    if (before < to && before + size > from) {
      const held = await readPart(fromStore, part);
      const wanted = isLatestFirst ? held.reverse() : held;
      ids.push(...wanted.slice(Math.max(0, from - before), to - before));
    }
    before += size;
  }
  const rows = await Promise.all(ids.map((id) => read(fromStore, id)));
  return rows.filter((row) => row !== undefined);
}

const dayMs = 24 * 3_600_000;

/** Whether a credit is one of these; an age that is not known is no age. */
function matches({ stores, customer, older }: CreditFilter, credit: Credit): boolean {
  const since = Date.parse(credit.since ?? "");
  return (
    (stores.length === 0 || stores.includes(credit.store)) &&
    containsText(credit.customer, customer) &&
    (older === undefined || since < Date.now() - Number(older) * dayMs)
  );
}

export async function creditsOfAmount(amount: number): Promise<Credit[]> {
  const { count, parts } = (await settledLedger()).owed;
  return (await creditsOf(parts, false, 0, count)).filter(({ cents }) => cents === amount);
}

/**
 * One page of a side: owed ones oldest first, given ones latest first. Where they are filtered `sum` is that of all
 * that match, as all of the side are read.
 */
export async function listCredits(filter: CreditFilter, pageSize = creditPageSize) {
  const { count, parts } = (await settledLedger())[filter.side];
  const isLatestFirst = filter.side === "given";
  const [from, to] = [(filter.page - 1) * pageSize, filter.page * pageSize];
  if (!creditSearch.isFiltered({ ...filter, side: "owed" }))
    return {
      rows: await creditsOf(parts, isLatestFirst, from, to),
      pages: Math.max(1, Math.ceil(count / pageSize)),
    };
  const all = (await creditsOf(parts, isLatestFirst, 0, count)).filter((one) => matches(filter, one));
  return {
    rows: all.slice(from, to),
    pages: Math.max(1, Math.ceil(all.length / pageSize)),
    sum: {
      count: all.length,
      cents: all.reduce((sum, { cents = 0 }) => sum + cents, 0),
      isAmountWhole: all.every(isWhole),
    },
  };
}
