import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { insertAll } from "#database/insert.ts";
import { ediInterchanges } from "#platform/database/schema/edi.ts";
import { ediPartners, ediSettledGaps } from "#platform/database/schema/ediPartners.ts";
import { testDatabases } from "../../../../../tests/support/databases.ts";
import { testEdiPartner } from "../../../../../tests/support/ediFiles.ts";
import { schedules } from "../../../../../tests/support/models.ts";
import { newestPosition } from "./repository.ts";
import { controlNumbersReader, findAnswered } from "./series.ts";

type Arrival = { reference: string; day: string; bytes: string; isTest: boolean };

const us = { recipient: "UTOPIA", recipientQualifier: "ZZ" } as const;
const millisecondsOfDay = 86_400_000;

/** The gaps and duplicates of arrivals, one after the other, by what is promised of them (edi#runs). */
function modelOf(arrivals: readonly Arrival[], days: number) {
  const uses = new Map<string, { day: string; bytes: Set<string>; generation: number }>();
  const numbers: Set<number>[] = [];
  const counts = new Map<string, number>();
  let run = 0;
  for (const { reference, day, bytes, isTest } of arrivals) {
    const key = `${isTest} ${reference}`;
    const use = uses.get(key) ?? { day, bytes: new Set(), generation: 0 };
    const apart = Math.abs(Date.parse(day) - Date.parse(use.day)) / millisecondsOfDay;
    if (apart > days && !use.bytes.has(bytes)) use.generation += 1;
    uses.set(key, { ...use, day, bytes: use.bytes.add(bytes) });
    run = Math.max(run, use.generation);
    numbers[run] = (numbers[run] ?? new Set()).add(Number(reference));
    counts.set(`${key} ${use.generation}`, (counts.get(`${key} ${use.generation}`) ?? 0) + 1);
  }
  const gaps = numbers.flatMap((seen, place) => {
    const all = [...seen].sort((one, other) => one - other);
    return all.flatMap((number, index) => {
      const next = all[index + 1];
      return next !== undefined && next > number + 1
        ? [{ run: place, from: String(number + 1), to: String(next - 1) }]
        : [];
    });
  });
  return { run, gaps, duplicates: [...counts.values()].filter((count) => count > 1).length };
}

