import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { markBrokenPictures } from "../brokenPictures.ts";
import { keepPopupsTidy } from "../popups.ts";
import { AccountMenu, type ShownPerson } from "./AccountMenu.tsx";
import type { MenuEntry } from "./MenuLinks.tsx";
import { type Menu, SideMenu } from "./SideMenu.tsx";
import { SoftNavigation } from "./SoftNavigation.tsx";

export type ShellProps = {
  title: string;
  identity: ShownPerson;
  avatarHref?: string;
  /** The notification icon (shell#notifications). */
  bell: ReactNode;
  /** The field that finds everything. */
  find: ReactNode;
  /** The way to the guide (shell#guide). */
  guide: ReactNode;
  menu: Menu;
  /** What of the side menu is the person's own. */
  views: ReactNode;
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
  bell,
  find,
  guide,
  menu,
  views,
  accountLinks,
  marketplaceUrl,
  children,
}: ShellProps) {
  useEffect(keepPopupsTidy, []);
  useEffect(markBrokenPictures, []);
  return (
    <>
      <SoftNavigation />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Busy />
      <SideMenu menu={menu} views={views} marketplaceUrl={marketplaceUrl}>
        <header className="masthead">
          <a className="product-title" href="/">
            {title}
          </a>
          {find}
          {guide}
          {bell}
          <AccountMenu person={identity} avatarHref={avatarHref} links={accountLinks} />
        </header>
      </SideMenu>
      <Main>{children}</Main>
    </>
  );
}

const useBusy = () => useNavigation().state !== "idle";

/** That something is on its way. By itself, as `Main` is: the menus hear nothing of it. */
function Busy() {
  return useBusy() ? <div className="busy" /> : null;
}

function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} aria-busy={useBusy() || undefined}>
      {children}
    </main>
  );
}
