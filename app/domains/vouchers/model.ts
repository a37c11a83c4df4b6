import type { ErrorView } from "#app/core/http/errorView.ts";
import { voucher } from "#app/core/specification/stores.ts";
import { storePath } from "#app/core/stores/paths.ts";
import { formatDollars, plural } from "#app/core/values/values.ts";
import { readNumber } from "#contract/numbers.ts";
import { voucherStoreAliases } from "#contract/vouchers.ts";

/** The voucher look-up (vouchers#form). */
export const voucherPath = (alias: string): string => storePath(alias, "nswvoucher");

/** The result of Check Balance; `code` is the typed one, returned in this one response only. */
export type VoucherAnswer = {
  code: string;
  balance?: { amount: string; voucher: string };
  error?: ErrorView;
  /** The error is a normal result: nothing is broken. */
  calm?: true;
  errors?: string[];
  /** The other vouchers checked on this page, newest first, without their codes (vouchers#checked). */
  checked: Checked[];
};

export type Checked = { ending: string; amount: string };

/** '$50.00' of 'Balance available $50.00' (vouchers#balance); a non-numeric balance as sent. */
export function balanceAmount(balance: number | string): string {
  const dollars = readNumber(balance);
  return dollars === undefined ? `$${balance}` : formatDollars(dollars);
}

const shortestNamed = 8;
const ending = (code: string): string => (code.length < shortestNamed ? "" : code.slice(-4));

/** Identifies a voucher without its code: a code is money. */
export const voucherEnding = (code: string): string => {
  const end = ending(code);
  return end === "" ? "" : `Voucher ending in ${end}`;
};

const maxChecked = 20;
const checkedLine = /^(\S{0,4}) (.{1,40})$/;

/** Parses the form's list of vouchers, which is stored nowhere but in the page. */
export const readChecked = (text: unknown): Checked[] =>
  (typeof text === "string" ? text : "")
    .split("\n")
    .flatMap((line) => {
      const [, ending, amount] = checkedLine.exec(line) ?? [];
      return ending === undefined || amount === undefined ? [] : [{ ending, amount }];
    })
    .slice(0, maxChecked);

export const writeChecked = (checked: readonly Checked[]): string =>
  checked.map(({ ending, amount }) => `${ending} ${amount}`).join("\n");

/** The list with one more voucher at the front; a repeated one moves up. */
export function withChecked(checked: readonly Checked[], code: string, amount: string): Checked[] {
  const one = { ending: ending(code).replace(/\s/g, ""), amount: amount.slice(0, 40) };
  const others = checked.filter(({ ending }) => ending === "" || ending !== one.ending);
  return [one, ...others].slice(0, maxChecked);
}

/** The stores with vouchers, in words: 'SNS, CLK and SWH'. */
const supportedStores = new Intl.ListFormat("en-AU").format(voucherStoreAliases);

/** The hint below the field on another store's page. */
export const storeHint = `NSW vouchers can be checked for ${supportedStores}.`;

/** The error for too many look-ups (vouchers#rate); `seconds` is the time to wait. */
export function tooManyLookUps(seconds: number, correlationId: string): ErrorView {
  return {
    statusLine: "Too Many Requests",
    code: 429,
    message: "You have looked up as many vouchers as one person may for now, so this one was not.",
    correlationId,
    advice: `Try again in ${plural(seconds, "second", "seconds")}. The code is still in its field.`,
  };
}

/** 'Store not supported' (vouchers#stores), returned before any call. */
export const storeNotSupported = (correlationId: string): ErrorView => ({
  statusLine: "Unprocessable Entity",
  code: 422,
  message: voucher.unsupported,
  correlationId,
  advice: storeHint,
});

const notValid = "This is not a valid voucher code.";
const lookAgain = "Compare it with the card, and type it again.";

/** The message for a code that the register doesn't know or rejects (vouchers#unknown); undefined for a failure. */
export function refusedCode(error: ErrorView): ErrorView | undefined {
  if (error.code === 404) {
    const words = error.message === error.statusLine ? "" : `${error.message} `;
    return { ...error, message: notValid, advice: `${words}${lookAgain}` };
  }
  const isOfCode = error.code === 400 || error.code === 410 || error.code === 422;
  return isOfCode && error.message !== error.statusLine ? { ...error, advice: lookAgain } : undefined;
}
