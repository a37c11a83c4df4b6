import { useLocation, useMatches } from "@remix-run/react";
import type { StoreFrame } from "#app/core/stores/model.ts";

const isOpen = (href: string, path: string): boolean => {
  const here = path.replace(/\/+$/, "");
  const isOverview = href.split("/").length === 3;
  return here === href || (!isOverview && here.startsWith(`${href}/`));
};

const isOfStore = (data: unknown): data is { frame: StoreFrame } =>
  typeof data === "object" && data !== null && "frame" in data;

/** The pages of the store that the page is of, for the side menu (stores#frame); nothing elsewhere. */
export function StorePages() {
  const { pathname } = useLocation();
  const frame = useMatches()
    .map(({ data }) => data)
    .find(isOfStore)?.frame;
  if (!frame) return null;
  return (
    <ul className="store-pages" aria-label={`Pages of ${frame.name}`}>
      {frame.menu.flatMap(({ heading, items }) =>
        items.map(({ key, label, href }, index) => (
          <li key={key} className={index === 0 && !heading ? "pt-1" : undefined}>
            {heading && index === 0 && <p>{heading}</p>}
            <a href={href} aria-current={isOpen(href, pathname) ? "page" : undefined}>
              {label}
            </a>
          </li>
        )),
      )}
    </ul>
  );
}
