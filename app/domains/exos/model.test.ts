import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stateLooks } from "#app/core/values/processingStates.ts";
import { exoJobs, exoStreamCodes, exoStreams, manualDetailsStep } from "#contract/exoJobs.ts";
import { exoErrorCodes } from "#contract/exos.ts";
import { processingStates } from "#contract/processing.ts";
import { historyCodeOf } from "./historyCatalogue.ts";
import { exoStatusChoices, exoStatusOf, stepOf, streamLabel, streamOf } from "./model.ts";

const rulesOf = (name: string) =>
  readFileSync(new URL(`../../../docs/product/${name}.md`, import.meta.url), "utf8");
const ruleOf = (anchor: string) =>
  (rulesOf("returns").split(`<a id="${anchor}"></a>`)[1]?.split("\n- ")[0] ?? "").replace(/\s+/g, " ");

test("the states have the labels and tones of the product's rules, in its order, and an icon each [states#states, states#icons, returns#states]", () => {
  const table = [...rulesOf("states").matchAll(/^\| `(\w+)` \| (.+) \| (\w+) \|$/gm)];
  expect(table.map(([, code]) => code)).toEqual([...processingStates]);
  for (const [, code = "", label, tone] of table)
    expect(exoStatusOf(code)).toMatchObject({ code, label, tone });
  expect(exoStatusChoices).toEqual(table.map(([, value, label]) => ({ value, label })));
  expect(new Set(Object.values(stateLooks).map(({ icon }) => icon)).size).toBe(processingStates.length);
});

test("an unknown state, stream or step shows its code [states#unknown]", () => {
  const labels = ["levitating", "constructor", "", undefined].map((code) => exoStatusOf(code).label);
  expect(labels).toEqual(["levitating", "constructor", "No status", "No status"]);
  expect(streamLabel("return/by-air")).toBe("return/by-air");
  const code = "count-feathers";
  expect(stepOf(code)).toEqual({ code, name: code, description: "" });
});

test("streams and jobs are those of the product's rules, in order, each with a name and a description [returns#streams, returns#automatic-jobs, returns#credit]", () => {
  const [, named = ""] =
    /in order: (.+)\./.exec(ruleOf("automatic-jobs").replace(/ \(only if enabled\)/, "")) ?? [];
  const names = exoStreams["return/automatic"].map((code) => exoJobs[code].name.toLowerCase());
  expect(names).toEqual(named.toLowerCase().split("; "));
  expect([exoStreams.return, exoStreams["return/manual"]]).toEqual([
    ["triage"],
    ["triage", "create-helpdesk-return-ticket"],
  ]);
  for (const code of exoStreamCodes) {
    expect(streamOf(code)?.label).not.toBe(code);
    expect(streamOf(code)?.jobs).toEqual(exoStreams[code]);
  }
  const steps = [...exoStreams["return/automatic"], ...exoStreams["return/manual"], manualDetailsStep.code];
  for (const code of steps) {
    const step = stepOf(code);
    expect(step.name, code).not.toBe(code);
    expect(step.description, code).not.toBe("");
    expect(stepOf(step.name).code, "also found by its name").toBe(code);
  }
  expect(stepOf("apply-return-credit").description).toContain("applies no credit");
});

test("every error of processing has its colour, words and advice [returns#error-codes, returns#history-colours]", () => {
  const documented = [...ruleOf("error-codes").matchAll(/`([\w:-]+)`/g)].map(([, code]) => code);
  expect([...exoErrorCodes].sort()).toEqual(documented.sort());
  const amber = /manual-return|non-free|manual-action|not-implemented/;
  const green = /items-received|return-order:completed/;
  for (const code of exoErrorCodes) {
    const { colour, words, advice } = historyCodeOf(code);
    expect(colour, code).toBe(amber.test(code) ? "attention" : green.test(code) ? "ok" : "danger");
    expect(words).not.toBe(code);
    if (colour !== "ok") expect(advice, code).toBeTruthy();
  }
  for (const words of ["pigeon:left", "toString"]) expect(historyCodeOf(words)).toEqual({ words });
  const unknown = "pigeon:release:failure";
  expect(historyCodeOf(unknown), "it is red").toMatchObject({ colour: "danger", words: unknown });
});
