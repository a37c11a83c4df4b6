import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { freePort, repository, startNode } from "../support/processes.ts";
import { bytesOf, openList, openOften, startBrowser } from "./browser.ts";
import { measureLabelPrinting, measureLabels } from "./labels.ts";
import { startLimit } from "./limit.ts";
import { ask, type Load } from "./load.ts";
import { startMemoryStack } from "./memoryStack.ts";
import { measureRulePreview } from "./rulePreview.ts";
import { measureRuleTyping } from "./rules.ts";
import { measureExports } from "./sheet.ts";
import { atLeast, atMost, kilobytes, type Line, median, milliseconds, note, tableOf } from "./table.ts";

const list = "/store/SDY/products";
const quick = process.argv.includes("--quick");
const lines: Line[] = [];
const put = (line: Line) => void lines.push(line);
const say = (what: string) => process.stderr.write(`${what}\n`);
const ratio = (value: number) => `${value.toFixed(2)} ×`;

const bareFolder = join(repository, "tests/bench/bare");

/** The baseline: two routes, or as many as the portal has. */
type Yardstick = "bare" | "crowded";
const configs: Record<Yardstick, string> = { bare: "vite.config.ts", crowded: "vite.crowded.config.ts" };

const serverOf = (yardstick: Yardstick) => join(repository, "test-results", yardstick, "server/index.js");

