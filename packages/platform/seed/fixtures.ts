import { readFileSync } from "node:fs";
import type { JsonObject } from "#platform/database/schema/columns.ts";

/** The value of a name in `fixtures/`, with its declared type. */
export const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"));

const valueAt = (row: object, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => Object(value)[name], row);

const wholePath = /^(?:\.{3})?@\{([\w.]+)\}$/;

/**
 * A fixture's value with fields of a row filled in: `@{path}` is the row's value, on its own or within a text;
 * `...@{path}` in a list are the entries of the row's list, and `"...": "path"` in an object its fields, without the
 * one in `"without"`.
 */
export function filled(value: unknown, row: object): unknown {
  if (typeof value === "string") {
    const path = wholePath.exec(value)?.[1];
    if (path) return valueAt(row, path);
    return value.replace(/@\{([\w.]+)\}/g, (_, within: string) => String(valueAt(row, within)));
  }
  if (Array.isArray(value)) {
    const isList = (one: unknown) => typeof one === "string" && one.startsWith("...@{");
    return value.flatMap((one) => (isList(one) ? filled(one, row) : [filled(one, row)]));
  }
  if (typeof value !== "object" || value === null) return value;
  const { "...": base, without, ...own }: JsonObject = { ...value };
  const baseValues: JsonObject = typeof base === "string" ? { ...Object(valueAt(row, base)) } : {};
  delete baseValues[String(without)];
  return {
    ...baseValues,
    ...Object.fromEntries(Object.entries(own).map(([name, one]) => [name, filled(one, row)])),
  };
}
