import { PrefetchPageLinks, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { rowLinkAt, softLinkAt } from "#app/core/ui/shell/SoftNavigation.tsx";
import { newReads } from "./reads.ts";

/** How long the pointer or focus must rest on a link before it is prefetched, in milliseconds. */
const restMs = 60;

function sparesData(): boolean {
  const line: unknown = Reflect.get(navigator, "connection");
  if (typeof line !== "object" || line === null) return false;
  return Reflect.get(line, "saveData") === true || /2g/.test(String(Reflect.get(line, "effectiveType")));
}

const linkAt = (target: EventTarget | null) => softLinkAt(target) ?? rowLinkAt(target);

/** The page that somebody seems about to open: that of the link or row under the pointer or focus. */
function useAimedPage(): string | undefined {
  const [page, setPage] = useState<string>();
  useEffect(() => {
    const ending = new AbortController();
    const on = { signal: ending.signal, passive: true, capture: true };
    let aimed: HTMLAnchorElement | undefined;
    let timer = 0;
    let place = "";

    function aim(link: HTMLAnchorElement | undefined, ms: number) {
      if (link === aimed && ms > 0) return;
      window.clearTimeout(timer);
      if (link !== aimed) setPage(undefined);
      aimed = link;
      // A disabled link, as at the end of a list, has nothing to prefetch.
      if (!link?.href || sparesData()) return;
      const { pathname, search } = new URL(link.href);
      timer = window.setTimeout(() => setPage(pathname + search), ms);
    }
    const leave = () => aim(undefined, restMs);

    window.addEventListener(
      "pointermove",
      ({ target, screenX, screenY, pointerType }) => {
        // A link that moves under a resting pointer is not meant; a moving finger scrolls.
        const moved = `${screenX} ${screenY}`;
        if (moved === place || pointerType === "touch") return;
        place = moved;
        aim(linkAt(target), restMs);
      },
      on,
    );
    window.addEventListener(
      "pointerdown",
      ({ target, button }) => button === 0 && aim(linkAt(target), 0),
      on,
    );
    window.addEventListener("pointercancel", leave, on);
    document.documentElement.addEventListener("pointerleave", leave, { signal: ending.signal });
    window.addEventListener(
      "focusin",
      ({ target }) => {
        if (target instanceof Element && target.matches(":focus-visible")) aim(softLinkAt(target), restMs);
      },
      on,
    );
    window.addEventListener("focusout", leave, on);
    return () => {
      window.clearTimeout(timer);
      ending.abort();
    };
  }, []);
  return page;
}

/**
 * Prefetches the page that somebody seems about to open, by Remix's own prefetch (screens#intent).
 * A prefetched page serves one navigation: once a page is open, earlier prefetches are discarded.
 */
export function PrefetchIntent() {
  const page = useAimedPage();
  const isIdle = useNavigation().state === "idle";
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is open
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser that is served has the newer interface
    if (isIdle) document.cookie = newReads(location.protocol);
  }, [isIdle, key]);
  return page === undefined ? null : <PrefetchPageLinks page={page} />;
}
