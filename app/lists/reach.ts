import { formatUnits, plural } from "#app/values/values.ts";

/** Why reading ended before the list did: enough records, too many pages, or no time left. */
export type Stop = "records" | "pages" | "time";

/**
 * How far a list was read whose records no call filters: how many were found on so many pages, of how many if that is
 * known; `stopped` unless it was read to its end.
 */
export type Reach = { count: number; read: number; pages: number | undefined; stopped?: Stop };

const reasons: Record<Stop, string> = {
  records: "no more are shown at once",
  pages: "no more pages are read at once",
  time: "reading them took too long",
};

/** '13 on all 5 pages', or how far reading went and why it stopped (screens#gathered). */
export function reachWords({ count, read, pages, stopped }: Reach): string {
  const found = formatUnits(count);
  if (!stopped) return `${found} in all: ${read === 1 ? "the one page was" : `all ${read} pages were`} read.`;
  const of = pages === undefined ? "" : ` of ${formatUnits(pages)}`;
  return `The first ${found}, of ${plural(read, "page", "pages")}${of}: ${reasons[stopped]}, and other pages may hold more.`;
}
