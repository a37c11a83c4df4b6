import { expect, test } from "vitest";
import { atOnce, readEdifact } from "#edifact/index.ts";
import { secondPartnerStory } from "./secondPartner.ts";

test("the second partner's files are wrapped and without UNA, and every one is a good order of its own", () => {
  const { partner, story } = secondPartnerStory(new Date("2026-11-20T00:00:00Z"));
  const numbers = story.interchanges.map(({ controlReference = "", write }) => {
    const bytes = write(controlReference, () => undefined);
    const text = new TextDecoder().decode(bytes);
    expect(text).toMatch(/^UNB/);
    for (const line of text.split("\r\n")) expect(line.length).toBeLessThanOrEqual(80);
    const { interchanges, findings } = atOnce(readEdifact(bytes));
    expect(interchanges.map(({ sender }) => sender.identification)).toEqual([partner]);
    expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
    return interchanges[0]?.controlReference;
  });
  expect(numbers).toEqual(["00001", "00002"]);
  expect(story.orders.map(({ documentIdentifier }) => documentIdentifier)).toEqual(["DR-2001", "DR-2002"]);
});
