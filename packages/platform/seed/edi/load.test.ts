import { expect, test } from "vitest";
import { messageDocument, readEdifact, runSync, summarise } from "#edifact/index.ts";
import { recordedStory } from "./load.ts";

const story = recordedStory(new Date("2026-11-20T00:00:00Z"));

/** The second partner's files in order, and their contents. */
const files = story.interchanges
  .filter(({ key }) => key.startsWith("second partner"))
  .map(({ key, controlReference = "", direction, write }) => {
    const bytes = write(controlReference, () => undefined);
    const { interchanges, findings } = runSync(readEdifact(bytes));
    const [interchange] = interchanges;
    const message = interchange?.messages[0];
    if (!interchange || !message) throw new Error(`'${key}' holds no message`);
    const { document } = runSync(messageDocument(message));
    return { text: new TextDecoder().decode(bytes), direction, interchange, message, document, findings };
  });

test("the second partner's files and ours to it are wrapped, without UNA and without an error [edi#wrapped]", () => {
  for (const { text, direction, interchange, findings } of files) {
    expect(text).toMatch(/^UNB/);
    for (const line of text.split("\r\n")) expect(line.length).toBeLessThanOrEqual(80);
    const theirs = direction === "inbound" ? interchange.sender : interchange.recipient;
    expect(theirs.identification).toBe("DAVIDSONRETAIL");
    expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
  }
});

test("every order is acknowledged, and undeliverable ones are answered with an ORDRSP", () => {
  expect(files.map(({ interchange, message }) => `${interchange.controlReference} ${message.type}`)).toEqual([
    "00001 ORDERS",
    "000000001 CONTRL",
    "000000002 ORDRSP",
    "00002 CONTRL",
    "00003 ORDERS",
    "000000003 CONTRL",
    "00004 ORDERS",
    "000000004 CONTRL",
  ]);
  expect(summarise(files[2]?.document)).toMatchObject({
    kind: "ORDRSP",
    messageFunction: "27",
    order: { references: [{ qualifier: "ON", identifier: "DR-2000" }] },
  });
  expect(story.orders.map(({ documentIdentifier }) => documentIdentifier)).toEqual([
    "DR-2000",
    "DR-2001",
    "DR-2002",
  ]);
});
