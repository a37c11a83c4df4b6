import type { Page } from "@playwright/test";
import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { expectNoViolations, expectToFitPhones } from "#tests/support/screens.ts";
import { exoId } from "#tests/support/seeded.ts";
import { changeExo } from "#tests/support/upstream/frozen.ts";
import { json } from "#tests/support/upstream/proxy.ts";

/** Returns that offer 'Put On Hold' and 'Reject'; their list has one more. */
const list = "/returns/?status=new&status=stale&status=stalled";
const numbers = [148, 138, 136, 114, 110, 55] as const;
const [first, second, third, , , last] = numbers;
const nameOf = (number: number) => `EXO-${String(number).padStart(6, "0")}`;
const holdCall = (number: number) => `/api/bc-order/v1/exos/${exoId(number)}/action/hold`;
const isAction = /\/action\/\w+$/;

/** Presses an action of the bar, which may be under 'More'. */
async function pressInBar(page: Page, action: string) {
  const bar = page.getByRole("form", { name: "Several at once" });
  const button = bar.getByRole("button", { name: action, exact: true });
  if (!(await button.isVisible())) await bar.getByText("More", { exact: true }).click();
  await button.click();
}

async function choose(page: Page, action: string, chosen: readonly number[]) {
  for (const number of chosen) await page.getByLabel(`Choose ${nameOf(number)}`, { exact: true }).check();
  await pressInBar(page, action);
  await expect(page.getByRole("heading", { level: 1, name: `Review: ${action}` })).toBeVisible();
}

