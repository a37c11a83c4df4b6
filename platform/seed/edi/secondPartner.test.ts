import { expect, test } from "vitest";
import { atOnce, readEdifact } from "#edifact/index.ts";
import { secondPartnerStory } from "./secondPartner.ts";

test("the second partner's files and ours to it are wrapped and without UNA; every order is good and acknowledged", () => {
  const { partner, story } = secondPartnerStory(new Date("2026-11-20T00:00:00Z"));
  const read = story.interchanges.map(({ controlReference = "", direction, write }) => {
    const bytes = write(controlReference, () => "00001");
    const text = new TextDecoder().decode(bytes);
    expect(text).toMatch(/^UNB/);
    for (const line of text.split("\r\n")) expect(line.length).toBeLessThanOrEqual(80);
    const { interchanges, findings } = atOnce(readEdifact(bytes));
    const theirs = interchanges.map(({ sender, recipient }) =>
      direction === "inbound" ? sender : recipient,
    );
    expect(theirs.map(({ identification }) => identification)).toEqual([partner]);
    expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
    return [interchanges[0]?.controlReference, interchanges[0]?.messages[0]?.type];
  });
  expect(read).toEqual([
    ["00001", "ORDERS"],
    ["000000001", "CONTRL"],
    ["00002", "ORDERS"],
    ["000000002", "CONTRL"],
  ]);
  expect(story.orders.map(({ documentIdentifier }) => documentIdentifier)).toEqual(["DR-2001", "DR-2002"]);
});
