import { chromium } from "@playwright/test";
import { Agent, setGlobalDispatcher } from "undici";
import { markdownTable } from "../bench/table.ts";
import { chromiumOptions } from "../support/chromium.ts";
import { publish } from "../support/reliabilityTable.ts";
import { Visitor } from "../support/visitor.ts";
import { checks, openScene, type Scene } from "./checks.ts";
import { startTopology, type Topology, until } from "./topology.ts";
import { whileWriting } from "./writing.ts";

type Outcome = { seconds: number; problem?: string; detail?: string };

/** A state of the topology, with its beginning and its end. */
type State = {
  name: string;
  begin(topology: Topology): Promise<void>;
  end?(topology: Topology): Promise<void>;
  /** Whether people must not notice its beginning and end. */
  unnoticed?: boolean;
  /** Whether people write notes while it begins. */
  isWritten?: boolean;
};

const one = (parts: Topology["portals"]) => {
  const [first] = parts;
  if (!first) throw new Error("There is none");
  return first;
};
const other = (parts: Topology["portals"]) => one(parts.slice(1));
const ready = (topology: Topology) => until("Being ready again", topology.isReady);

/** One of the processes is stopped or killed, and restarted at the end, without people noticing. */
const without = (
  name: string,
  how: "stop" | "kill",
  which: (topology: Topology) => Topology["portals"][number],
): State => ({
  name,
  begin: (topology) => which(topology)[how](),
  end: (topology) => which(topology).start(),
  unnoticed: true,
});
/** PostgreSQL ends and comes back, several times, while people write: until then pages may fail. */
const databaseAgain = (name: string, signal: "SIGINT" | "SIGQUIT"): State => ({
  name,
  begin: async (topology) => {
    await topology.restartPostgres(signal);
    await ready(topology);
  },
  isWritten: true,
});

const states: readonly State[] = [
  { name: "all up", begin: async () => undefined },
  without("portal 1 stopped", "stop", ({ portals }) => one(portals)),
  without("portal 2 killed", "kill", ({ portals }) => other(portals)),
  without("platform 1 stopped", "stop", ({ platforms }) => one(platforms)),
  without("platform 2 killed", "kill", ({ platforms }) => other(platforms)),
  { name: "nginx reloaded", begin: async ({ reloadNginx }) => void reloadNginx(), unnoticed: true },
  databaseAgain("PostgreSQL restarted", "SIGINT"),
  databaseAgain("PostgreSQL crashed", "SIGQUIT"),
];

async function timed(work: () => Promise<void>): Promise<Outcome> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  try {
    await work();
    return { seconds: seconds() };
  } catch (problem) {
    return { seconds: seconds(), problem: problem instanceof Error ? problem.message : String(problem) };
  }
}

/** Reports failures immediately. */
async function step(what: string, work: () => Promise<void>): Promise<Outcome> {
  const outcome = await timed(work);
  if (outcome.problem !== undefined) process.stderr.write(`  FAILED ${what}: ${outcome.problem}\n`);
  return outcome;
}

/** Opens pages continuously; `end` throws if one of them got no normal response. */
function keepAsking(visitor: Visitor) {
  const wrong: string[] = [];
  let requests = 0;
  let isOver = false;
  const asking = [1, 2].map(async () => {
    while (!isOver) {
      requests += 1;
      const said = await visitor.get("/orders/").then(
        ({ status }) => `${status}`,
        (problem: unknown) => String(problem),
      );
      if (said !== "200") wrong.push(said);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(asking);
    if (wrong.length > 0) throw new Error(`${wrong.length} of ${requests} pages failed: ${wrong[0]}`);
  };
}

const unnoticed = "pages opened meanwhile";
const written = "notes written meanwhile: none lost, none twice";

/** Plain http redirects to https, and the proxy's log contains no query. */
async function lookAtNginx(topology: Topology): Promise<void> {
  const plain = await new Visitor(topology.httpUrl).get("/orders/");
  if (plain.status !== 301 || !plain.location?.startsWith(topology.portalUrl))
    throw new Error(`plain http answered ${plain.status}`);
  if (/code=|barcode=/.test(await topology.accessLog())) throw new Error("the access log holds queries");
}

function tableOf(outcomes: Map<string, Map<string, Outcome>>): string {
  const heads = ["Check", ...states.map(({ name }) => name)];
  const cellOf = (outcome: Outcome | undefined) =>
    outcome === undefined
      ? ""
      : `${outcome.problem === undefined ? "" : "FAILED "}${outcome.detail ?? `${outcome.seconds.toFixed(1)} s`}`;
  const rows = [...checks.map(({ what }) => what), unnoticed, written].map((what) => [
    what,
    ...states.map(({ name }) => cellOf(outcomes.get(name)?.get(what))),
  ]);
  return markdownTable(heads, rows);
}

/** Three people write notes while a state begins: how many were acknowledged, and the longest wait for an answer. */
async function writtenDuring(
  { topology, admin, exos }: Scene,
  clerk: Visitor,
  state: State,
): Promise<Outcome> {
  const people = [admin, clerk, admin].map((visitor, index) => {
    const exo = exos.shift();
    if (exo === undefined) throw new Error("No return is left to write on");
    return { visitor, exo, name: `${state.name} ${index + 1}` };
  });
  let detail = "";
  const outcome = await step(written, async () => {
    const { acknowledged, presses, slowestMs } = await whileWriting(people, 4, () => state.begin(topology));
    detail = `${acknowledged} notes, ${presses} presses, the slowest answer ${(slowestMs / 1000).toFixed(1)} s`;
  });
  return { ...outcome, detail };
}

/** Runs every check in every state; returns the table, and the failures in words. */
async function runAll(scene: Scene) {
  // Not the person of the checks: a flash message goes to whichever page loads first.
  const reader = new Visitor(scene.topology.portalUrl);
  await reader.signIn("clerk@utopia.example");
  const outcomes = new Map<string, Map<string, Outcome>>();
  for (const state of states) {
    process.stderr.write(`${state.name} …\n`);
    const of = new Map<string, Outcome>();
    outcomes.set(state.name, of);
    const stopAsking = state.unnoticed ? keepAsking(reader) : undefined;
    if (state.isWritten) of.set(written, await writtenDuring(scene, reader, state));
    else await state.begin(scene.topology);
    for (const { what, holds } of checks) of.set(what, await step(what, () => holds(scene)));
    await state.end?.(scene.topology);
    if (stopAsking) of.set(unnoticed, await step(unnoticed, stopAsking));
  }
  const failures = [...outcomes].flatMap(([state, of]) =>
    [...of].flatMap(([what, { problem }]) =>
      problem === undefined ? [] : [`${state}: ${what}: ${problem}`],
    ),
  );
  return { table: tableOf(outcomes), failures };
}

process.stderr.write("Starting nginx, two portals, two platforms, PostgreSQL and an object store …\n");
const topology = await startTopology();
const stopAt = () => {
  void topology.stop().finally(() => process.exit(130));
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stopAt);
setGlobalDispatcher(new Agent({ connect: { ca: topology.certificate } }));
const browser = await chromium.launch(chromiumOptions());
try {
  await ready(topology);
  const { table, failures } = await runAll(await openScene(topology, browser));
  const last = await timed(() => lookAtNginx(topology));
  if (last.problem !== undefined) failures.push(`nginx: ${last.problem}`);
  publish("topology", table, failures);
} finally {
  await browser.close();
  await topology.stop();
}
