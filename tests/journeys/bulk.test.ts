import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";

/** Returns that are offered 'Put on Hold' and 'Reject'; their list. */
const list = "/returns/?order=SDY-1011";
const numbers = [110, 111, 112, 113, 114, 115];
const holdCall = (number: number) => `/api/bc-order/v1/exos/exo-${number}/action/hold`;
const rejectCall = (number: number) => `/api/bc-order/v1/exos/exo-${number}/action/reject`;
const isAction = /\/action\/\w+$/;

async function choose(page: Page, action: string, chosen: readonly number[]) {
  for (const number of chosen) await page.getByLabel(`Choose EXO-00${number}`, { exact: true }).check();
  const bar = page.getByRole("form", { name: "Several at once" });
  await bar.getByLabel("Action").selectOption({ label: action });
  await bar.getByRole("button", { name: /^Review (\d+ )?chosen$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Review: ${action}` })).toBeVisible();
}

/** Begins the run; without scripting each press has the next rows done. */
async function begin(page: Page, action: string) {
  await page.getByRole("button", { name: `${action}: begin` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Run: ${action}` })).toBeVisible();
  if (!isScripted(test.info().project.name)) await page.getByRole("button", { name: /^Continue: / }).click();
}

const finished = (page: Page, results: string) =>
  expect(page.getByText(`Finished: ${results}`, { exact: false }).first()).toBeVisible();

