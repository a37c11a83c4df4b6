import type { ErrorView } from "#app/http/errorView.ts";
import { toNumber } from "#app/values/read.ts";
import { formatDollars } from "#app/values/show.ts";
import { voucherStoreAliases } from "#contract/vouchers.ts";

/** What Check Balance led to; `code` is what was typed, and stands in this one answer only. */
export type VoucherAnswer = {
  code: string;
  balance?: { text: string; voucher: string };
  error?: ErrorView;
  errors?: string[];
};

/** 'Balance available $50.00' (vouchers#balance); a balance that isn't a number is shown as it came. */
export const balanceText = (balance: number | string): string => {
  const dollars = toNumber(balance);
  return `Balance available ${dollars === undefined ? `$${balance}` : formatDollars(dollars)}`;
};

/** Which voucher an answer is about, without its code: a code is money. */
export const voucherEnding = (code: string): string =>
  code.length < 8 ? "" : `Voucher ending in ${code.slice(-4)}`;

/** The stores that have vouchers, for a person: 'SNS, CLK and SWH'. */
const supportedStores = new Intl.ListFormat("en-AU").format(voucherStoreAliases);

/** What another store's page says beneath its field. */
export const storeHint = `NSW vouchers can be checked for ${supportedStores}.`;

/** What is said of too many look-ups (vouchers#rate); `seconds` is how long to wait. */
export function tooManyLookUps(seconds: number, correlationId: string): ErrorView {
  const minutes = Math.ceil(seconds / 60);
  return {
    statusLine: "Too Many Requests",
    code: 429,
    message: "You have looked up as many vouchers as one person may for now, so this one was not.",
    correlationId,
    advice: `Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}. The code is still in its field.`,
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
