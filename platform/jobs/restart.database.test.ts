import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mortals, seededPlaces } from "#tests/support/children.ts";

const places = await seededPlaces();
const { start, firstWord } = mortals("mortalPlatform");

const performing = z.object({ performing: z.uuid() });
const finished = z.object({
  outcome: z.string(),
  state: z.string(),
  changes: z.array(z.object({ attribute: z.string(), newValue: z.unknown() })),
});

describe.each(places)("a platform on $name that is killed in the middle of an action", ({ where }) => {
  test("performs it after the restart, once", async () => {
    const first = start("submit", where);
    const { performing: eventId } = performing.parse(await firstWord(first));
    first.kill("SIGKILL");
    await once(first, "exit");

    for (let restart = 1; restart <= 2; restart += 1) {
      const next = start("finish", where, eventId);
      const ended = once(next, "exit");
      const { outcome, state, changes } = finished.parse(await firstWord(next));
      expect(outcome).toContain("(simulated)");
      expect(state).toBe("live");
      expect(changes.filter(({ attribute }) => attribute === "Action")).toHaveLength(1);
      expect(changes.filter(({ attribute }) => attribute === "Channel")).toHaveLength(1);
      expect(await ended).toEqual([0, null]);
    }
  }, 300_000);
});