describe.each(testDatabases())("control numbers on $name", ({ open }) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());

  let series = 0;
  /** Interchanges of a partner of their own, as they arrived; each returns its control numbers. */
  async function arrive(all: readonly (readonly Arrival[])[], days: number) {
    const { database } = connection;
    const [row] = await database.select().from(ediInterchanges).limit(1);
    if (!row) throw new Error("The seed has no interchange");
    const { partner: _partner, ...template } = row;
    let position = await newestPosition(database);
    const senders = all.map(() => {
      series += 1;
      return `SERIES${series}`;
    });
    const terms = { ...testEdiPartner.terms, reference_window_days: days };
    await insertAll(
      database,
      ediPartners,
      senders.map((identification) => ({ ...testEdiPartner, name: identification, identification, terms })),
    );
    const rows = all.flatMap((arrivals, index) =>
      arrivals.map(({ reference, day, bytes, isTest }) => {
        position += 1;
        const own = { id: randomUUID(), cause: null, stepAt: null, position, direction: "inbound" };
        const said = { controlReference: reference, digest: bytes, preparedAt: `${day}T10:00`, isTest };
        return { ...template, ...own, ...said, ...us, sender: senders[index] ?? "", senderQualifier: "ZZ" };
      }),
    );
    await insertAll(database, ediInterchanges, rows);
    return senders;
  }
  const read = async (senders: readonly string[]) => {
    const found = await controlNumbersReader(connection.database)();
    return senders.map((sender) => {
      const one = found.find(({ sender: { identification } }) => identification === sender);
      if (!one) throw new Error(`There is no series of ${sender}`);
      return {
        run: one.run,
        gaps: one.gaps.map(({ run, from, to }) => ({ run, from, to })),
        duplicates: one.duplicate_count,
      };
    });
  };

  let files = 0;
  const on = (day: string, ...references: string[]): Arrival[] =>
    references.map((reference) => {
      files += 1;
      return { reference, day, bytes: `file ${files}`, isTest: false };
    });

  test("a number lost after the numbers began again is a gap, and its earlier use is no duplicate [edi#runs]", async () => {
    const [sender = ""] = await arrive(
      [[...on("2025-03-01", "1", "2", "3", "4", "5"), ...on("2027-03-01", "1", "2", "4", "5")]],
      365,
    );
    expect(await read([sender])).toEqual([{ run: 1, gaps: [{ run: 1, from: "3", to: "3" }], duplicates: 0 }]);
    await connection.database.insert(ediSettledGaps).values({
      ...{ direction: "inbound", sender, senderQualifier: "ZZ", ...us, run: 0, first: 3, last: 3 },
      ...{ reason: "Of the first run", settledBy: "somebody", settledAt: new Date() },
    });
    expect((await read([sender]))[0]?.gaps).toHaveLength(1);
    await connection.database.update(ediSettledGaps).set({ run: 1 });
    expect((await read([sender]))[0]?.gaps).toEqual([]);
  });

  test("a number used twice within the partner's days is a duplicate in its run, and the same bytes begin none [edi#runs]", async () => {
    const first = on("2025-03-01", "1", "2", "3");
    const repeated = first.map((one) => ({ ...one, day: "2027-03-01" }));
    const senders = await arrive(
      [
        [...first, ...on("2025-12-31", "2")],
        [...first, ...repeated],
      ],
      365,
    );
    expect(await read(senders)).toEqual([
      { run: 0, gaps: [], duplicates: 1 },
      { run: 0, gaps: [], duplicates: 3 },
    ]);
  });

  test("a CONTRL answers the interchange that it names to the letter, or none [edi#answered]", async () => {
    const { database } = connection;
    const [partner = ""] = await arrive([on("2025-03-01", "007")], 365);
    const sent = { sender: "UTOPIA", senderQualifier: "ZZ", recipient: partner, recipientQualifier: "ZZ" };
    await database
      .update(ediInterchanges)
      .set({ ...sent, direction: "outbound" })
      .where(eq(ediInterchanges.sender, partner));
    const named = { ...sent, direction: "outbound", controlReference: "007", isTest: false };
    const swapped = { sender: partner, recipient: "UTOPIA" };
    const found = (control: Partial<typeof named>) =>
      database.transaction((transaction) => findAnswered(transaction, { ...named, ...control }));
    expect(await found({})).toMatchObject({ recipient: partner, controlReference: "007" });
    for (const other of [
      { controlReference: "7" },
      { controlReference: "0007" },
      { recipientQualifier: "14" },
      { senderQualifier: "" },
      swapped,
      { isTest: true },
    ])
      expect(await found(other), JSON.stringify(other)).toBeUndefined();
  });

  test("gaps and duplicates of any arrivals are those of a simple model [edi#runs]", async () => {
    const arrival: fc.Arbitrary<Arrival> = fc.record({
      reference: fc.integer({ min: 1, max: 6 }).map(String),
      day: fc.constantFrom("2025-01-01", "2025-01-20", "2025-04-01", "2026-04-01", "2027-06-01"),
      bytes: fc.constantFrom("a", "b", "c", "d"),
      isTest: fc.constantFrom(false, false, false, true),
    });
    const arrivals = fc.array(arrival, { minLength: 1, maxLength: 14 });
    const { numRuns, seed } = schedules(150);
    const cases = fc.sample(arrivals, { numRuns, seed });
    // As many as one answer lists.
    for (let first = 0; first < cases.length; first += 150) {
      const some = cases.slice(first, first + 150);
      const senders = await arrive(some, 30);
      const found = await read(senders);
      await connection.database.delete(ediInterchanges).where(inArray(ediInterchanges.sender, senders));
      for (const [index, one] of some.entries()) {
        const model = modelOf(one, 30);
        const said = { seed, arrivals: one };
        const sorted = { ...found[index], gaps: [...(found[index]?.gaps ?? [])].sort(byPlace) };
        expect({ ...said, ...sorted }).toEqual({ ...said, ...model });
      }
    }
  });
});

type Gap = { run: number; from: string };
const byPlace = (one: Gap, other: Gap) => one.run - other.run || Number(one.from) - Number(other.from);
