import { describe, expect, test } from "vitest";
import { exoStreamCodes, exoStreams, manualDetailsStep } from "#contract/exoJobs.ts";
import { exoErrorCodes } from "#contract/exos.ts";
import { processingStates } from "#contract/processing.ts";
import { exoStatusChoices, exoStatusOf, stepOf, streamLabel, streamOf } from "./catalogue.ts";
import { historyCodeOf } from "./historyCatalogue.ts";

describe("statuses [states#states]", () => {
  test.each([
    ["new", "New EXO", "background"],
    ["active", "Processing (Auto)", "ok"],
    ["passive", "Processing (Waiting)", "background"],
    ["manual", "Manual Intervention Required", "attention"],
    ["hold", "On Hold", "attention"],
    ["stalled", "Stalled", "attention"],
    ["stale", "Stale", "attention"],
    ["rejected", "Rejected", "dismissed"],
    ["failed", "Task Failed", "attention"],
    ["completed", "Completed", "ok"],
  ])("%s reads %s", (code, label, tone) => {
    expect(exoStatusOf(code)).toMatchObject({ code, label, tone });
  });

  test("the filter offers them all, in order", () => {
    expect(exoStatusChoices.map(({ value }) => value)).toEqual([...processingStates]);
  });

  test.each([
    ["levitating", "levitating"],
    ["", "No status"],
    [undefined, "No status"],
    ["constructor", "constructor"],
  ])("%j reads %s", (code, label) => expect(exoStatusOf(code).label).toBe(label));
});

describe("streams and steps", () => {
  test("every stream has a label and its jobs", () => {
    for (const code of exoStreamCodes) expect(streamOf(code)?.label).not.toBe(code);
    expect(streamOf("return/automatic")?.jobs).toEqual(exoStreams["return/automatic"]);
    expect(streamLabel("return/by-air")).toBe("return/by-air");
  });

  test.each([
    ...new Set([...exoStreams["return/automatic"], ...exoStreams["return/manual"], manualDetailsStep.code]),
  ])("%s has a name and a description", (code) => {
    const step = stepOf(code);
    expect(step.name).not.toBe(code);
    expect(step.description).not.toBe("");
    expect(stepOf(step.name).code, "also found by its name").toBe(code);
  });

  test("an unknown step goes by its code", () => {
    expect(stepOf("count-feathers")).toEqual({
      code: "count-feathers",
      name: "count-feathers",
      description: "",
    });
  });

  test("the placeholder says on its face that it applies no credit", () => {
    expect(stepOf("apply-return-credit").description).toContain("applies no credit");
  });
});

describe("the history's codes", () => {
  const amber = [
    "triage:manual-return",
    "return-shipment:non-free",
    "return-credit:manual-action",
    "return-complete-email:not-implemented",
  ];
  const green = ["return-order:items-received", "return-order:completed"];

  test.each(exoErrorCodes)("%s has its colour and words", (code) => {
    const { colour, words, advice } = historyCodeOf(code);
    expect(colour).toBe(amber.includes(code) ? "attention" : green.includes(code) ? "ok" : "danger");
    expect(words).not.toBe(code);
    if (colour !== "ok") expect(advice, "what to do next").toBeTruthy();
  });

  test.each(["process:run", "process:actions", "process:actions-done", "process:jobs", "process:jobs-done"])(
    "%s is mundane",
    (code) => expect(historyCodeOf(code).mundane).toBe(true),
  );

  test("an unknown code shows itself; an unknown failure is red", () => {
    expect(historyCodeOf("pigeon:left")).toEqual({ words: "pigeon:left" });
    expect(historyCodeOf("pigeon:release:failure")).toMatchObject({
      colour: "danger",
      words: "pigeon:release:failure",
    });
    expect(historyCodeOf("toString")).toEqual({ words: "toString" });
  });
});
