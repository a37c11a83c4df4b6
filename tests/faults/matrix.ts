import { readdirSync, readFileSync } from "node:fs";
import { Agent, setGlobalDispatcher } from "undici";
import { markdownTable, megabytes, seconds } from "../bench/table.ts";
import { wordsOf } from "../support/html.ts";
import { publish } from "../support/reliabilityTable.ts";
import { dueToken } from "../support/session.ts";
import { type Stack, startStack } from "../support/stack.ts";
import { type Fault, type Json, json } from "../support/upstream/proxy.ts";
import type { Reply, Visitor } from "../support/visitor.ts";
import { findScreens, inTurns, type Screen, sessionCalls } from "./screens.ts";

/** An answer has its headers within 15 s and ends within 60 s (http/apiTransport); two may follow each other. */
const silenceSeconds = 35;
const slowSeconds = 125;
const promptSeconds = 10;

const unreadableRows = Array.from({ length: 40_000 }, (_, at) => ({ unreadable: at }));
/** Whether an answer had rows since this was reset: some records have none. */
let hadRows = false;
const withUnreadableRows = (body: Json): unknown => {
  hadRows ||= Array.isArray(body) || Object.values(Object(body)).some(Array.isArray);
  if (Array.isArray(body)) return unreadableRows;
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? unreadableRows : value]),
  );
};

type Row = {
  fault: Fault;
  limit: number;
  except?: RegExp;
  applies?: () => boolean;
  width?: number;
  /** Of the identity provider: a token is due, and pages go on with the one there is. */
  isOfSignIn?: true;
};

/** The identity provider's other addresses, and those of the API. */
const notOfTokens = /^(?!.*\/oauth2\/v2\.0\/token$)/;
const ofSignIn = { except: notOfTokens, applies: () => false, isOfSignIn: true } as const;
/** The token as a key that nobody knows signed it. */
const withOtherKey = (idToken: string): string =>
  [
    Buffer.from(JSON.stringify({ alg: "RS256", typ: "JWT", kid: "rotated" })).toString("base64url"),
    ...idToken.split(".").slice(1),
  ].join(".");

const rows: Record<string, Row> = {
  "refuses connections": { fault: { kind: "reset" }, limit: promptSeconds },
  "breaks off in the middle of an answer": { fault: { kind: "breaksOff" }, limit: promptSeconds },
  "answers 500": { fault: json(500, { error: "The warehouse burnt down" }), limit: promptSeconds },
  "answers 502 with HTML": {
    fault: { status: 502, body: "<html><h1>Bad Gateway</h1></html>", type: "text/html" },
    limit: promptSeconds,
  },
  "answers 429 with Retry-After": {
    fault: { ...json(429, { error: "Too many requests" }), headers: { "retry-after": "30" } },
    limit: promptSeconds,
  },
  "answers 401, the token is expired": { fault: json(401, { error: "Expired" }), limit: promptSeconds },
  "cuts JSON short": {
    fault: { status: 200, body: '[{"id":"1","na', type: "application/json" },
    limit: promptSeconds,
  },
  "answers other JSON": { fault: json(200, { hello: "world" }), limit: promptSeconds },
  "answers 100 MB": {
    fault: { status: 200, body: Buffer.alloc(100 * 1024 * 1024, " "), type: "application/json" },
    limit: 60,
  },
  "answers 40,000 unreadable rows": {
    fault: { kind: "changed", change: withUnreadableRows },
    limit: 60,
    width: 1,
    applies() {
      const had = hadRows;
      hadRows = false;
      return had;
    },
  },
  "refuses the stores, too": {
    fault: json(500, { error: "No stores today" }),
    limit: promptSeconds,
    except: /^\/(?!api\/)/,
  },
  "has no token endpoint": { fault: { kind: "reset" }, limit: promptSeconds, ...ofSignIn },
  "signs tokens with a key that it does not publish": {
    fault: {
      kind: "changed",
      change: (body: Json) => ({ ...body, id_token: withOtherKey(String(body.id_token)) }),
    },
    limit: promptSeconds,
    ...ofSignIn,
  },
  "accepts and stays silent": { fault: { kind: "silence" }, limit: silenceSeconds, width: 35 },
  "sends one byte a second": { fault: { kind: "trickles" }, limit: slowSeconds, width: 70 },
};

const tripwire = /Unexpected Server Error|Application Error|\bundefined\b|\[object Object\]|ZodError|NaN\b/;

