import { type Asked, type Kind, signInCrowd, startBench, takeStep } from "./crowd.ts";
import { usageOf } from "./processorTime.ts";
import { at } from "./table.ts";

/*
 * Simulated staff on the production build, with both databases on one PostgreSQL: everybody opens a
 * page, thinks, and opens the next, while the open page polls as in a browser. The result is processor time per
 * process, which is independent of other load on the machine. Response times are not, and are printed for information.
 */

const seconds = process.argv.includes("--quick") ? 4 : 12;
const crowds = [50, 100, 200, 400];

const say = (words: string) => process.stderr.write(`${words}\n`);

type Bench = Awaited<ReturnType<typeof startBench>>;

const mark = async ({ portals, platform, done }: Bench) => ({
  portals: portals.map(({ pid }) => usageOf(pid)),
  platform: usageOf(platform.pid),
  ...(await done()),
});

const between = (before: Awaited<ReturnType<typeof mark>>, after: Awaited<ReturnType<typeof mark>>) => ({
  portal: after.portals.reduce((sum, one, at) => sum + one.seconds - (before.portals[at]?.seconds ?? 0), 0),
  megabytes: after.portals.map(({ megabytes }) => Math.round(megabytes)),
  platform: after.platform.seconds - before.platform.seconds,
  postgres: after.postgresSeconds - before.postgresSeconds,
  portalTransactions: after.portalTransactions - before.portalTransactions,
  platformTransactions: after.platformTransactions - before.platformTransactions,
});

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |\n`;
const heads = (cells: readonly string[]) => row(cells) + row(cells.map(() => "---"));
const ms = (value: number) => value.toFixed(1);

const bench = await startBench();
try {
  say("Signing in …");
  const { first, pages, steps, lives, work } = await signInCrowd(bench.portals.map(({ url }) => url));

  /** The cost of one kind of request, sent sequentially to the first process. */
  async function costOf(kind: Kind, many: number, ask: (number: number) => Promise<unknown>) {
    for (let number = 0; number < 2 * many; number += 1) if (kind !== "write") await ask(number);
    const before = await mark(bench);
    for (let number = 0; number < many; number += 1) await ask(number);
    const spent = between(before, await mark(bench));
    const each = (value: number) => (value * 1000) / many;
    return {
      kind,
      many,
      portal: each(spent.portal),
      platform: each(spent.platform),
      postgres: each(spent.postgres),
      portalTransactions: spent.portalTransactions / many,
      platformTransactions: spent.platformTransactions / many,
    };
  }
  say("What one of each costs …");
  const apart = [
    await costOf("page", 300, (number) => first.get(pages[(number * 7) % pages.length]?.at ?? "/")),
    await costOf("live", 300, (number) => first.get(lives[(number * 7) % lives.length] ?? "/")),
    await costOf("write", Math.min(20, Math.floor(steps.length / 3)), () =>
      takeStep(first, steps.shift() ?? "/"),
    ),
  ];
  const costs = Object.fromEntries(apart.map((one) => [one.kind, one.portal]));
  let text = heads([
    "One",
    "portal, ms",
    "platform, ms",
    "PostgreSQL, ms",
    "transactions of the portal's database",
    "of the platform's",
  ]);
  for (const one of apart)
    text += row([
      `${one.kind} (of ${one.many})`,
      ...[one.portal, one.platform, one.postgres, one.portalTransactions, one.platformTransactions].map(ms),
    ]);

  /** Concurrent users, spread over the processes. */
  async function crowd(people: number, processes: number) {
    const asked: Asked[] = [];
    const before = await mark(bench);
    await work({ people, processes, milliseconds: seconds * 1000 }, (one) => asked.push(one));
    const spent = between(before, await mark(bench));
    const of = (kind: Kind) => asked.filter((one) => one.kind === kind);
    const counts = { page: of("page").length, live: of("live").length, write: of("write").length };
    const times = of("page").map(({ took }) => took);
    const failed = asked.filter(({ status }) => status >= 400).length;
    const said = (kind: Kind) => counts[kind] * (costs[kind] ?? 0);
    const model = (said("page") + said("live") + said("write")) / 1000;
    return { counts, times, failed, spent, model };
  }

  text += `\n${heads([
    "People, processes",
    "pages, live, writes",
    "failed",
    "pages a second",
    "page p50, p95, ms",
    "portal's cores: measured, model",
    "platform, PostgreSQL: cores",
    "transactions a second: portal's, platform's database",
    "MB a process",
  ])}`;
  for (const processes of [1, 2])
    for (const people of crowds) {
      say(`${people} people, ${processes} of the portal …`);
      const { counts, times, failed, spent, model } = await crowd(people, processes);
      const cores = (value: number) => (value / seconds).toFixed(2);
      text += row([
        `${people}, ${processes}`,
        `${counts.page}, ${counts.live}, ${counts.write}`,
        failed,
        (counts.page / seconds).toFixed(1),
        `${at(times, 0.5).toFixed(0)}, ${at(times, 0.95).toFixed(0)}`,
        `${cores(spent.portal)}, ${cores(model)}`,
        `${cores(spent.platform)}, ${cores(spent.postgres)}`,
        `${(spent.portalTransactions / seconds).toFixed(0)}, ${(spent.platformTransactions / seconds).toFixed(0)}`,
        spent.megabytes.slice(0, processes).join(", "),
      ]);
    }
  process.stdout.write(text);
} finally {
  await bench.stop();
}