/** Starts the run; without scripting each press processes the next rows. */
async function begin(page: Page, action: string) {
  await page.getByRole("button", { name: new RegExp(`^${action} \\d+$`) }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Run: ${action}` })).toBeVisible();
  if (!isScripted(test.info().project.name)) await page.getByRole("button", { name: /^Continue: / }).click();
}

const finished = (page: Page, results: string) =>
  expect(page.getByText(`Finished: ${results}`, { exact: false }).first()).toBeVisible();

test("chosen rows are reviewed, run and reported one by one; failed ones are retried [bulk#choosing, bulk#review, bulk#batches]", async ({
  page,
  signInUpstream,
  stack,
}) => {
  await signInUpstream("clerk", list);
  stack.upstream.fail(holdCall(third), json(500, { error: "Out of paper" }), 1);
  await choose(page, "Put On Hold", numbers);
  await expect(page.getByRole("heading", { name: "6 returns and exchanges will" })).toBeVisible();
  await page.getByLabel(`Include ${nameOf(last)}`).uncheck();
  await begin(page, "Put On Hold");
  await finished(page, "4 submitted, 1 failed.");
  const failed = page.getByRole("row", { name: nameOf(third) });
  await expect(failed).toContainText("Out of paper");
  await page.getByRole("button", { name: "Try the failed ones again (1)" }).click();
  if (!isScripted(test.info().project.name))
    await page.getByRole("button", { name: "Continue: the next 1" }).click();
  await finished(page, "5 submitted.");
  const calls = stack.upstream.calls.filter(({ path }) => isAction.test(path));
  expect(calls.map(({ path }) => path).sort()).toEqual(
    [...numbers.filter((number) => number !== last), third].map((number) => holdCall(number)).sort(),
  );
  expect(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(6);

  await page.getByRole("link", { name: "Back to Returns and Exchanges" }).click();
  await expect(page.getByLabel(`Choose ${nameOf(first)}`, { exact: true })).toBeVisible();
  changeExo(stack.upstream, exoId(first), (exo) => ({ ...exo, actions: [] }));
  await choose(page, "Put On Hold", [first, last]);
  await expect(page.getByRole("heading", { name: "1 return or exchange will" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 return or exchange can't" })).toBeVisible();
  await expect(page.getByRole("row", { name: nameOf(first) })).toContainText("not offered now");
});

test("all that match, for good: how many and for how much, and nothing without a tick", async ({
  page,
  signInUpstream,
  stack,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  await signInUpstream("clerk", list);
  await page.getByLabel(`Choose ${nameOf(first)}`, { exact: true }).check();
  await page.getByLabel("All that match (up to 500)").check();
  await pressInBar(page, "Reject");
  await expect(page.getByRole("heading", { name: "7 returns and exchanges will" })).toBeVisible();
  await expect(page.getByText("Reject for 7 returns and exchanges")).toContainText("cannot be undone");
  const scripted = isScripted(test.info().project.name);
  await page.getByLabel(`Include ${nameOf(first)}`).uncheck();
  if (scripted) await expect(page.getByText("Reject for 6 returns and exchanges")).toBeVisible();
  for (const box of await page.getByRole("checkbox", { name: /^Include / }).all()) await box.uncheck();
  await page.getByRole("button", { name: scripted ? "Reject 0" : "Reject 7" }).click();
  await expect(page.getByText("No record is ticked, so there is nothing to do.")).toBeVisible();
  expect(stack.upstream.calls.filter(({ path }) => isAction.test(path))).toEqual([]);
});

test("the bar's actions appear with the first tick, the likely one first and none that is final; the review's button is in sight", {
  tag: "@scripting",
}, async ({ page, signInUpstream }) => {
  await signInUpstream("clerk", "/returns/?status=failed");
  const bar = page.getByRole("form", { name: "Several at once" });
  const buttons = bar.getByRole("button");
  const all = page.getByRole("checkbox", { name: "All on this page" });
  await expect(all, "in the table's head").toBeInViewport();
  await expect(buttons).toHaveCount(0);
  await bar.getByLabel("All that match (up to 500)").check();
  await expect(buttons).toHaveText(["Retry", "Hand over"]);
  await bar.getByLabel("All that match (up to 500)").uncheck();
  await expect(buttons).toHaveCount(0);
  await all.check();
  await expect(buttons).toHaveText(["Retry", "Hand over"]);
  await bar.getByText("More", { exact: true }).click();
  await expect(buttons.last()).toHaveText("Reject");
  await buttons.first().click();
  await expect(page.getByText("All of them: Status: Task Failed")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Customer" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Retry \d+$/ })).toBeInViewport();
});

test("a lost connection is waited for, and the run resumes automatically", { tag: "@scripting" }, async ({
  page,
  signInUpstream,
  stack,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await signInUpstream("clerk", list);
  await choose(page, "Put On Hold", numbers);
  let requests = 0;
  await page.route("**/bulk/runs/*/on", async (route) => {
    requests += 1;
    // The first request is executed, and its response lost; the second never arrives.
    // A connection that was idle may just have been closed.
    if (requests === 1) await route.fetch({ maxRetries: 1 });
    await route.abort("connectionreset");
  });
  await begin(page, "Put On Hold");
  await expect(page.getByText("The connection was lost.")).toBeVisible();
  await page.unroute("**/bulk/runs/*/on");
  await finished(page, "6 submitted.");
  const paths = stack.upstream.calls.filter(({ path }) => isAction.test(path)).map(({ path }) => path);
  expect(paths.sort()).toEqual(numbers.map((number) => holdCall(number)).sort());
});

test("rows already submitted on the unchanged record are listed separately, unticked", async ({
  page,
  signInUpstream,
}) => {
  await signInUpstream("clerk", list);
  await choose(page, "Reject", [first, second]);
  await begin(page, "Reject");
  await finished(page, "2 submitted.");
  await page.getByRole("link", { name: "Back to Returns and Exchanges" }).click();
  await expect(page.getByLabel(`Choose ${nameOf(first)}`, { exact: true })).toBeVisible();
  await choose(page, "Reject", [first, second, third]);
  await expect(page.getByRole("heading", { name: "1 return or exchange will" })).toBeVisible();
  await expect(page.getByLabel(`Include ${nameOf(third)}`)).toBeChecked();
  await expect(page.getByLabel(`Include ${nameOf(first)}`)).not.toBeChecked();
  await expect(page.getByRole("row", { name: nameOf(first) })).toContainText("by you");
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
  await pressInBar(page, "Reject Product");
  await expect(page.getByRole("heading", { name: "3 products will" })).toBeVisible();
  await page.getByLabel("Note, which goes with each of them").fill("Wrong pictures");
  await begin(page, "Reject Product");
  await finished(page, "3 submitted.");
  for (const code of codes) {
    await expect(page.getByRole("row", { name: new RegExp(code) })).toContainText("Sent; not known yet");
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
  await page.getByLabel(`Choose ${nameOf(first)}`, { exact: true }).check();
  await expectNoViolations(page);
  await choose(page, "Reject", [first, second]);
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

const parramatta = {
  ...{ company: "", street1: "1 High St", street2: "", suburb: "Parramatta" },
  ...{ postcode: "2150", state: "NSW", country: "AU" },
};
const postcodeIsWrong = "UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE";

/** An order with another postcode than its billing address, or without one. */
const wrongOrder = (one: { order: object }, id: string, hasBilling: boolean) => ({
  ...one,
  ...{ id, status: postcodeIsWrong, history: [] },
  availableActions: [
    {
      ...{ value: "update-address", text: "Update Delivery Address" },
      config: { inputType: "address", data: { ...parramatta, postcode: "3000" } },
    },
  ],
  order: {
    ...one.order,
    sourceId: `20${id}`,
    addresses: [
      { locationType: "delivery", ...parramatta, postcode: "3000" },
      ...(hasBilling ? [{ locationType: "billing", ...parramatta }] : []),
    ],
  },
});

test("each order's address is proposed, row by row, left out or typed anew, and run as several at once [bulk#corrections, bulk#corrections-typed]", async ({
  page,
  signInUpstream,
  stack,
  allowConsole,
}, { project }) => {
  allowConsole(/status of 400/);
  stack.upstream.change("/api/getorders", ([one]) =>
    ["1001", "1002", "1003"].map((id) => wrongOrder(one, id, id !== "1003")),
  );
  const scripted = isScripted(project.name);
  await signInUpstream(
    "clerk",
    `/bulk/orders?list=${encodeURIComponent(`?status=${postcodeIsWrong}`)}&action=update-address&all=1`,
  );
  await expect(page.getByRole("heading", { name: "2 orders will" })).toBeVisible();
  await expect(page.getByRole("row", { name: /201001/ })).toContainText("Postcode 3000 → 2150");
  // axe needs scripting.
  const expectAccessible = async () => {
    if (scripted) await expectNoViolations(page);
  };
  await expectAccessible();
  if (scripted) await expectToFitPhones(page, "corrections");
  await page.getByLabel("Include 201002").uncheck();
  const typed = page.getByLabel("Postcode of 201003");
  await typed.fill("2800");
  const begin = page.getByRole("button", { name: /^Update Delivery Address \d+$/ });
  if (scripted) {
    await expect(begin).toHaveText("Update Delivery Address 2");
    await typed.fill("3150");
    await expect(page.getByText("3150 is not a postcode of NSW.")).toBeVisible();
  } else await typed.fill("3150");
  await begin.click();
  await expect(page.getByText("1 address to look at again")).toBeVisible();
  await expect(typed).toHaveValue("3150");
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Include 201002")).not.toBeChecked();
  await expectAccessible();
  await typed.fill("2145");
  await begin.click();
  await expect(page.getByRole("heading", { level: 1, name: "Run: Update Delivery Address" })).toBeVisible();
  if (!scripted) await page.getByRole("button", { name: /^Continue: / }).click();
  await finished(page, "2 submitted.");
  const sent = stack.upstream.calls
    .filter(({ path }) => path === "/api/ActionEvent")
    .map(({ body }) => JSON.parse(body));
  expect(sent.map(({ target, payload }) => `${target} ${JSON.parse(payload).postcode}`).sort()).toEqual([
    "1001 2150",
    "1003 2145",
  ]);
});