/** What is wrong with a screen's answer under a fault. */
function problemOf({ status, text, url }: Reply, took: number, limit: number, isFaulty: boolean) {
  if (took > limit) return `took ${seconds(took)}`;
  if (/\/login(\?|$)/.test(url)) return undefined;
  const words = wordsOf(text);
  const trap = tripwire.exec(words);
  if (trap) return `says '${trap[0]}'`;
  if (!/<html/.test(text) || !/<main\b/.test(text)) return `${status}, without its frame`;
  if (!/<nav\b/.test(text) && status !== 404) return `${status}, without the menu`;
  const isSaid = /error occurred|answer|could not|couldn't|can't|cannot|not be read|reach|or more/i.test(
    words,
  );
  // A record that is in none of the rows is not found.
  return isFaulty && !isSaid && status !== 404 ? `${status}, and says nothing` : undefined;
}

async function visit(
  visitor: Visitor,
  { address, calls }: Screen,
  { limit, applies = () => calls > 0 }: Row,
) {
  const started = performance.now();
  try {
    const reply = await visitor.follow(await visitor.get(address));
    const took = (performance.now() - started) / 1000;
    return { took, problem: problemOf(reply, took, limit, applies()) };
  } catch (problem) {
    return { took: (performance.now() - started) / 1000, problem: `no answer: ${String(problem)}` };
  }
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
const openFilesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Waits until the portal has no more than `count` open files: answers that nobody waits for are given up. */
async function openFilesBack(pid: number, count: number): Promise<number> {
  const until = Date.now() + 15_000;
  while (openFilesOf(pid) > count && Date.now() < until) await new Promise((next) => setTimeout(next, 200));
  return openFilesOf(pid);
}

async function measure(stack: Stack, only: RegExp) {
  const { pid } = stack.portal;
  if (pid === undefined) throw new Error("The portal has no process");
  const admin = await stack.signedIn("admin");
  // Ending a session needs another one.
  await stack.signedIn("admin");
  await stack.signedIn("clerk");
  const screens = await findScreens(stack, admin);
  const table: string[][] = [];
  const problems: string[] = [];
  for (const [name, row] of Object.entries(rows).filter(([name]) => only.test(name))) {
    const { fault, limit, except, width = 4, isOfSignIn = false } = row;
    const [memory, files] = [memoryOf(pid), openFilesOf(pid)];
    // A 401 may end a session.
    const visitor = await stack.signedIn("admin");
    if (isOfSignIn) await dueToken(visitor, stack.portal);
    stack.upstream.failEverywhere(fault, except ?? sessionCalls);
    const cells = await inTurns(screens, width, (screen) => visit(visitor, screen, row));
    stack.upstream.reset();
    const filesAfter = await openFilesBack(pid, files + 8);
    const again = await stack.signedIn("admin");
    const recovered = await inTurns(
      screens,
      4,
      async ({ address }) => (await again.follow(await again.get(address))).status,
    );
    const back = recovered.filter((status) => status < 500).length;
    screens.forEach(({ screen }, at) => {
      const problem = cells[at]?.problem;
      if (problem !== undefined) problems.push(`${name} · ${screen}: ${problem}`);
      if ((recovered[at] ?? 599) >= 500) problems.push(`${name} · ${screen}: ${recovered[at]} afterwards`);
    });
    if (filesAfter > files + 8) problems.push(`${name}: ${files} → ${filesAfter} open files`);
    screens.forEach(({ screen }, at) => {
      if ((cells[at]?.took ?? 0) > 3) process.stderr.write(`  ${screen} ${seconds(cells[at]?.took ?? 0)}\n`);
    });
    const answered = cells.filter(({ problem }) => problem === undefined).length;
    const worst = Math.max(...cells.map(({ took }) => took));
    table.push([
      name,
      `${answered} of ${screens.length}`,
      `${seconds(worst)} of ${limit}`,
      `${back} of ${screens.length}`,
      `${megabytes(memory)} → ${megabytes(memoryOf(pid))}`,
    ]);
    process.stderr.write(`${table.at(-1)?.join(" · ")}\n`);
  }
  return { table, problems };
}

// Every screen under every fault of the upstream: `npm run faults [-- --write] [-- fault]`.
setGlobalDispatcher(new Agent({ headersTimeout: 200_000, bodyTimeout: 200_000 }));
const options = process.argv.slice(2);
const stack = await startStack();
try {
  const { table, problems } = await measure(
    stack,
    new RegExp(options.find((one) => !one.startsWith("--")) ?? ""),
  );
  const text = markdownTable(
    ["The upstream", "Screens that say so in their frame", "Slowest", "Back afterwards", "Memory"],
    table,
  );
  publish("faults", text, problems);
} finally {
  await stack.stop();
}
