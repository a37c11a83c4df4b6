import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { jsonAnswer } from "#tests/support/upstream/faults.ts";
import { oddDialogs, oddId } from "#tests/support/upstream/oddIds.ts";

for (const [kind, { path, yes, list, called, call, idIn }] of Object.entries(oddDialogs)) {
  test(`an id of any signs arrives whole: the action of a ${kind}`, async ({ page, signInUpstream, own }) => {
    await signInUpstream("clerk", path);
    const dialog = page.getByRole("dialog").filter({ has: page.locator("form") });
    const action = await dialog.locator("form").getAttribute("action");
    expect(new URL(action ?? "", own.portal.url).href).toBe(page.url());
    await dialog.getByRole("button", { name: yes }).click();
    const said = page.getByRole("status").filter({ hasText: called });
    await expect(said).toContainText(/^(Submitted|Deleted): /);
    await expect(page).toHaveURL(own.portal.url + list);
    await expect(said.getByRole("link", { name: called })).toHaveAttribute(
      "href",
      new RegExp(encodeURIComponent(oddId).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")),
    );
    const calls = own.upstream.calls.filter((one) => one.method === "POST" && one.path === call);
    expect(calls.map(idIn)).toEqual([oddId]);
  });
}

const interchange = oddDialogs.interchange?.path ?? "";
const runs = "/api/bc-myer/v1/actions/interchange/run";

test("opened again on the unchanged record, it says what was submitted, when and by whom, and submits again on purpose", async ({
  page,
  context,
  signInUpstream,
  own,
}) => {
  const sent = () => own.upstream.calls.filter(({ path }) => path === runs);
  await signInUpstream("clerk", interchange);
  const other = await context.newPage();
  await other.goto(page.url());
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Process" })).toBeVisible();

  await other.getByRole("button", { name: "Confirm" }).click();
  const told = other
    .getByRole("status")
    .filter({ hasText: "Already submitted: Process for interchange ICN-ODD" });
  await expect(told).toContainText("Nothing was sent a second time.");
  expect(sent(), "two tabs that were open before").toHaveLength(1);

  await page.goto(own.portal.url + interchange);
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(dialog).toContainText(
    /Submitted: Process for interchange ICN-ODD, .*(am|pm)\sAE[SD]T, by you\./,
  );
  await expect(dialog.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Submit again" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /^Submitted: Process/ })).toBeVisible();
  expect(new Set(sent().map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

test("without an answer it says so, keeps the form, and pressing again can't do it twice", async ({
  page,
  signInUpstream,
  own,
  allowConsole,
}) => {
  allowConsole(/status of 50/);
  await signInUpstream("clerk", "/store/SDY/products/sdy-31/actions/reject?group=SDY-0031");
  own.upstream.fail("/api/ActionEvent", { kind: "reset" });
  await page.getByLabel("Note").fill("Sole is loose");
  await page.getByRole("button", { name: "Yes" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It is not known whether this was done");
  await expect(dialog).toContainText("Pressing Yes again can't do it twice.");
  await expect(dialog.getByLabel("Note")).toHaveValue("Sole is loose");
  own.upstream.fail("/api/ActionEvent", { kind: "delay", milliseconds: 0 });
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Submitted: Reject Product" })).toBeVisible();
  const keys = own.upstream.calls
    .filter(({ path }) => path === "/api/ActionEvent")
    .map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size, "one key for both").toBe(1);
});

test("a record that cannot be read before it is sent: nothing was sent, and the dialog stays what it was", async ({
  page,
  signInUpstream,
  own,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  const exo = "/api/bc-order/v1/exos/exo-7";
  await signInUpstream("clerk", "/returns/exo-7/actions/reject");
  own.upstream.fail(exo, jsonAnswer(500, { error: "The warehouse burnt down" }));
  own.upstream.calls.length = 0;
  await page.getByRole("button", { name: "Confirm" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(dialog).toContainText("Nothing was sent.");
  await expect(dialog).toContainText("perform this action on exchange order exo-7?");
  await expect(dialog).toContainText(/EXO Name.*EXO-00007.*Customer.*Kim Lee.*Store.*Superdry/s);
  expect(
    own.upstream.calls.filter(({ method, path }) => method === "POST" && path.startsWith("/api/")),
  ).toEqual([]);
});

test("whose return it is, and that a rejection is for good, can be seen before it is done", async ({
  page,
  signInUpstream,
}, { project }) => {
  await signInUpstream("clerk", "/returns/exo-8/actions/reject");
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(dialog).toContainText(/EXO-00008.*Kim Lee.*Superdry.*-?\$149\.95/s);
  await expect(dialog.getByRole("button", { name: "Confirm" })).toHaveClass(/btn-danger/);
  if (isScripted(project.name)) await expect(dialog.getByRole("link", { name: "Cancel" })).toBeFocused();
});

test("after an action far down the message is in sight, and the focus is where the person was", {
  tag: ["@scripting", "@firefox"],
}, async ({ page, signInUpstream, own }) => {
  await signInUpstream("clerk", "/returns/");
  const row = page.locator("main tbody tr").nth(15);
  const name = (await row.getByRole("link").first().textContent())?.trim() ?? "";
  const hold = row.locator(".split > a");
  await hold.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeFocused();
  await page.keyboard.press("Enter");
  const said = page
    .getByRole("status")
    .filter({ hasText: `Submitted: Put on Hold for exchange order ${name}` });
  await expect(said).toBeInViewport();
  await expect(page.locator("main tbody tr:focus-within")).toContainText(name);
  await said.getByRole("button", { name: "Dismiss" }).click();
  await expect(said).toBeHidden();

  // The next one leaves the list as it is confirmed: the row that takes its place has the focus.
  await page.goto(`${own.portal.url}/returns/?status=active`);
  const gone = page.locator("main tbody tr").nth(2);
  const next =
    (await page.locator("main tbody tr").nth(3).getByRole("link").first().textContent())?.trim() ?? "";
  const id = decodeURIComponent(
    (await gone.locator("a[data-row]").getAttribute("href"))?.split(/[/?]/)[2] ?? "",
  );
  await gone.locator(".split > a").focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeFocused();
  own.upstream.changeExo(id, (exo) => {
    exo.status.code = "hold";
  });
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("main tbody tr:focus-within")).toContainText(next);
});
