import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { type Own, startOwn } from "#tests/support/own.ts";
import { formsIn, type Visitor } from "#tests/support/visitor.ts";

const setup = "/store/CLK/printlabel/setup";
/** The number on every test label. */
const number = "9300000101006";

let own: Own;
let labels: Visitor;
beforeAll(async () => {
  own = await startOwn({ LOG_LEVEL: "warn" });
  labels = await own.signedIn("labels");
});
afterAll(() => own.stop());

async function send(typed: Record<string, string>) {
  const page = await labels.get(setup);
  const form = formsIn(page.text, page.url).find(({ html }) => html.includes("Check it"));
  if (!form) throw new Error(`No form to check with: ${wordsOf(page.text)}`);
  return labels.post(form.action, { ...form.fields, ...typed });
}

test("the page has the line that installs the certificate on each system, where there is one [settings#print-keys]", async () => {
  const { status, text } = await labels.get(setup);
  expect(status).toBe(200);
  const hasCertificate = (await labels.get("/print/certificate")).status === 200;
  for (const line of ["C:\\Program Files\\QZ Tray", "/Applications/QZ Tray.app", "/opt/qz-tray/"])
    expect(text.includes(line), line).toBe(hasCertificate);
  expect(text.includes("The portal has no print certificate")).toBe(!hasCertificate);
});

test("another number than the test label's proves nothing, and what was typed stays", async () => {
  const reply = await send({ printer: "Dock Zebra", scanned: "9300000101013" });
  expect(reply.status).toBe(400);
  expect(wordsOf(reply.text)).toContain("9300000101013 is not the number on the test label");
  expect(reply.text).toContain('value="Dock Zebra"');
  expect(wordsOf((await labels.get(setup)).text)).toContain("No printer yet");
  const nameless = await send({ printer: " ", scanned: number });
  expect(nameless.status).toBe(400);
});

test("the test label's own number proves its printer, once however often it is sent", async () => {
  for (const _ of [1, 2]) {
    const reply = await send({ printer: "Dock Zebra", scanned: ` ${number} ` });
    expect(reply.status, wordsOf(reply.text)).toBe(302);
  }
  const words = wordsOf((await labels.get(setup)).text);
  expect(words.split("57 × 32 mm, 203 dpi").length - 1).toBe(1);
  expect(words).not.toContain("No printer yet");
});
