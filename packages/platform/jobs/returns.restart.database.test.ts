import { describe, expect, test } from "vitest";
import { z } from "zod";
import { exoStreams } from "#contract/exoJobs.ts";
import type { ProcessingState } from "#contract/processing.ts";
import { exos, outsideEffects, storedFiles } from "#platform/database/schema/exos.ts";
import { stores } from "#platform/database/schema/stores.ts";
import { addExo } from "#platform/domains/exos/repository.ts";
import { type Crash, crashPlaces, runUntilCrash, workAt } from "../../../tests/support/crashes.ts";
import { exoCustomer, exoItem } from "../../../tests/support/exoBench.ts";

type Shape = { ends: ProcessingState; script?: Record<string, string>; items?: object[] };

// Every sixth return ends early, in each possible way in turn.
const detours: readonly Shape[] = [
  { ends: "completed", script: { "create-return-shipment": "busy:2", "finalise-shipment-order": "busy:1" } },
  { ends: "manual", items: [exoItem, { ...exoItem, Quantity: 1 }] },
  { ends: "failed", script: { "update-return-shipment": "refuse" } },
  { ends: "manual", script: { "create-return-shipment": "charge" } },
  { ends: "stale", script: { "await-ap21-return-received": "never" } },
  { ends: "failed", script: { "acquire-shipment-labels": "unstorable" } },
  { ends: "failed", items: [] },
  { ends: "failed", script: { "retrieve-ap21-ra-number": "break" } },
];
const shapeOf = (index: number): Shape =>
  (index % 6 === 5 && detours[Math.floor(index / 6) % detours.length]) || { ends: "completed" };

// Each job with an outside call is once the last one before a crash.
const askingJobs = exoStreams["return/automatic"].filter(
  (job) => !["triage", "create-shipment-slip", "apply-return-credit", "finish"].includes(job),
);
const crashesAt = (times: number): Crash[] => [
  ...askingJobs.map((point) => ({ point, times })),
  ...Array.from({ length: 20 - askingJobs.length }, (_, index) => {
    const killAt = 40 + index * 23;
    return { point: "hang", times: killAt + 20, killAt };
  }),
];

const withFacts = z.looseObject({ facts: z.record(z.string(), z.string()).default({}) });

describe.each(await crashPlaces())(
  "a platform on $name that is killed again and again amid returns",
  (place) => {
    test("leaves each of them where it belongs, with every job done once", async () => {
      const entered = Array.from({ length: place.isShort ? 36 : 200 }, (_, index) => {
        const { ends, script, items = [exoItem] } = shapeOf(index);
        const exchange = { Customer: exoCustomer, Items: items, ...(script && { Simulated: script }) };
        return { id: `crash-${String(index + 1).padStart(3, "0")}`, ends, document: { exchange } };
      });
      await workAt(place, async (database) => {
        const store = { id: 1, name: "Clarks", alias: "CLK", type: "bigcommerce", managementBaseUrl: null };
        await database.insert(stores).values(store);
        for (const { id, document } of entered) {
          const emailAddress = `${id}@customer.example`;
          await addExo(database, { id, storeId: 1, originalOrderId: id, emailAddress, document }, new Date());
        }
      });
      const crashes = place.isShort ? crashesAt(20).filter((_, index) => index % 7 === 2) : crashesAt(80);
      for (const crash of crashes)
        expect(await runUntilCrash("returns", place, crash)).toEqual({ code: null, signal: "SIGKILL" });
      expect(await runUntilCrash("returns", place)).toMatchObject({ code: 0 });

      const [returns, effects, files] = await workAt(place, (database) =>
        Promise.all([
          database.select().from(exos),
          database.select().from(outsideEffects),
          database.select({ id: storedFiles.id }).from(storedFiles),
        ]),
      );
      expect(new Map(returns.map(({ id, status }) => [id, status]))).toEqual(
        new Map(entered.map(({ id, ends }) => [id, ends])),
      );
      for (const { id, status, raNumber, histories } of returns) {
        const finished = histories
          .filter(({ action }) => action === "process:jobs-done")
          .flatMap(({ meta }) => z.array(z.string()).parse(JSON.parse(String(meta?.jobs))))
          .reverse();
        const automatic = finished.filter((job) => job !== "create-helpdesk-return-ticket");
        expect(automatic, id).toEqual(exoStreams["return/automatic"].slice(0, automatic.length));
        if (status === "completed") expect(automatic).toHaveLength(exoStreams["return/automatic"].length);
        expect(finished.length - automatic.length).toBe(status === "manual" ? 1 : 0);

        const replies = new Map(
          effects.filter(({ exoId }) => exoId === id).map(({ job, reply }) => [job, reply]),
        );
        expect(replies.size, id).toBe(effects.filter(({ exoId }) => exoId === id).length);
        const asked = finished.filter((job) =>
          [...askingJobs, "create-helpdesk-return-ticket"].includes(job),
        );
        expect([...replies.keys()]).toEqual(expect.arrayContaining(asked));
        const { facts } = withFacts.parse(replies.get("retrieve-ap21-ra-number") ?? {});
        expect(raNumber).toBe(facts.ra_number ?? null);
        if (status === "completed")
          expect(files.filter((file) => file.id.startsWith(`exos/${id}/`))).toHaveLength(2);
      }
      // The processes did crash between a company's work and its record.
      const betweenTheTwo = crashes.filter(({ killAt }) => killAt === undefined);
      expect(effects.filter(({ asked }) => asked > 1).length).toBeGreaterThanOrEqual(betweenTheTwo.length);
    }, 900_000);
  },
);
