import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { exoStreams } from "#contract/exoJobs.ts";
import { crashReturns } from "#tests/support/crashReturns.ts";
import { newPostgres } from "#tests/support/databases.ts";

const postgres = await newPostgres();
const directory = await mkdtemp(join(tmpdir(), "utopia-returns-"));
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(directory, { recursive: true, force: true });
});

const report = z.object({
  exos: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      raNumber: z.string().nullable(),
      histories: z.array(
        z.object({ action: z.string(), meta: z.looseObject({ jobs: z.string().optional() }).nullable() }),
      ),
    }),
  ),
  effects: z.array(
    z.object({
      exoId: z.string(),
      job: z.string(),
      asked: z.number(),
      reply: z.looseObject({ facts: z.record(z.string(), z.string()) }),
    }),
  ),
  blobs: z.array(z.string()),
});
type Report = z.output<typeof report>;
const line = z.union([report, z.object({ asks: z.number() }), z.object({ entered: z.number() })]);

/**
 * Starts a child and reads what it says. Once it has asked the outside `killAt` times it is killed. Returns how it
 * ended, and what it reported.
 */
async function lifeOf(words: string[], killAt = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/mortalReturns.ts", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const ended = once(child, "exit");
  if (!child.stdout) throw new Error("The child has no stdout");
  let reported: Report | undefined;
  for await (const text of createInterface({ input: child.stdout })) {
    // What a killed process was about to say may break off.
    if (!text.endsWith("}")) continue;
    const said = line.parse(JSON.parse(text));
    if ("exos" in said) reported = said;
    if ("asks" in said && said.asks >= killAt) child.kill("SIGKILL");
  }
  const [code, signal] = await ended;
  return { code, signal, reported };
}

const finishedJobs = ({ histories }: Report["exos"][number]): string[] =>
  histories
    .filter(({ action }) => action === "process:jobs-done")
    .flatMap(({ meta }) => z.array(z.string()).parse(JSON.parse(meta?.jobs ?? "")))
    .reverse();

// Each job that asks a company is, once, the last thing that a process lives to see.
const askingJobs = exoStreams["return/automatic"].filter(
  (job) => !["triage", "create-shipment-slip", "apply-return-credit", "finish"].includes(job),
);

/**
 * How a platform dies: by itself after a company did a job and before the answer is kept; or from outside after so many
 * requests, wherever it is by then.
 */
type Death = { words: string[]; killAt: number | undefined };

const deathsAt = (asks: number): Death[] => [
  ...askingJobs.map((job) => ({ words: [String(asks), job], killAt: undefined })),
  ...Array.from({ length: 20 - askingJobs.length }, (_, index) => {
    const killAt = 40 + index * 23;
    return { words: [String(killAt + 20), "hang"], killAt };
  }),
];
// A life on PGlite begins slowly: where there is PostgreSQL, PGlite goes through a shorter test.
const whole = { returns: 200, deaths: deathsAt(80) };
const short = { returns: 36, deaths: deathsAt(20).filter((_, index) => index % 7 === 2) };
const places = postgres
  ? [
      { name: "PostgreSQL", where: postgres, ...whole },
      { name: "PGlite", where: directory, ...short },
    ]
  : [{ name: "PGlite", where: directory, ...whole }];

describe.each(places)("a platform on $name that is killed again and again amid $returns returns", (place) => {
  test("leaves each of them where it belongs, with every job done once", async () => {
    const { where, returns, deaths } = place;
    await lifeOf(["enter", where, String(returns)]);
    for (const { words, killAt } of deaths) {
      expect(await lifeOf(["run", where, ...words], killAt)).toMatchObject({ code: null, signal: "SIGKILL" });
    }
    const { code, reported } = await lifeOf(["run", where]);
    expect(code).toBe(0);
    const { exos = [], effects = [], blobs = [] } = reported ?? {};

    const ends = new Map(exos.map(({ id, status }) => [id, status]));
    const entered = crashReturns.slice(0, returns);
    for (const { id, ends: end } of entered) expect(ends.get(id), id).toBe(end);
    expect(ends.size).toBe(entered.length);

    for (const exo of exos) {
      const finished = finishedJobs(exo);
      const automatic = finished.filter((job) => job !== "create-helpdesk-return-ticket");
      expect(automatic, exo.id).toEqual(exoStreams["return/automatic"].slice(0, automatic.length));
      if (exo.status === "completed") expect(automatic).toHaveLength(exoStreams["return/automatic"].length);
      expect(finished.length - automatic.length).toBe(exo.status === "manual" ? 1 : 0);

      const deeds = effects.filter(({ exoId }) => exoId === exo.id);
      expect(new Set(deeds.map(({ job }) => job)).size, exo.id).toBe(deeds.length);
      const asked = finished.filter((job) => [...askingJobs, "create-helpdesk-return-ticket"].includes(job));
      expect(deeds.map(({ job }) => job)).toEqual(expect.arrayContaining(asked));
      const given = deeds.find(({ job }) => job === "retrieve-ap21-ra-number")?.reply.facts.ra_number;
      expect(exo.raNumber).toBe(given ?? null);
      const files = blobs.filter((blob) => blob.startsWith(`exos/${exo.id}/`));
      if (exo.status === "completed") expect(files).toHaveLength(2);
    }
    // The processes did die between a company's work and its record.
    const betweenTheTwo = deaths.filter(({ killAt }) => killAt === undefined);
    expect(effects.filter(({ asked }) => asked > 1).length).toBeGreaterThanOrEqual(betweenTheTwo.length);
  }, 300_000);
});
