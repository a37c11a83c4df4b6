import { rowLinkAt, softLinkAt } from "#app/ui/shell/softLink.ts";
import { dataAddress } from "./address.ts";
import { createPages, type Pages } from "./pages.ts";
import { createForesight } from "./routes.ts";

/** How long the pointer or the focus rests on a link that is meant, in milliseconds. */
const restMs = 60;

type Foresight = Pick<ReturnType<typeof createForesight>, "foresee" | "load">;

/** Whether the browser, or its line, asks to be spared what nobody has asked for. */
function sparesData(): boolean {
  const line: unknown = Reflect.get(navigator, "connection");
  if (typeof line !== "object" || line === null) return false;
  return Reflect.get(line, "saveData") === true || /2g/.test(String(Reflect.get(line, "effectiveType")));
}

const isHere = (url: URL) =>
  url.pathname === window.location.pathname && url.search === window.location.search;

const linkAt = (target: EventTarget | null) => softLinkAt(target) ?? rowLinkAt(target);

/** Begins the read of the link under the pointer or the focus, and ends it when they move on. */
function createAim(pages: Pages, { foresee, load }: Foresight) {
  let link: HTMLAnchorElement | undefined;
  let begun: URL | undefined;
  let timer = 0;

  function begin() {
    // A link that leads nowhere any more, as at the end of a list, has nothing to read.
    if (!link?.href || begun || sparesData()) return;
    const to = new URL(link.href);
    if (isHere(to)) return;
    const { routes, missing } = foresee(window.location, to);
    // The press fetches again what could not be had now.
    for (const id of missing) load(id).catch(() => undefined);
    if (routes.length === 0) return;
    begun = dataAddress(to, routes);
    pages.begin(begun);
  }

  function at(next: HTMLAnchorElement | undefined, rest: number) {
    if (next !== link) {
      window.clearTimeout(timer);
      if (begun) pages.leave(begun);
      begun = undefined;
      link = next;
      if (next && rest > 0) timer = window.setTimeout(begin, rest);
    }
    if (next && rest === 0) begin();
  }
  return at;
}

/** Fetches code once; what could not be had now, the press fetches again. */
function fetchCode(module: string): void {
  if (document.querySelector(`link[rel=modulepreload][href="${CSS.escape(module)}"]`)) return;
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.fetchPriority = "low";
  link.href = module;
  document.head.append(link);
}

/** Calls back once the page has nothing better to do; `stop` ends the waiting. */
function whenIdle(act: () => void, stop: AbortSignal): void {
  const isIdle = () => !stop.aborted && act();
  // Safari has no idle time to tell of.
  if (typeof requestIdleCallback === "function") requestIdleCallback(isIdle, { timeout: 5_000 });
  else window.setTimeout(isIdle, 1_000);
}

/**
 * Watches what somebody is about to open (screens#intent); returns the memory, how to fetch the code of what the rows of
 * this page open, and how to stop.
 */
export function watchIntent(...router: Parameters<typeof createForesight>): {
  pages: Pages;
  prepare: () => void;
  stop: () => void;
} {
  const browserFetch = window.fetch;
  const foresight = createForesight(...router);
  const pages = createPages(
    (input, init) => browserFetch(input, init),
    () => performance.now(),
  );
  const ending = new AbortController();
  const on = { signal: ending.signal, passive: true, capture: true };
  const pointed = createAim(pages, foresight);
  const focused = createAim(pages, foresight);
  let place = "";

  window.addEventListener(
    "pointermove",
    ({ target, screenX, screenY, pointerType }) => {
      // What comes to lie under a pointer that rests is not meant; a finger that moves scrolls.
      const moved = `${screenX} ${screenY}`;
      if (moved === place || pointerType === "touch") return;
      place = moved;
      pointed(linkAt(target), restMs);
    },
    on,
  );
  window.addEventListener(
    "pointerdown",
    ({ target, button }) => button === 0 && pointed(linkAt(target), 0),
    on,
  );
  window.addEventListener("pointercancel", () => pointed(undefined, restMs), on);
  document.documentElement.addEventListener("pointerleave", () => pointed(undefined, restMs), {
    signal: ending.signal,
  });
  window.addEventListener(
    "focusin",
    ({ target }) => {
      const isByKey = target instanceof Element && target.matches(":focus-visible");
      focused(isByKey ? softLinkAt(target) : undefined, restMs);
    },
    on,
  );
  window.addEventListener("focusout", () => focused(undefined, restMs), on);

  // A row's link is clicked for it.
  window.addEventListener(
    "click",
    ({ target }) => {
      const link = softLinkAt(target);
      if (!link) return;
      const url = new URL(link.href);
      if (isHere(url)) pages.forget(dataAddress(url, undefined));
      else pages.press(dataAddress(url, undefined));
    },
    on,
  );
  window.addEventListener(
    "popstate",
    () => pages.press(dataAddress(new URL(window.location.href), undefined)),
    on,
  );
  // Whoever comes back may be somebody else.
  document.addEventListener("visibilitychange", () => document.hidden && pages.drop(), on);
  window.addEventListener("pagehide", () => pages.drop(), on);

  const remembering: typeof fetch = (input, init) =>
    input instanceof Request ? browserFetch(input, init) : pages.fetch(input, init);
  window.fetch = remembering;
  return {
    pages,
    prepare: () => {
      if (sparesData()) return;
      whenIdle(() => {
        for (const module of foresight.below(window.location)) fetchCode(module);
      }, ending.signal);
    },
    stop: () => {
      ending.abort();
      pages.drop();
      if (window.fetch === remembering) window.fetch = browserFetch;
    },
  };
}
