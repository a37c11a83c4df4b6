import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mortals, seededPlaces } from "#tests/support/children.ts";

const places = await seededPlaces();
const { start, firstWord } = mortals("mortalOrders");

const submitting = z.object({ id: z.string(), reference: z.string() });
const finished = z.object({
  status: z.string(),
  submissions: z.number(),
  history: z.array(z.string()),
  references: z.array(z.string()),
});

describe.each(places)("a platform on $name that is killed while AP21 is asked", ({ where }) => {
  test("asks again under the same reference, and takes the step once", async () => {
    const first = start("submit", where);
    const { id, reference } = submitting.parse(await firstWord(first));
    first.kill("SIGKILL");
    await once(first, "exit");

    const counted = async () => {
      const next = start("finish", where, id);
      const ended = once(next, "exit");
      const word = finished.parse(await firstWord(next));
      expect(await ended).toEqual([0, null]);
      return word;
    };
    const second = await counted();
    expect(second.references).toEqual([reference]);
    const third = await counted();
    expect(third.references).toEqual([]);
    for (const { status, submissions, history } of [second, third]) {
      expect(status).not.toBe("PROCESSING");
      expect(submissions).toBe(1);
      expect(history.filter((action) => action === "OrderSubmittedToAP21")).toHaveLength(
        second.history.filter((action) => action === "OrderSubmittedToAP21").length,
      );
    }
    expect(second.history[0]).toBe("OrderSubmittedToAP21");
  }, 240_000);
});
