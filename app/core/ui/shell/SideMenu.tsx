import { useLocation } from "@remix-run/react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { containsText, readTyped } from "#contract/typedText.ts";
import { Icon } from "../Icon.tsx";

/** Number of stores that can be scanned at a glance. */
const fewStores = 8;

/**
 * The stores of the side menu, filtered by the text typed above them once scripting runs: Enter
 * opens the first, Escape clears. It filters only the menu, so it is not in the URL.
 */
function StoreLinks({
  stores,
  current,
  pages,
}: {
  stores: readonly StoreEntry[];
  current?: string;
  pages: ReactNode;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const wanted = readTyped(typed);
  const matching = stores.filter(({ label }) => containsText(label, wanted));

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Escape" && typed !== "") {
      event.preventDefault();
      // The menu itself stays open.
      event.stopPropagation();
      setTyped("");
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.currentTarget.closest("nav")?.querySelector<HTMLAnchorElement>(".store-links a")?.click();
    setTyped("");
  }

  return (
    <div className="store-links">
      {stores.length > fewStores && (
        <div className="field with-scripting pb-1">
          <label htmlFor={id} className="sr-only">
            Filter stores
          </label>
          <input
            id={id}
            type="search"
            placeholder="Filter stores"
            value={typed}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onKey}
          />
          <p aria-live="polite" className={matching.length === 0 ? "py-1 text-ink-soft" : "sr-only"}>
            {wanted !== "" &&
              (matching.length === 0 ? "No store matches" : `${matching.length} of ${stores.length} stores`)}
          </p>
        </div>
      )}
      <ul>
        {matching.map(({ href, label, picture }) => (
          <li key={href}>
            <a href={href} aria-current={href === current || undefined}>
              <svg className="h-4 w-4 flex-none gapless:mr-1.5" aria-hidden="true">
                <use href={picture} />
              </svg>
              {label}
            </a>
            {href === current && pages}
          </li>
        ))}
      </ul>
    </div>
  );
}

export type Menu = { pages: MenuEntry[]; stores: StoreEntry[] };

const WIDE = "(min-width: 1024px)";

/** The menu entry of a path: its own, or the closest one above it. */
export function currentEntry(menu: MenuEntry[], path: string): string | undefined {
  const bare = (href: string) => (href.length > 1 ? href.replace(/\/+$/, "") : href);
  const here = bare(path.toLowerCase());
  const matches = menu
    .map((entry) => entry.href)
    .filter((href) => {
      const target = bare(href.toLowerCase());
      return here === target || here.startsWith(`${target}/`);
    });
  return matches.sort((a, b) => b.length - a.length)[0];
}

/**
 * The menu button and the side menu. The button is a `<details>`: on narrow screens opening it
 * shows the menu over the page, on wide ones, where the menu is next to the page, it collapses the
 * menu. Works without scripting; with it, following a link and Escape close it on narrow screens.
 */
export function SideMenu({
  menu: { pages, stores },
  storePages,
  views,
  marketplaceUrl,
  children,
}: {
  menu: Menu;
  /** The pages of the store that the page is of, beneath the store's name. */
  storePages: ReactNode;
  /** The person's saved views. */
  views: ReactNode;
  marketplaceUrl?: string;
  /** The top bar, between the button and the menu, in visual and tab order. */
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const toggle = useRef<HTMLDetailsElement>(null);
  const side = useRef<HTMLElement>(null);
  const current = currentEntry([...pages, ...stores], pathname === "/" ? "/store" : pathname);

  useEffect(() => {
    const details = toggle.current;
    if (!details) return;
    const wide = window.matchMedia(WIDE);
    const tell = () => {
      const isShown = wide.matches !== details.open;
      details.querySelector("summary")?.setAttribute("aria-expanded", String(isShown));
    };
    const change = () => {
      details.open = false;
      tell();
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || wide.matches || !details.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    };
    const onFollow = (event: Event) => {
      if (event.target instanceof Element && event.target.closest("#side-menu a") && !wide.matches) {
        details.open = false;
      }
    };
    tell();
    window.addEventListener("click", onFollow);
    details.addEventListener("toggle", tell);
    wide.addEventListener("change", change);
    window.addEventListener("keydown", onKey);
    return () => {
      details.removeEventListener("toggle", tell);
      wide.removeEventListener("change", change);
      window.removeEventListener("click", onFollow);
      window.removeEventListener("keydown", onKey);
    };
  }, []);

  // The pages of a store far down the menu come into view. Only the menu scrolls.
  useEffect(() => {
    const store = side.current?.querySelector(`.store-links [href="${current}"]`)?.closest("li");
    if (!side.current || !store) return;
    const below = store.offsetTop + store.offsetHeight - side.current.scrollTop - side.current.clientHeight;
    if (below > 0) side.current.scrollTop += below;
  }, [current]);

  return (
    <>
      <details ref={toggle} className="menu-toggle">
        <summary className="bar-button" aria-controls="side-menu">
          <Icon name="menu" label="Menu" />
        </summary>
      </details>
      {children}
      <nav ref={side} id="side-menu" className="side-menu" aria-label="Main menu">
        <MenuLinks entries={pages} current={current} />
        {views}
        {stores.length > 0 && (
          <>
            <hr className="my-2 border-t border-line" />
            <StoreLinks stores={stores} current={current} pages={storePages} />
          </>
        )}
        {marketplaceUrl && (
          <>
            <hr className="my-2 border-t border-line" />
            <a href={marketplaceUrl} rel="noreferrer">
              Marketplace Portal <Icon name="external" />
            </a>
          </>
        )}
      </nav>
    </>
  );
}

export type MenuEntry = { label: string; href: string };
/** A store, with the picture of its channel. */
type StoreEntry = MenuEntry & { picture: string };

function MenuLinks({ entries, current }: { entries: readonly MenuEntry[]; current?: string }) {
  return (
    <ul>
      {entries.map(({ href, label }) => (
        <li key={href}>
          <a href={href} aria-current={href === current ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
