import { readFileSync } from "node:fs";
import type { JsonObject } from "#platform/database/schema/json.ts";

/** What is recorded under a name in `fixtures/`, as the type says that it is. */
export const recorded = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"));

const valueAt = (row: object, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => Object(value)[name], row);

/** The path of a value that is wholly taken from the row, '@{…document}', or only its entries, '...@{…}'. */
const pathIn = (value: unknown, before = ""): string | undefined =>
  typeof value === "string" && value.startsWith(`${before}@{`) && value.endsWith("}")
    ? value.slice(before.length + 2, -1)
    : undefined;

/**
 * A recorded value with what it takes from a row: `@{path}` in a text is what the row says there, `...@{path}` in a list
 * are the entries of the row's list, and `"...": "path"` in an object its fields, but those that `"without"` names.
 */
export function filled(value: unknown, row: object): unknown {
  if (typeof value === "string") {
    return value.replace(/@\{([\w.]+)\}/g, (_, path: string) => String(valueAt(row, path)));
  }
  if (Array.isArray(value)) {
    return value.flatMap((one) => {
      const path = pathIn(one, "...");
      return path === undefined ? [filled(one, row)] : valueAt(row, path);
    });
  }
  if (typeof value !== "object" || value === null) return value;
  const { "...": base, without = [], ...own }: JsonObject = { ...value };
  const taken: JsonObject = typeof base === "string" ? { ...Object(valueAt(row, base)) } : {};
  for (const name of [without].flat()) delete taken[String(name)];
  return {
    ...taken,
    ...Object.fromEntries(Object.entries(own).map(([name, one]) => [name, filled(one, row)])),
  };
}
