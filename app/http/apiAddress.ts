import { type SearchEntry, searchOf } from "#app/search/search.ts";
import type { ApiCall } from "#contract/calls.ts";

function pathOf(call: ApiCall, params: Record<string, string>): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call.name} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

const valuesOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/**
 * The query string of a call with its question mark: a list is one parameter per value, and
 * undefined values are left out.
 */
function queryOf(call: ApiCall, query: unknown): string {
  if (!call.query || query === undefined) return "";
  const fields = Object.entries(Object(call.query.parse(query)));
  return searchOf(
    fields.flatMap(([name, value]) => valuesOf(value).map((one): SearchEntry => [name, String(one)])),
  );
}

/** The URL of a call: the base, the path with its parameters, and the query. */
export const addressOf = (
  base: string,
  call: ApiCall,
  { params = {}, query }: { params?: Record<string, string>; query?: unknown },
): URL => new URL(base + pathOf(call, params) + queryOf(call, query));
