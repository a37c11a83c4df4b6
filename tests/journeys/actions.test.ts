import { expect, isScripted, test } from "#tests/support/fixtures.ts";
import { hold } from "#tests/support/hold.ts";
import { exoId } from "#tests/support/seeded.ts";
import { changeExo } from "#tests/support/upstream/frozen.ts";
import { json } from "#tests/support/upstream/proxy.ts";

test("an action with an address is asked over its list: edited, shown as it will be sent, then sent [actions#confirm]", async ({
  page,
  signIn,
}, { project }) => {
  const scripted = isScripted(project.name);
  // Journeys with and without scripting use products of different stores.
  const list = `/store/${scripted ? "SWH" : "HPU"}/products`;
  await signIn("merch", list);
  const row = page.locator("tbody tr").nth(7);
  const code = ((await row.getByRole("link").first().textContent()) ?? "").trim();
  await row.locator("summary").last().click();
  const action = "Set Return Address";
  await row
    .getByRole("link", { name: action })
    .or(page.getByRole("menuitem", { name: action }))
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(page.locator("tbody"), "the list stands").toContainText(code);
  for (const [label, value] of [
    ["Company", "Harbour & Co"],
    ["Address 1", "1 Wharf Road"],
    ["Address 2", ""],
    ["Suburb", "Newport"],
    ["Postcode", ""],
    ["State", "Nowhere"],
    ["Country", "Australia"],
  ] as const)
    await dialog.getByLabel(label).fill(value);
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toContainText("Are you sure you want to Set Return Address?");
  await expect(dialog).toContainText("Harbour & Co");
  for (const advice of ["No postcode is given.", "This is not an Australian state."])
    await expect(dialog.getByText(advice), "advice, which blocks nothing").toBeVisible();
  await dialog.getByRole("button", { name: "Edit address" }).click();
  await expect(dialog.getByLabel("Company")).toHaveValue("Harbour & Co");
  if (scripted) await expect(dialog.getByLabel("Postcode"), "what is advised").toBeFocused();
  await dialog.getByLabel("Postcode").fill("3015");
  await dialog.getByRole("button", { name: "Update" }).click();
  await expect(dialog).toContainText("3015");
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: `Submitted: ${action} for ${code}` }),
  ).toBeVisible();
  await expect(page).toHaveURL(list);
});

test("an irreversible action looks dangerous, and focuses the way back", {
  tag: "@scripting",
}, async ({ page, signInUpstream }) => {
  await signInUpstream("clerk", `/returns/${exoId(132)}/actions/reject`);
  const dialog = page.getByRole("dialog", { name: "Confirm Action", exact: true });
  await expect(dialog).toContainText(/Reject EXO-000132.*Reebok.*-?\$\d+\.\d\d/s);
  await expect(dialog.getByRole("button", { name: "Confirm" })).toHaveClass(/btn-danger/);
  await expect(dialog.getByRole("link", { name: "Cancel" })).toBeFocused();
});

test("after an action far down the message is in sight, and the focus is where the person was [actions#message]", {
  tag: ["@scripting", "@firefox"],
}, async ({ page, signInUpstream, stack }) => {
  await signInUpstream("clerk", "/returns/?status=failed");
  const row = page.locator("main tbody tr").nth(15);
  const name = (await row.getByRole("link").first().textContent())?.trim() ?? "";
  const first = row.locator(".split > a");
  await first.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeFocused();
  await page.keyboard.press("Enter");
  const said = page.getByRole("status").filter({ hasText: `Submitted: Retry for exchange order ${name}` });
  await expect(said).toBeInViewport();
  await expect(page.locator("main tbody tr:focus-within")).toContainText(name);
  await said.getByRole("button", { name: "Dismiss" }).click();
  await expect(said).toBeHidden();

  // A confirmed record leaves this list: the row in its place gets the focus.
  await page.goto(`${stack.portal.url}/returns/?status=failed`);
  const gone = page.locator("main tbody tr").nth(2);
  const next =
    (await page.locator("main tbody tr").nth(3).getByRole("link").first().textContent())?.trim() ?? "";
  const id = decodeURIComponent(
    (await gone.locator("a[data-row]").getAttribute("href"))?.split(/[/?]/)[2] ?? "",
  );
  await gone.locator(".split > a").focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Confirm" })).toBeFocused();
  stack.upstream.change("/api/bc-order/v1/exos", ({ summaries, ...rest }) => ({
    ...rest,
    summaries: summaries.filter((one: { id: string }) => one.id !== id),
  }));
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("main tbody tr:focus-within")).toContainText(next);
});

