import type { ErrorView } from "#app/http/errorView.ts";
import { formatDollars, plural } from "#app/values/show.ts";
import { readNumber } from "#contract/numbers.ts";
import { voucherStoreAliases } from "#contract/vouchers.ts";

/** What Check Balance led to; `code` is what was typed, and stands in this one answer only. */
export type VoucherAnswer = {
  code: string;
  balance?: { amount: string; voucher: string };
  error?: ErrorView;
  /** The error is an answer in words: nothing is broken. */
  calm?: true;
  errors?: string[];
  /** What this page has been told of other vouchers, the newest first, without their codes (vouchers#checked). */
  checked: Checked[];
};

/** One voucher that this page was told of: how its code ends, and what it is worth. */
export type Checked = { ending: string; amount: string };

/** '$50.00' of 'Balance available $50.00' (vouchers#balance); a balance that isn't a number is shown as it came. */
export function balanceAmount(balance: number | string): string {
  const dollars = readNumber(balance);
  return dollars === undefined ? `$${balance}` : formatDollars(dollars);
}

const shortestNamed = 8;
const ending = (code: string): string => (code.length < shortestNamed ? "" : code.slice(-4));

/** Which voucher an answer is about, without its code: a code is money. */
export const voucherEnding = (code: string): string => {
  const end = ending(code);
  return end === "" ? "" : `Voucher ending in ${end}`;
};

const maxChecked = 20;
const checkedLine = /^(\S{0,4}) (.{1,40})$/;

/** The vouchers of a form's own list, which went out with the page and comes back with it; nothing else keeps it. */
export const readChecked = (text: unknown): Checked[] =>
  (typeof text === "string" ? text : "")
    .split("\n")
    .flatMap((line) => {
      const [, ending, amount] = checkedLine.exec(line) ?? [];
      return ending === undefined || amount === undefined ? [] : [{ ending, amount }];
    })
    .slice(0, maxChecked);

/** That list as the form sends it. */
export const writeChecked = (checked: readonly Checked[]): string =>
  checked.map(({ ending, amount }) => `${ending} ${amount}`).join("\n");

/** The list with one more voucher at its head; one that is checked again moves up. */
export function withChecked(checked: readonly Checked[], code: string, amount: string): Checked[] {
  const one = { ending: ending(code).replace(/\s/g, ""), amount: amount.slice(0, 40) };
  const others = checked.filter(({ ending }) => ending === "" || ending !== one.ending);
  return [one, ...others].slice(0, maxChecked);
}

/** The stores that have vouchers, for a person: 'SNS, CLK and SWH'. */
const supportedStores = new Intl.ListFormat("en-AU").format(voucherStoreAliases);

/** What another store's page says beneath its field. */
export const storeHint = `NSW vouchers can be checked for ${supportedStores}.`;

/** What is said of too many look-ups (vouchers#rate); `seconds` is how long to wait. */
export function tooManyLookUps(seconds: number, correlationId: string): ErrorView {
  return {
    statusLine: "Too Many Requests",
    code: 429,
    message: "You have looked up as many vouchers as one person may for now, so this one was not.",
    correlationId,
    advice: `Try again in ${plural(seconds, "second", "seconds")}. The code is still in its field.`,
  };
}

/** 'Store not supported' (vouchers#stores), said before any call. */
export const storeNotSupported = (correlationId: string): ErrorView => ({
  statusLine: "Unprocessable Entity",
  code: 422,
  message: "Store not supported",
  correlationId,
  advice: storeHint,
});

const notValid = "This is not a valid voucher code.";
const lookAgain = "Compare it with the card, and type it again.";

/** A code that the register doesn't know or refuses is answered in words (vouchers#unknown); undefined for a failure. */
export function refusedCode(error: ErrorView): ErrorView | undefined {
  if (error.code === 404) {
    const words = error.message === error.statusLine ? "" : `${error.message} `;
    return { ...error, message: notValid, advice: `${words}${lookAgain}` };
  }
  const isOfCode = error.code === 400 || error.code === 410 || error.code === 422;
  return isOfCode && error.message !== error.statusLine ? { ...error, advice: lookAgain } : undefined;
}