test("chosen rows are reviewed, run and told one by one; what failed is tried again [bulk#choosing, bulk#review, bulk#batches]", async ({
  page,
  signInUpstream,
  stack,
}) => {
  await signInUpstream("clerk", list);
  stack.upstream.fail(holdCall(112), jsonAnswer(500, { error: "Out of paper" }), 1);
  await choose(page, "Put on Hold", numbers);
  await expect(page.getByRole("heading", { name: "6 returns and exchanges will" })).toBeVisible();
  await page.getByLabel("Include EXO-00115").uncheck();
  await begin(page, "Put on Hold");
  await finished(page, "4 submitted, 1 failed.");
  const failed = page.getByRole("row", { name: /EXO-00112/ });
  await expect(failed).toContainText("Out of paper");
  await page.getByRole("button", { name: "Try the failed ones again (1)" }).click();
  if (!isScripted(test.info().project.name))
    await page.getByRole("button", { name: "Continue: the next 1" }).click();
  await finished(page, "5 submitted.");
  const calls = stack.upstream.calls.filter(({ path }) => isAction.test(path));
  expect(calls.map(({ path }) => path).sort()).toEqual(
    [110, 111, 112, 112, 113, 114].map((number) => holdCall(number)),
  );
  expect(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(6);

  await page.getByRole("link", { name: "Back to Returns and Exchanges" }).click();
  await expect(page.getByLabel("Choose EXO-00110", { exact: true })).toBeVisible();
  await choose(page, "Put on Hold", [110, 115]);
  await expect(page.getByRole("heading", { name: "1 return or exchange will" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 return or exchange can't" })).toBeVisible();
  await expect(page.getByRole("row", { name: /EXO-00110/ })).toContainText("not offered now");
});

test("all that match, for good: how many and for how much, and nothing without a tick", async ({
  page,
  signInUpstream,
  stack,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  await signInUpstream("clerk", list);
  const bar = page.getByRole("form", { name: "Several at once" });
  await bar.getByLabel("Action").selectOption({ label: "Reject" });
  await bar.getByRole("button", { name: "Review all that match (up to 500)" }).click();
  await expect(page.getByRole("heading", { name: "10 returns and exchanges will" })).toBeVisible();
  await expect(page.getByText("Reject for 10 returns and exchanges")).toContainText("cannot be undone");
  for (const box of await page.getByRole("checkbox", { name: /^Include / }).all()) await box.uncheck();
  await page.getByRole("button", { name: "Reject: begin" }).click();
  await expect(page.getByText("No record is ticked, so there is nothing to do.")).toBeVisible();
  expect(stack.upstream.calls.filter(({ path }) => isAction.test(path))).toEqual([]);
});

test("a lost connection is waited for, and the run goes on by itself", { tag: "@scripting" }, async ({
  page,
  signInUpstream,
  stack,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await signInUpstream("clerk", list);
  await choose(page, "Put on Hold", numbers);
  let asked = 0;
  await page.route("**/bulk/runs/*/on", async (route) => {
    asked += 1;
    // The first is done, and its answer lost; the second never arrives.
    if (asked === 1) await route.fetch();
    await route.abort("connectionreset");
  });
  await begin(page, "Put on Hold");
  await expect(page.getByText("The connection was lost.")).toBeVisible();
  await page.unroute("**/bulk/runs/*/on");
  await finished(page, "6 submitted.");
  const paths = stack.upstream.calls.filter(({ path }) => isAction.test(path)).map(({ path }) => path);
  expect(paths.sort()).toEqual(numbers.map((number) => holdCall(number)));
});

test("what was submitted before on the unchanged record stands apart, unticked", async ({
  page,
  signInUpstream,
  stack,
}) => {
  await signInUpstream("clerk", list);
  for (const number of [110, 111]) {
    stack.upstream.fail(rejectCall(number), { kind: "answer", status: 200, body: "" });
  }
  await choose(page, "Reject", [110, 111]);
  await begin(page, "Reject");
  await finished(page, "2 submitted.");
  await page.getByRole("link", { name: "Back to Returns and Exchanges" }).click();
  await expect(page.getByLabel("Choose EXO-00110", { exact: true })).toBeVisible();
  await choose(page, "Reject", [110, 111, 112]);
  await expect(page.getByRole("heading", { name: "1 return or exchange will" })).toBeVisible();
  await expect(page.getByLabel("Include EXO-00112")).toBeChecked();
  await expect(page.getByLabel("Include EXO-00110")).not.toBeChecked();
  await expect(page.getByRole("row", { name: /EXO-00110/ })).toContainText("by you");
});

test("several products: one note goes with each, and each has its result", async ({
  page,
  signInUpstream,
  stack,
}) => {
  await signInUpstream("clerk", "/store/CLK/products");
  const boxes = page.getByRole("checkbox", { name: /^Choose / });
  await expect(boxes.first()).toBeVisible();
  const codes: string[] = [];
  for (const box of (await boxes.all()).slice(0, 3)) {
    await box.check();
    codes.push(((await box.getAttribute("aria-label")) ?? "").replace("Choose ", ""));
  }
  const bar = page.getByRole("form", { name: "Several at once" });
  await bar.getByLabel("Action").selectOption({ label: "Reject Product" });
  await bar.getByRole("button", { name: /^Review (\d+ )?chosen$/ }).click();
  await expect(page.getByRole("heading", { name: "3 products will" })).toBeVisible();
  await page.getByLabel("Note, which goes with each of them").fill("Wrong pictures");
  await begin(page, "Reject Product");
  await finished(page, "3 submitted.");
  for (const code of codes) {
    await expect(page.getByRole("row", { name: new RegExp(code) })).toContainText("Submitted");
  }
  const sent = stack.upstream.calls.filter(({ path }) => path === "/api/ActionEvent");
  expect(sent).toHaveLength(3);
  expect(sent.every(({ body }) => body.includes("Wrong pictures"))).toBe(true);
});

test("axe: choosing, review, run and runs; none scrolls sideways on a phone", { tag: "@scripting" }, async ({
  page,
  signInUpstream,
}) => {
  await signInUpstream("clerk", list);
  await page.getByLabel("Choose EXO-00110", { exact: true }).check();
  await expectNoViolations(page);
  await choose(page, "Reject", [110, 111]);
  await expectNoViolations(page);
  await expectToFitPhones(page, "the review");
  await begin(page, "Reject");
  await finished(page, "2 submitted.");
  await expectNoViolations(page);
  await expectToFitPhones(page, "the run");
  await page.getByRole("link", { name: "Your runs" }).click();
  await expect(page.getByRole("link", { name: "Reject for 2 returns and exchanges" }).first()).toBeVisible();
  await expectNoViolations(page);
  await expectToFitPhones(page, "the runs");
});
