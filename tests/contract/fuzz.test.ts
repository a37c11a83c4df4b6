import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { eventForm } from "#app/core/commands/event.server.ts";
import { readForm } from "#app/core/http/forms/read.ts";
import { ediCommandForm } from "#app/domains/edi/partner/commands.server.ts";
import { creditForm } from "#app/domains/exos/credit.ts";
import { labelSettingsForm, printerChoiceForm, proofForm } from "#app/domains/labels/forms.ts";
import { labelLanguages } from "#app/domains/labels/label.ts";
import {
  chooseStationForm,
  openStationForm,
  stationCommandForm,
  stationTurnForm,
} from "#app/domains/labels/stations/station.ts";
import { newRule, ruleFields, ruleForm, toRuleValues } from "#app/domains/rules/values.ts";
import { notesForm } from "#app/features/notes/answer.server.ts";
import { type ApiCall, readAnswer } from "#contract/calls.ts";
import { listOf, readRow } from "#contract/envelopes.ts";
import { schedules } from "#tests/support/models.ts";
import { repository } from "#tests/support/processes.ts";

const folder = join(repository, "packages/contract");
const modules = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name): Promise<Record<string, unknown>> => import(join(folder, name))),
);
const exported = modules.flatMap((module) => Object.entries(module));

const isCall = (value: unknown): value is ApiCall =>
  typeof value === "object" && value !== null && "method" in value && "answer" in value && "base" in value;
const calls = exported.flatMap(([, value]) => (isCall(value) ? [value] : []));
const rows = exported.flatMap(([name, value]) =>
  value instanceof z.ZodObject ? [[name, value] as const] : [],
);

/** What JSON can say, in a field of a documented name or of none. */
const anything = fc.jsonValue({ maxDepth: 3 });

/** A row with the documented fields of a schema, each of them right by chance only. */
const rowOf = (schema: z.ZodObject): fc.Arbitrary<unknown> => {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    field instanceof z.ZodObject ? fc.oneof(rowOf(field), anything) : fc.oneof(fc.string(), anything),
  ]);
  return fc.oneof(
    { weight: 5, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    anything,
  );
};

describe("an answer with any JSON at any place", () => {
  const envelope = (row: fc.Arbitrary<unknown>) => {
    const list = fc.array(row, { maxLength: 5 });
    const named = ["items", "summaries", "results", "data", "item"].map((name) =>
      fc.record({ [name]: fc.oneof(list, row), totalPages: anything, page: anything, total: anything }),
    );
    return fc.oneof(list, row, ...named);
  };
  const answers = envelope(fc.oneof(...rows.map(([, schema]) => rowOf(schema))));

  test("is read, or is 'not as documented': a reader throws nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...calls), fc.oneof(answers, fc.string()), ({ answer }, body) => {
        const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
        const read = readAnswer(answer, bytes);
        if (!read.ok) expect(["notJson", "otherShape"]).toContain(read.fault);
      }),
      schedules(1_000),
    );
  });

  test.each(rows)("a bad row of %s costs no other row of its page", (_name, schema) => {
    fc.assert(
      fc.property(fc.array(rowOf(schema), { maxLength: 6 }), (list) => {
        const read = listOf(schema).parse(list);
        expect(read).toEqual(list.map((raw, index) => readRow(schema, raw, index)));
      }),
      schedules(25),
    );
  });
});

const { base } = toRuleValues(newRule({ storeName: "Clarks", storeType: "bigcommerce" }), "UTC");
const forms: Record<string, z.ZodType> = {
  ...{ eventForm, ediCommandForm, creditForm, notesForm, proofForm, ruleFields },
  ruleForm: ruleForm({ attributes: [], timeZone: "Australia/Melbourne", now: Date.now() }),
  ...{ printerChoiceForm, openStationForm, stationCommandForm, chooseStationForm },
  stationTurnForm,
  ...Object.fromEntries(
    labelLanguages.map((language) => [`labels in ${language}`, labelSettingsForm(language)]),
  ),
};

/** The names of a schema's fields, of the first two rows of its lists. */
function fieldsOf(schema: z.core.$ZodType, at = ""): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => fieldsOf(field, at ? `${at}.${key}` : key));
  if (schema instanceof z.ZodArray)
    return [0, 1].flatMap((index) => fieldsOf(schema.def.element, `${at}[${index}]`));
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodCatch)
    return fieldsOf(schema.def.innerType, at);
  return [at];
}

describe("a form with anything in its fields", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.constantFrom(
      "",
      "on",
      "0",
      "-1",
      "1e999",
      "NaN",
      "null",
      "{}",
      "[]",
      "2026-02-31",
      "\u0000",
      "\ud800",
      "x".repeat(50_000),
    ),
    anything.map((json) => JSON.stringify(json)),
  );
  test.each(Object.entries(forms))("%s answers with a value, with words, or with 400", (_name, schema) => {
    const name = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("token", ...fieldsOf(schema)) },
      fc.constantFrom("__intent__", "__state__", "groups[0].origin", "a[99]", "a.b.c"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), (fields) => {
        const form = new FormData();
        // Without the rule that it began with, its form says no more than that.
        if (schema === forms.ruleForm) form.append("base", base);
        for (const [field, text] of fields) form.append(field, text);
        try {
          const read = readForm(form, schema);
          if (read.status === "error") expect(read.reply().error).not.toEqual({});
        } catch (refusal) {
          expect(refusal).toBeInstanceOf(Response);
          expect(refusal).toHaveProperty("status", 400);
        }
      }),
      schedules(150),
    );
  });
});
