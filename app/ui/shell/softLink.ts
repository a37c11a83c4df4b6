/** Our own plain link at `target` that a click would follow as a client navigation. */
export function softLinkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return undefined;
  if (link.target || link.hasAttribute("download") || link.hasAttribute("data-document")) return undefined;
  return link.getAttribute("href")?.startsWith("#") ? undefined : link;
}

/** The link of the row at `target`, unless that is an interactive element. */
export function rowLinkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  if (!(target instanceof Element)) return undefined;
  if (target.closest("a, button, input, select, textarea, summary, label, details, dialog")) return undefined;
  const link = target.closest("tr[data-opens]")?.querySelector("a[data-row]");
  return link instanceof HTMLAnchorElement ? link : undefined;
}
