const slugOf = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** 'shoes-and-sox-products-page-3-2026-11-20.xlsx': whose, what, which page (or all), the day in `timeZone`. */
export function sheetFileName(
  whose: string,
  what: string,
  page: number | "all",
  at: Date,
  timeZone: string,
): string {
  const day = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
  return `${slugOf(whose) || "store"}-${what}-${page === "all" ? "all" : `page-${page}`}-${day}.xlsx`;
}