test("the button is free with the message, while the page below is still read again", {
  tag: "@scripting",
}, async ({ page, signInUpstream, stack, allowConsole }) => {
  allowConsole(/status of 50/);
  const id = exoId(132);
  await signInUpstream("clerk", `/returns/${id}/actions/reject`);
  stack.upstream.fail(`/api/bc-order/v1/exos/${id}/action/reject`, json(500, { error: "Out of paper" }), 1);
  const readAgain = await hold(page, /\.data/, (request) => request.method() === "GET");
  const dialog = page.getByRole("dialog", { name: "Confirm Action" });
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Out of paper");
  await expect(dialog.getByRole("button", { name: "Confirm" })).not.toHaveAttribute("aria-disabled");
  readAgain.letGo();
});

const wrong = { name: "Kim", street1: "1 Hannan St", suburb: "Kalgoorlie", state: "WA", country: "AU" };

test("a wrong postcode: the reason at its field, advice as it is typed, the billing address, and two presses of Enter [actions#wrong-address, actions#billing, actions#address]", async ({
  page,
  signInUpstream,
  stack,
}, { project }) => {
  stack.upstream.change("/api/getorders", (orders) =>
    orders.map((one: { order: object }) => ({
      ...one,
      availableActions: [
        {
          value: "update-address",
          text: "Update Delivery Address",
          config: { inputType: "address", data: { ...wrong, postcode: "3000" } },
        },
      ],
      history: [{ action: "OrderValidationFailed", message: "The postcode lies elsewhere" }],
      order: {
        ...one.order,
        addresses: [
          { locationType: "delivery", ...wrong, postcode: "3000" },
          { locationType: "billing", ...wrong, postcode: "6430" },
        ],
      },
    })),
  );
  await signInUpstream("clerk", "/orders/?status=UNPROCESSABLE_ADDRESS_POSTCODE_VALIDATION_FAILURE");
  await page.getByRole("link", { name: "Update Delivery Address" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Invalid Postcode: The postcode lies elsewhere");
  const postcode = dialog.getByLabel("Postcode");
  await expect(postcode).toHaveAttribute("aria-invalid", "true");
  if (isScripted(project.name)) {
    await expect(postcode).toBeFocused();
    await postcode.fill("2150");
    await expect(dialog).toContainText("2150 is not a postcode of WA.");
    await postcode.fill("6432");
    await expect(dialog).not.toContainText("is not a postcode");
  }
  await dialog.getByRole("button", { name: "Use the billing address: 6430" }).click();
  await expect(postcode).toHaveValue("6430");
  const events = () => stack.upstream.calls.filter(({ path }) => path === "/api/ActionEvent");
  await postcode.press("Enter");
  await expect(dialog).toContainText("Are you sure you want to Update Delivery Address?");
  await expect(dialog.getByRole("button", { name: "Yes" })).toBeFocused();
  expect(events(), "nothing is sent before Yes").toEqual([]);
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("status").filter({ hasText: "Update Delivery Address for order" }),
  ).toBeVisible();
  expect(events().map(({ body }) => JSON.parse(JSON.parse(body).payload).postcode)).toEqual(["6430"]);
});

test("the message of a retry says by itself that it failed again, and is never green", {
  tag: "@scripting",
}, async ({ page, signInUpstream, stack }) => {
  const id = exoId(132);
  await signInUpstream("clerk", `/returns/${id}/actions/retry`);
  stack.upstream.fail(`/api/bc-order/v1/exos/${id}/action/retry`, json(200, {}));
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  const said = page.getByRole("status").filter({ hasText: "Retry for exchange order EXO-000132" });
  await expect(said).toContainText("not known yet");
  await expect(said.locator(".tone-background")).toBeVisible();
  changeExo(stack.upstream, id, (exo) => ({ ...exo, updated_at: "2030-01-01T00:00:00Z" }));
  await expect(said).toContainText("failed again at Create return shipment");
  await expect(said.locator(".tone-attention")).toBeVisible();
});
