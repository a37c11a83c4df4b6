import { expect, test, vi } from "vitest";
import { spool, trail } from "#app/core/audit/audit.server.ts";
import { log } from "#app/core/log.server.ts";
import { isVoucherStore } from "#contract/vouchers.ts";
import { userOf } from "#tests/support/portalModules.ts";
import { noteLookUp } from "./api.server.ts";
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

test("a balance is shown in dollars, and unchanged if it is no number [vouchers#balance]", () => {
  const balances = [50, "12.5", 0, 1250, "about ten"].map(balanceAmount);
  expect(balances).toEqual(["$50.00", "$12.50", "$0.00", "$1,250.00", "$about ten"]);
});

test("an unknown code is answered in words, a failure is not [vouchers#unknown]", () => {
  const refused = (code: number, statusLine: string, message = statusLine) =>
    refusedCode({ code, statusLine, message, correlationId: "c-1", advice: "" });
  const advice = "Compare it with the card, and type it again.";
  const unknown = { message: "This is not a valid voucher code.", advice };
  expect(refused(404, "Not Found")).toMatchObject(unknown);
  expect(refused(404, "Not Found", "No such voucher.")?.advice).toMatch(/^No such voucher\. /);
  expect(refused(422, "Unprocessable Entity", "It expired.")?.message).toBe("It expired.");
  const down = refused(500, "Internal Server Error", "The register is down.");
  expect([refused(422, "Unprocessable Entity"), down, refused(403, "Forbidden", "No.")]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
  for (const [seconds, words] of [
    [61, "61 seconds"],
    [1, "1 second"],
  ] as const)
    expect(tooManyLookUps(seconds, "c-1").advice).toContain(`Try again in ${words}.`);
});

test("the list of checked codes has endings only, newest first, and reads nothing else back [vouchers#checked]", () => {
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
  expect([voucherEnding("NSW-KIDS-2501"), voucherEnding("1234567")]).toEqual(["Voucher ending in 2501", ""]);
});

test("three stores have vouchers, in any case; another gets their names [vouchers#stores]", () => {
  const stores = ["SNS", "clk", "Swh", "HPU", "", "SNS2"];
  expect(stores.filter(isVoucherStore)).toEqual(["SNS", "clk", "Swh"]);
  const advice = expect.stringContaining("SNS, CLK and SWH");
  expect(storeNotSupported("c-1")).toMatchObject({ message: "Store not supported", advice });
});

test("a code is required, trimmed and of a sane length [vouchers#form]", () => {
  const problems = (code: unknown) => voucherForm.safeParse({ code }).error?.issues.map((one) => one.message);
  for (const empty of [undefined, "  "]) expect(problems(empty)).toEqual(["Enter a voucher code."]);
  expect(problems("x".repeat(101))).toEqual(["This is too long for a voucher code."]);
  expect(voucherForm.parse({ code: " AB-1 " }).code).toBe("AB-1");
});

test("no look-up is answered without its line in the trail, and the log has the line's number [audit#first]", async () => {
  const add = vi.spyOn(spool, "add");
  const append = vi.spyOn(trail, "append").mockRejectedValue(new Error("the trail is gone"));
  const user = userOf(new Request("https://portal.example/store/CLK/nswvoucher"));
  for (const outcome of ["found", "404"])
    await expect(noteLookUp(user, "CLK", outcome)).rejects.toMatchObject({ status: 503 });
  expect(add).not.toHaveBeenCalled();
  append.mockImplementation(async (fact) => ({ ...fact, n: 7, before: "", hash: "0" }));
  const info = vi.spyOn(log, "info");
  await noteLookUp(user, "CLK", "found");
  expect(info).toHaveBeenLastCalledWith(
    expect.objectContaining({ outcome: "found", line: 7 }),
    "voucher looked up",
  );
  vi.restoreAllMocks();
});