function build(yardstick: Yardstick) {
  execFileSync(
    process.execPath,
    [
      join(repository, "node_modules/@remix-run/dev/dist/cli.js"),
      "vite:build",
      "--config",
      configs[yardstick],
    ],
    { cwd: bareFolder, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
  );
}

async function startYardstick(yardstick: Yardstick, environment: Record<string, string>) {
  const port = await freePort();
  const running = await startNode(
    `The ${yardstick} app`,
    [join(repository, "node_modules/@remix-run/serve/dist/cli.js"), serverOf(yardstick)],
    { NODE_ENV: "production", HOST: "localhost", PORT: String(port), ...environment },
    /\[remix-serve\] http/,
    { cwd: bareFolder },
  );
  return { url: `http://localhost:${port}`, stop: running.stop };
}

/** Resident memory of a process in megabytes, where the system reports it (Linux). */
function memoryOf(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const found = readFileSync(file, "utf8").match(/VmRSS:\s+(\d+) kB/)?.[1];
  return found === undefined ? undefined : Number(found) / 1024;
}

async function inTheBrowser() {
  say("In the browser …");
  const stack = await startMemoryStack(45);
  const bare = await startYardstick("bare", { PORTAL_API_URL: stack.apiUrl });
  const browser = await startBrowser();
  try {
    const clerk = await stack.signedIn("clerk");
    const url = stack.portal.url + list;
    // Signed in, with an empty browser cache.
    const cookies = clerk.cookies().filter(({ name }) => /session$/.test(name));
    const page = await clerk.get(list);
    const bytes = await bytesOf(browser, url, cookies);
    put(atMost("JS of the list page, brotli", bytes.scripts.small, 90 * 1024, kilobytes));
    put(note("JS of the list page, as served", kilobytes(bytes.scripts.served)));
    put(atMost("CSS, brotli", bytes.styles.small - bytes.panelStyles.small, 8 * 1024, kilobytes));
    put(note("CSS of panels, once it is interactive, brotli", kilobytes(bytes.panelStyles.small)));
    put(note("CSS, both as served", kilobytes(bytes.styles.served)));
    put(atMost("Style sheets", bytes.styleCount, 1, String));
    put(atMost("HTML of a 20-row list, gzip", gzipSync(page.body).byteLength, 14 * 1024, kilobytes));
    const browsers = await clerk.get(list, { "accept-encoding": "gzip, deflate, br" });
    put(
      note(
        `HTML as a browser gets it (${browsers.headers["content-encoding"] ?? "not compressed"})`,
        kilobytes(browsers.body.byteLength),
      ),
    );

    const times = quick ? 3 : 9;
    const open = (to: string, scripts: boolean, next = true) =>
      openOften(times, () => openList(browser, to, { cookies, scripts, next }));
    const limit = await startLimit(page.text, stack.portal.url);
    const limited = await open(limit.url, false, false);
    limit.stop();
    const bareList = await open(`${bare.url}/list`, true);
    const scripted = await open(url, true);
    const plain = await open(url, false);
    put(atMost("Requests that the first row waits for, with scripting", scripted.awaited, 2, String));
    put(
      note(
        "Requests begun by then, pictures aside: this list, a bare Remix list",
        `${scripted.begun}, ${bareList.begun}`,
      ),
    );
    put(atMost("Requests that the first row waits for, without scripting", plain.awaited, 2, String));
    put(note("First row, slow: the limit (no scripts, CSS inlined)", milliseconds(limited.firstRow)));
    put(note("First row, slow: a bare Remix list", milliseconds(bareList.firstRow)));
    put(note("First row, slow: this list", milliseconds(scripted.firstRow)));
    put(atMost("First row, slow, against the limit", scripted.firstRow / limited.firstRow, 1.2, ratio));
    put(
      atMost(
        "First row, slow, without scripting, against the limit",
        plain.firstRow / limited.firstRow,
        1.2,
        ratio,
      ),
    );
    put(
      atMost(
        "Interactive, slow, against a bare Remix list",
        (scripted.interactive ?? Number.NaN) / (bareList.interactive ?? Number.NaN),
        1,
        ratio,
      ),
    );
    put(note("Interactive, slow", milliseconds(scripted.interactive ?? Number.NaN)));
    put(
      atMost(
        "Page 2, slow, with scripting, against a bare Remix list",
        scripted.page2 / bareList.page2,
        1,
        ratio,
      ),
    );
    put(
      atMost(
        "Page 2, slow, without scripting, against a bare Remix list",
        plain.page2 / bareList.page2,
        1.1,
        ratio,
      ),
    );
  } finally {
    await browser.close();
    await bare.stop();
    await stack.stop();
  }
}

/** Pages a second and their times, alternating, so that a slower machine slows all of them. */
async function underLoad() {
  say("Under load …");
  const stack = await startMemoryStack(45);
  const { portal, apiUrl } = stack;
  const environment = { PORTAL_API_URL: apiUrl };
  const bare = await startYardstick("bare", environment);
  const crowded = await startYardstick("crowded", environment);
  try {
    const visitor = await stack.signedIn("clerk");
    const cookie = visitor
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    const asBrowser = { cookie, accept: "text/html", "accept-encoding": "gzip, deflate, br" };
    const listCall = `${apiUrl}/api/getmetaproducts?storegroup=Superdry&page=1&pagesize=20`;
    // By the names of the lines below.
    const requested = {
      bare: { url: `${bare.url}/` },
      crowded: { url: crowded.url + list },
      list: { url: portal.url + list, headers: asBrowser },
      data: { url: `${portal.url}${list}.data`, headers: asBrowser },
      upstream: { url: listCall },
    };
    type Name = keyof typeof requested;
    const names: readonly Name[] = ["bare", "crowded", "list", "data", "upstream"];
    const runs = names.map((name) => ({ name, busy: [] as Load[], calm: [] as Load[] }));
    const turns = quick ? 1 : 3;
    const seconds = quick ? 3 : 6;
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [connections, mode] of [
        [16, "busy"],
        [1, "calm"],
      ] as const) {
        for (const run of runs) {
          const { url, ...rest } = requested[run.name];
          run[mode].push(await ask(url, { connections, seconds, ...rest }));
        }
      }
    }
    const loadsOf = (of: Name, mode: "busy" | "calm") => runs.find(({ name }) => name === of)?.[mode] ?? [];
    const perSecond = (of: Name) => median(loadsOf(of, "busy").map((load) => load.perSecond));
    const p50 = (of: Name) => median(loadsOf(of, "calm").map((load) => load.p50));
    for (const [of, what] of [
      ["bare", "Bare Remix page, not compressed"],
      ["crowded", "Bare list among as many routes as here, not compressed"],
      ["list", "This list, as a browser asks"],
      ["data", "This list's data, as a browser asks"],
      ["upstream", "The bare upstream call"],
    ] as const)
      put(note(`${what}, a second, 16 connections`, perSecond(of).toFixed(0)));
    put(
      atLeast(
        "Lists a second against the bare Remix page",
        perSecond("list") / perSecond("bare"),
        0.3,
        ratio,
      ),
    );
    const againstCrowded = "against the bare list among as many routes";
    put(atLeast(`Lists a second ${againstCrowded}`, perSecond("list") / perSecond("crowded"), 1, ratio));
    put(
      atLeast(
        `The list's data a second ${againstCrowded}`,
        perSecond("data") / perSecond("crowded"),
        1.2,
        ratio,
      ),
    );
    const above = p50("list") - p50("upstream");
    put(
      note(
        "p50, one connection: bare, list, upstream",
        (["bare", "list", "upstream"] as const).map((of) => p50(of).toFixed(2)).join(", "),
      ),
    );
    put(
      atMost(
        "Time above the upstream call against a bare page, one connection",
        above / p50("bare"),
        3,
        ratio,
      ),
    );
    const failed = runs
      .flatMap((run) => [...run.busy, ...run.calm])
      .reduce((sum, load) => sum + load.failed, 0);
    put(atMost("Failed answers", failed, 0, String));

    const long = await ask(portal.url + list, {
      connections: 200,
      seconds: quick ? 5 : 15,
      headers: asBrowser,
    });
    put(atMost("p99 against p50, 200 connections", long.p99 / long.p50, 10, ratio));
    put(atMost("Failed answers, 200 connections", long.failed, 0, String));
    const megabytes = (value: number) => `${value.toFixed(0)} MB`;
    const under = memoryOf(portal.pid);
    if (under !== undefined) put(note("Memory at the end of the load, 200 connections", megabytes(under)));
  } finally {
    await crowded.stop();
    await bare.stop();
    await stack.stop();
  }
}

if (!existsSync(serverOf("bare"))) build("bare");
// Rebuilt each time, since it follows the portal's routes.
build("crowded");
await inTheBrowser();
await underLoad();
say("Exports …");
lines.push(...(await measureExports({ quick })));
lines.push(...(await measureRuleTyping({ quick })));
lines.push(...(await measureRulePreview({ quick })));
say("Labels …");
lines.push(...measureLabels({ quick }));
lines.push(...(await measureLabelPrinting({ quick })));
process.stdout.write(`\n${tableOf(lines)}\n`);
