import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOf } from "#tests/support/html.ts";
import { sessionSecret } from "#tests/support/portal.ts";
import { freePort, repository, startNode } from "#tests/support/processes.ts";
import { exoId } from "#tests/support/seeded.ts";
import { type StartedUpstream, startUpstream } from "#tests/support/stack.ts";
import { formIn, Visitor } from "#tests/support/visitor.ts";

let folder: string;
let upstream: StartedUpstream;
let served: Awaited<ReturnType<typeof startNode>>;
let visitor: Visitor;

// The build served by Remix's own server, without the gate.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "remix-serve-"));
  await symlink(join(repository, "build"), join(folder, "build"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  upstream = await startUpstream(url);
  served = await startNode(
    "remix-serve",
    [join(repository, "node_modules/@remix-run/serve/dist/cli.js"), "build/server/index.js"],
    {
      ...{ NODE_ENV: "production", HOST: "localhost", PORT: String(port) },
      ...{ APP_URL: url, SESSION_SECRET: sessionSecret, ...upstream.environment },
    },
    /\[remix-serve\] http/,
    { cwd: folder },
  );
  visitor = new Visitor(url);
});
afterAll(async () => {
  await served.stop();
  await upstream.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the build also runs under plain remix-serve: sign-in, list, data, file, and an action once", async () => {
  await visitor.signIn("clerk@utopia.example");
  const list = await visitor.get("/returns");
  expect(list.status).toBe(200);
  expect(wordsOf(list.text)).toContain("Returns and Exchanges");
  expect(list.headers["content-security-policy"]).toContain("default-src 'self'");
  const data = await visitor.get("/returns.data", { accept: "*/*" });
  expect([data.status, data.headers["content-type"]]).toEqual([
    200,
    expect.stringContaining("text/x-script"),
  ]);
  for (const { headers } of [list, data]) {
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "same-origin" });
  }
  const [asset] = await readdir(join(repository, "build/client/assets"));
  const file = await visitor.get(`/assets/${asset}`);
  expect([file.status, file.headers["cache-control"]]).toEqual([200, expect.stringContaining("immutable")]);

  const response = await visitor.get(`/returns/${exoId(104)}/actions/hold`);
  const form = formIn(response, ({ fields }) => "token" in fields);
  upstream.calls.length = 0;
  const post = () => visitor.post(form.action, form.fields);
  const foreign = await visitor.post(form.action, form.fields, { origin: "https://evil.example" });
  expect(foreign.status).toBeGreaterThanOrEqual(400);
  expect([(await post()).status, (await post()).status]).toEqual([302, 302]);
  expect(upstream.calls.filter(({ method }) => method !== "GET")).toHaveLength(1);
});
