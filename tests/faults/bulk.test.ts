import { request as ask, createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { itemOf } from "#contract/envelopes.ts";
import { exo, getExos } from "#contract/exos.ts";
import { apiToken } from "#tests/support/apiToken.ts";
import { wordsOf } from "#tests/support/html.ts";
import { startPlatform } from "#tests/support/platform.ts";
import { type Portal, startPortal } from "#tests/support/portal.ts";
import { freePort } from "#tests/support/processes.ts";
import { type Form, formIn, formsIn, Visitor } from "#tests/support/visitor.ts";

const isBulk = ({ method, action }: Form) => method === "POST" && action.includes("/bulk/");

const count = 500;
const email = "many@customer.example";
const holdOf = (path: string) => /\/exos\/([^/]+)\/action\/hold$/.exec(path)?.[1];

/** The fault of the next action on a return, by its position among those sent. */
type Fault = "refused" | "lost before" | "lost after";
const faults = new Map<number, Fault>([
  ...[7, 8, 60, 61, 62, 130, 299, 401, 402, 480].map((at) => [at, "refused"] as const),
  [33, "lost after"],
  [250, "lost before"],
]);

/** A proxy between portal and platform that loses or refuses requests by the table. */
function startBetween(platformUrl: string, port: number) {
  let sent = 0;
  const server = createServer((incoming, outgoing) => {
    const isHold = incoming.method === "POST" && holdOf(incoming.url ?? "") !== undefined;
    if (isHold) sent += 1;
    const fault = isHold ? faults.get(sent) : undefined;
    if (fault === "lost before") return void incoming.socket.destroy();
    if (fault === "refused") {
      incoming.resume();
      outgoing.writeHead(503, { "content-type": "application/json" }).end('{"error":"Busy just now"}');
      return;
    }
    const onward = ask(
      platformUrl + incoming.url,
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(platformUrl).host } },
      (answer) => {
        if (fault === "lost after") {
          answer.resume().on("end", () => incoming.socket.destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  return new Promise<{ stop(): void }>((resolve) => {
    server.listen(port, "127.0.0.1", () =>
      resolve({
        stop() {
          server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}

let platform: Awaited<ReturnType<typeof startPlatform>>;
let between: Awaited<ReturnType<typeof startBetween>>;
let portal: Portal;
let authorization: string;
const ids: string[] = [];

async function enterReturns(): Promise<void> {
  const headers = { authorization, "content-type": "application/json" };
  const exchange = { Items: [{ Title: "Loafer", LevelCode: "10200001_BLK_8", Quantity: -1, Total: -99.95 }] };
  const body = JSON.stringify({ store: "Clarks", emailAddress: email, exchange });
  while (ids.length < count) {
    const answer = await fetch(platform.url + getExos.path, { method: "POST", headers, body });
    ids.push(itemOf(exo).parse(await answer.json()).item.id);
  }
}

beforeAll(async () => {
  const portalPort = await freePort();
  const appUrl = `http://localhost:${portalPort}`;
  // A return stays unchanged between two of its jobs.
  platform = await startPlatform({ appUrl, returnPace: 86_400 });
  authorization = `Bearer ${await apiToken(platform.url, appUrl, "clerk@utopia.example")}`;
  await enterReturns();
  const betweenPort = await freePort();
  between = await startBetween(platform.url, betweenPort);
  portal = await startPortal(
    { ...platform.environment, PORTAL_API_URL: `http://127.0.0.1:${betweenPort}`, LOG_LEVEL: "silent" },
    portalPort,
  );
});
afterAll(async () => {
  await portal?.stop();
  between?.stop();
  await platform?.stop();
});

/** The number of times that the platform put a return on hold, by its history. */
async function timesHeld(id: string): Promise<number> {
  const answer = await fetch(`${platform.url}${getExos.path}/${id}`, { headers: { authorization } });
  const { status, histories } = itemOf(exo).parse(await answer.json()).item;
  expect(status?.code).toBe("hold");
  return histories?.filter(({ action }) => action === "action:hold").length ?? 0;
}

test("500 returns, with refusals and two killed connections: each is acted on exactly once", async () => {
  const clerk = new Visitor(portal.url);
  await clerk.signIn("clerk@utopia.example");
  const list = encodeURIComponent(`?email=${email}`);
  const page = await clerk.get(`/bulk/returns?list=${list}&action=hold&all=1`);
  expect(wordsOf(page.text)).toContain("500 returns and exchanges will");
  const form = formIn(page, isBulk);
  const sent = new URLSearchParams({ token: form.fields.token ?? "" });
  for (const [, id = ""] of form.html.matchAll(/name="id"[^>]*value="([^"]+)"/g)) sent.append("id", id);
  expect(sent.getAll("id").sort()).toEqual([...ids].sort());
  const begun = await clerk.follow(await clerk.post(form.action, sent));
  const run = new URL(begun.url).pathname;

  const press = async (intent: string) => {
    const shown = await clerk.get(run);
    const { fields } = formsIn(shown.text, shown.url).find(isBulk) ?? { fields: {} };
    return clerk.follow(await clerk.post(run, { ...fields, intent }));
  };
  const left = (words: string) => Number(/(\d+) left\./.exec(words)?.[1] ?? 0);
  let said = wordsOf(begun.text);
  for (let presses = 0; left(said) > 0 && presses < 40; presses += 1) {
    // Occasionally two windows run it in parallel.
    if (presses % 7 === 3) await Promise.all([press("go"), press("go")]);
    said = wordsOf((await press("go")).text);
  }
  expect(said).toContain("Finished: 488 submitted, 10 failed, 2 not known.");
  said = wordsOf((await press("again")).text);
  for (let presses = 0; left(said) > 0 && presses < 5; presses += 1) said = wordsOf((await press("go")).text);
  // The portal can't know that it was accepted: the return no longer offers the action.
  expect(said).toContain("Finished: 499 submitted, 1 not known.");
  expect(said).toContain("Your submission, whose answer never came, may have been taken.");

  const held: number[] = [];
  for (const id of ids) held.push(await timesHeld(id));
  expect(held).toEqual(Array(count).fill(1));
});
