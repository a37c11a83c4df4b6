import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { startTransition, useCallback, useEffect, useState } from "react";
import { type SearchEntry, searchOf } from "#app/core/search/search.ts";
import { useBeforePaint } from "../useBeforePaint.ts";

function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  return softLinkAt(event.target);
}

/** A click on a row follows its link, unless it hits an interactive element. */
function openRow(event: MouseEvent): boolean {
  if (event.defaultPrevented) return false;
  const link = rowLinkAt(event.target);
  if (!link || window.getSelection()?.toString()) return false;
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

type Leave = { to: string; replace: boolean; keepsScroll: boolean };

const leaveBy = (from: Element, url: URL): Leave => ({
  to: url.pathname + url.search + url.hash,
  replace: from.hasAttribute("data-replace"),
  keepsScroll: from.closest("[data-scroll=keep]") !== null,
});

/**
 * Turns plain links, GET forms and table rows into client navigations once scripting runs, so that components render
 * bare HTML. Links: `data-scroll="keep"`, on themselves or an ancestor, keeps the scroll position, `data-replace`
 * replaces the history entry; `download`, `target` and `data-document` are left to the browser, as are other origins.
 * Forms need `data-soft`; their empty fields are left out. A form submitted with `data-unasked`, by a pause and not
 * by a press, is dropped if the person has navigated meanwhile.
 */
export function SoftNavigation() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const goingTo = useNavigation().location?.pathname;
  const here = pathname + search + hash;
  const [unprompted, setUnprompted] = useState<Leave & { of: string }>();

  const go = useCallback(
    ({ to, replace, keepsScroll }: Leave) =>
      navigate(to, { replace: replace || to === here, preventScrollReset: keepsScroll }),
    [navigate, here],
  );

  useEffect(() => {
    function onClick(event: MouseEvent) {
      if (openRow(event)) return;
      const link = linkOf(event);
      if (!link) return;
      event.preventDefault();
      go(leaveBy(link, new URL(link.href)));
    }
    function onSubmit(event: SubmitEvent) {
      const submitted = softFormUrl(event);
      if (!submitted) return;
      event.preventDefault();
      const { form, url } = submitted;
      const leave = leaveBy(form, url);
      // A transition, as navigations are shown in one: a link pressed meanwhile is known when it ends.
      if (form.hasAttribute("data-unasked")) startTransition(() => setUnprompted({ ...leave, of: pathname }));
      else go(leave);
    }
    window.addEventListener("click", onClick);
    window.addEventListener("submit", onSubmit);
    return () => {
      window.removeEventListener("click", onClick);
      window.removeEventListener("submit", onSubmit);
    };
  }, [go, pathname]);

  useBeforePaint(() => {
    if (!unprompted) return;
    setUnprompted(undefined);
    if (unprompted.of === pathname && (goingTo ?? pathname) === pathname) go(unprompted);
  }, [unprompted, pathname, goingTo, go]);

  return null;
}

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
