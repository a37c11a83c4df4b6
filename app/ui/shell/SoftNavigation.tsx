import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { type SearchEntry, searchOf } from "#app/search/entries.ts";

function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return undefined;
  if (link.target || link.hasAttribute("download") || link.hasAttribute("data-document")) return undefined;
  return link.getAttribute("href")?.startsWith("#") ? undefined : link;
}

/** A click on a row that opens goes to its link, unless it hits something in it that has a click of its own. */
function openRow(event: MouseEvent): boolean {
  if (event.defaultPrevented || !(event.target instanceof Element)) return false;
  if (event.target.closest("a, button, input, select, textarea, summary, label, details, dialog"))
    return false;
  if (window.getSelection()?.toString()) return false;
  const link = event.target.closest("tr[data-opens]")?.querySelector("a[data-row]");
  if (!link) return false;
  const { ctrlKey, metaKey, shiftKey } = event;
  link.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
  return true;
}

function softFormUrl(event: SubmitEvent): { url: URL; form: HTMLFormElement } | undefined {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.hasAttribute("data-soft")) {
    return undefined;
  }
  const url = new URL(form.action, window.location.href);
  const fields = [...new FormData(form)].flatMap(([name, value]): SearchEntry[] =>
    typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [],
  );
  url.search = searchOf(fields);
  return { url, form };
}

/**
 * Turns plain links, GET forms and table rows into client navigations once scripting runs, so that
 * blocks render bare HTML. Links: `data-scroll="keep"`, on themselves or around them, leaves the scroll position, `data-replace`
 * replaces the history entry; `download`, `target` and `data-document` are left to the browser, as
 * are other origins. Forms take part with `data-soft`; their empty fields are left out.
 */
export function SoftNavigation() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();

  useEffect(() => {
    const here = pathname + search + hash;
    function go(url: URL, from: Element) {
      const to = url.pathname + url.search + url.hash;
      navigate(to, {
        replace: from.hasAttribute("data-replace") || to === here,
        preventScrollReset: from.closest("[data-scroll=keep]") !== null,
      });
    }
    function onClick(event: MouseEvent) {
      if (openRow(event)) return;
      const link = linkOf(event);
      if (!link) return;
      event.preventDefault();
      go(new URL(link.href), link);
    }
    function onSubmit(event: SubmitEvent) {
      const submitted = softFormUrl(event);
      if (!submitted) return;
      event.preventDefault();
      go(submitted.url, submitted.form);
    }
    window.addEventListener("click", onClick);
    window.addEventListener("submit", onSubmit);
    return () => {
      window.removeEventListener("click", onClick);
      window.removeEventListener("submit", onSubmit);
    };
  }, [navigate, pathname, search, hash]);

  return null;
}
