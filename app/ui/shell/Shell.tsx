import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { markBrokenPictures } from "../brokenPictures.ts";
import { Icon } from "../Icon.tsx";
import { keepPopupsTidy } from "../popups.ts";
import { AccountMenu, type ShownPerson } from "./AccountMenu.tsx";
import { type MenuEntry, SideMenu } from "./SideMenu.tsx";
import { SoftNavigation } from "./SoftNavigation.tsx";

export type ShellProps = {
  title: string;
  identity: ShownPerson;
  avatarHref?: string;
  /** What waits for this person: how many, and the list that shows them (shell#notifications). */
  attention: { count: number; href: string };
  /** The field that finds everything. */
  find: ReactNode;
  menu: MenuEntry[];
  /** What the account's menu leads to. */
  accountLinks: readonly MenuEntry[];
  marketplaceUrl?: string;
  children: ReactNode;
};

/** The signed-in frame: top bar, side menu, content (shell#top-bar, shell#side-menu). */
export function Shell({
  title,
  identity,
  avatarHref,
  attention,
  find,
  menu,
  accountLinks,
  marketplaceUrl,
  children,
}: ShellProps) {
  const busy = useNavigation().state !== "idle";
  useEffect(keepPopupsTidy, []);
  useEffect(markBrokenPictures, []);
  return (
    <>
      <SoftNavigation />
      <a className="skip" href="#main">
        Skip to content
      </a>
      {busy && <div className="busy" />}
      <header className="masthead">
        <a className="product-title" href="/">
          {title}
        </a>
        {find}
        <a
          className="bar-button"
          href={attention.href}
          title={`${attention.count} waiting for attention`}
          aria-label={`Notifications: ${attention.count} waiting for attention`}
        >
          <Icon name="bell" />
          {attention.count > 0 && (
            <span className="count">{attention.count > 99 ? "99+" : attention.count}</span>
          )}
        </a>
        <AccountMenu person={identity} avatarHref={avatarHref} links={accountLinks} />
      </header>
      <SideMenu menu={menu} marketplaceUrl={marketplaceUrl} />
      <main id="main" tabIndex={-1} aria-busy={busy || undefined}>
        {children}
      </main>
    </>
  );
}
