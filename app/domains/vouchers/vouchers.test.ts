import { describe, expect, test } from "vitest";
import { isVoucherStore } from "#contract/vouchers.ts";
import { voucherForm } from "./forms.ts";
import {
  balanceAmount,
  readChecked,
  refusedCode,
  storeNotSupported,
  tooManyLookUps,
  voucherEnding,
  withChecked,
  writeChecked,
} from "./model.ts";

describe("vouchers", () => {
  test.each([
    [50, "$50.00"],
    ["12.5", "$12.50"],
    [0, "$0.00"],
    [1250, "$1,250.00"],
    ["about ten", "$about ten"],
  ])("a balance of %s reads '%s'", (balance, text) => {
    expect(balanceAmount(balance)).toBe(text);
  });

  const failure = (code: number, statusLine: string, message = statusLine) => ({
    code,
    statusLine,
    message,
    correlationId: "c-1",
    advice: "",
  });

  test("a code that is not known is answered in words, a failure is not [vouchers#unknown]", () => {
    expect(refusedCode(failure(404, "Not Found"))).toMatchObject({
      message: "This is not a valid voucher code.",
      advice: "Compare it with the card, and type it again.",
    });
    expect(refusedCode(failure(404, "Not Found", "No such voucher."))?.advice).toMatch(/^No such voucher\. /);
    expect(refusedCode(failure(422, "Unprocessable Entity", "It expired."))?.message).toBe("It expired.");
    expect(refusedCode(failure(422, "Unprocessable Entity"))).toBeUndefined();
    expect(refusedCode(failure(500, "Internal Server Error", "The register is down."))).toBeUndefined();
    expect(refusedCode(failure(403, "Forbidden", "No."))).toBeUndefined();
  });

  test("too many look-ups are told how many seconds to wait", () => {
    expect(tooManyLookUps(61, "c-1").advice).toContain("Try again in 61 seconds.");
    expect(tooManyLookUps(1, "c-1").advice).toContain("Try again in 1 second.");
  });

  test("the list of what was checked holds endings only, and reads nothing else back [vouchers#checked]", () => {
    const first = withChecked([], "NSW-KIDS-2501", "$50.00");
    const second = withChecked(first, "1234567", "$12.50");
    expect(writeChecked(second)).toBe(" $12.50\n2501 $50.00");
    expect(readChecked(writeChecked(second))).toEqual(second);
    expect(withChecked(second, "NSW-KIDS-2501", "$0.00")).toEqual([
      { ending: "2501", amount: "$0.00" },
      { ending: "", amount: "$12.50" },
    ]);
    for (const bad of [undefined, 7, "", "NSW-KIDS-2501 $50.00", "2501", `2501 ${"9".repeat(41)}`])
      expect(readChecked(bad)).toEqual([]);
    expect(readChecked("2501 $1\n".repeat(30))).toHaveLength(20);
  });

  test.each([
    ["SNS", true],
    ["clk", true],
    ["Swh", true],
    ["HPU", false],
    ["", false],
    ["SNS2", false],
  ])("store '%s' has vouchers: %s", (alias, expected) => {
    expect(isVoucherStore(alias)).toBe(expected);
  });

  test("a code is required, trimmed and of a sane length", () => {
    const problems = (code: unknown) =>
      voucherForm.safeParse({ code }).error?.issues.map((one) => one.message);
    expect(problems(undefined)).toEqual(["Enter a voucher code."]);
    expect(problems("  ")).toEqual(["Enter a voucher code."]);
    expect(problems("x".repeat(101))).toEqual(["This is too long for a voucher code."]);
    expect(voucherForm.parse({ code: " AB-1 " }).code).toBe("AB-1");
  });

  test("an answer names the voucher by its last four characters, a short code not at all", () => {
    expect(voucherEnding("NSW-KIDS-2501")).toBe("Voucher ending in 2501");
    expect(voucherEnding("1234567")).toBe("");
  });

  test("another store is told which stores have vouchers", () => {
    expect(storeNotSupported("c-1")).toMatchObject({
      message: "Store not supported",
      advice: expect.stringContaining("SNS, CLK and SWH"),
    });
  });
});
