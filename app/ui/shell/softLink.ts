/** The plain link of ours under `target` that a press would follow without leaving the document. */
export function softLinkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return undefined;
  if (link.target || link.hasAttribute("download") || link.hasAttribute("data-document")) return undefined;
  return link.getAttribute("href")?.startsWith("#") ? undefined : link;
}

/** The link of the row that opens under `target`, unless that is something with a click of its own. */
export function rowLinkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  if (!(target instanceof Element)) return undefined;
  if (target.closest("a, button, input, select, textarea, summary, label, details, dialog")) return undefined;
  const link = target.closest("tr[data-opens]")?.querySelector("a[data-row]");
  return link instanceof HTMLAnchorElement ? link : undefined;
}
