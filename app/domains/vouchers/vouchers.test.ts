import { describe, expect, test } from "vitest";
import { isVoucherStore } from "#contract/vouchers.ts";
import { voucherForm } from "./forms.ts";
import { balanceText, storeNotSupported, voucherEnding } from "./model.ts";

describe("vouchers", () => {
  test.each([
    [50, "Balance available $50.00"],
    ["12.5", "Balance available $12.50"],
    [0, "Balance available $0.00"],
    [1250, "Balance available $1,250.00"],
    ["about ten", "Balance available $about ten"],
  ])("a balance of %s reads '%s'", (balance, text) => {
    expect(balanceText(balance)).toBe(text);
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
