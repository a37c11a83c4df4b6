import { describe, expect, test } from "vitest";
import { z } from "zod";
import { exoStreams } from "#contract/exoJobs.ts";
import { folderForTests, runUntilCrash } from "#tests/support/children.ts";
import { crashReturns } from "#tests/support/crashReturns.ts";
import { newPostgres } from "#tests/support/databases.ts";

const postgres = await newPostgres();
const directory = await folderForTests();

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
async function runReturns(words: string[], killAt = Number.POSITIVE_INFINITY) {
  let reported: Report | undefined;
  const end = await runUntilCrash("crashableReturns", words, (said, child) => {
    const word = line.parse(said);
    if ("exos" in word) reported = word;
    if ("asks" in word && word.asks >= killAt) child.kill("SIGKILL");
  });
  return { ...end, reported };
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

const crashesAt = (asks: number): Death[] => [
  ...askingJobs.map((job) => ({ words: [String(asks), job], killAt: undefined })),
  ...Array.from({ length: 20 - askingJobs.length }, (_, index) => {
    const killAt = 40 + index * 23;
    return { words: [String(killAt + 20), "hang"], killAt };
  }),
];
// A life on PGlite begins slowly: where there is PostgreSQL, PGlite goes through a shorter test.
const whole = { returns: 200, crashes: crashesAt(80) };
const short = { returns: 36, crashes: crashesAt(20).filter((_, index) => index % 7 === 2) };
const places = postgres
  ? [
      { name: "PostgreSQL", where: postgres, ...whole },
      { name: "PGlite", where: directory, ...short },
    ]
  : [{ name: "PGlite", where: directory, ...whole }];

describe.each(places)("a platform on $name that is killed again and again amid $returns returns", (place) => {
  test("leaves each of them where it belongs, with every job done once", async () => {
    const { where, returns, crashes } = place;
    await runReturns(["enter", where, String(returns)]);
    for (const { words, killAt } of crashes) {
      expect(await runReturns(["run", where, ...words], killAt)).toMatchObject({
        code: null,
        signal: "SIGKILL",
      });
    }
    const { code, reported } = await runReturns(["run", where]);
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

      const permissions = effects.filter(({ exoId }) => exoId === exo.id);
      expect(new Set(permissions.map(({ job }) => job)).size, exo.id).toBe(permissions.length);
      const asked = finished.filter((job) => [...askingJobs, "create-helpdesk-return-ticket"].includes(job));
      expect(permissions.map(({ job }) => job)).toEqual(expect.arrayContaining(asked));
      const given = permissions.find(({ job }) => job === "retrieve-ap21-ra-number")?.reply.facts.ra_number;
      expect(exo.raNumber).toBe(given ?? null);
      const files = blobs.filter((blob) => blob.startsWith(`exos/${exo.id}/`));
      if (exo.status === "completed") expect(files).toHaveLength(2);
    }
    // The processes did die between a company's work and its record.
    const betweenTheTwo = crashes.filter(({ killAt }) => killAt === undefined);
    expect(effects.filter(({ asked }) => asked > 1).length).toBeGreaterThanOrEqual(betweenTheTwo.length);
  }, 900_000);
});
