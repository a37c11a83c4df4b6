/**
 * The entries of a page selector: 1, current−1 … current+4, the last page, "gap" for omitted pages
 * (screens#page-selector). Always at least page 1; `current` is clamped into the range.
 */
export function pageWindow(current: number, total: number): (number | "gap")[] {
  const last = Math.max(1, Math.trunc(total) || 1);
  const here = Math.min(Math.max(1, Math.trunc(current) || 1), last);
  const pages = new Set([1, last]);
  for (let page = here - 1; page <= here + 4; page++) if (page >= 1 && page <= last) pages.add(page);
  const entries: (number | "gap")[] = [];
  let previous = 0;
  for (const page of [...pages].sort((a, b) => a - b)) {
    if (page - previous === 2) entries.push(page - 1);
    else if (page - previous > 2) entries.push("gap");
    entries.push(page);
    previous = page;
  }
  return entries;
}
