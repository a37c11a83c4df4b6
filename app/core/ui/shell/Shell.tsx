import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { logOut } from "#app/core/specification/screens.ts";
import { Avatar } from "./Avatar.tsx";
import { type Menu, type MenuEntry, SideMenu } from "./SideMenu.tsx";
import { SoftNavigation } from "./SoftNavigation.tsx";

export type ShellProps = {
  title: string;
  identity: PersonView;
  avatarHref?: string;
  /** The notification icon (shell#notifications). */
  bell: ReactNode;
  /** The global search field. */
  find: ReactNode;
  /** Link to the guide (shell#guide). */
  guide: ReactNode;
  menu: Menu;
  /** The pages of the store that the page is of. */
  storePages: ReactNode;
  /** The person's own part of the side menu. */
  views: ReactNode;
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
  storePages,
  views,
  accountLinks,
  marketplaceUrl,
  children,
}: ShellProps) {
  return (
    <>
      <SoftNavigation />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Busy />
      <SideMenu menu={menu} storePages={storePages} views={views} marketplaceUrl={marketplaceUrl}>
        <header className="masthead">
          <a className="product" href="/">
            {title}
          </a>
          {find}
          <div className="own">
            {guide}
            {bell}
            <AccountMenu person={identity} avatarHref={avatarHref} links={accountLinks} />
          </div>
        </header>
      </SideMenu>
      <Main>{children}</Main>
    </>
  );
}

const busy =
  "busy fixed inset-x-0 top-0 z-50 h-[3px] origin-left motion-safe:animate-busy bg-attention-line forced-colors:bg-[color:Highlight] print:!hidden";

const useBusy = () => useNavigation().state !== "idle";

/** Loading indicator. A separate component, like `Main`, so that the menus don't re-render with it. */
function Busy() {
  return useBusy() ? <div className={busy} /> : null;
}

function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} aria-busy={useBusy() || undefined}>
      {children}
    </main>
  );
}

type PersonView = { fullname: string; username: string; email: string; initials: string };

/** The avatar, and its menu: the account's links, and Log Out (shell#top-bar). */
function AccountMenu({
  person,
  avatarHref,
  links,
}: {
  person: PersonView;
  avatarHref?: string;
  links: readonly MenuEntry[];
}) {
  const name = person.fullname || person.username || "Signed in";
  return (
    <details className="relative" data-popup="">
      <summary className="bar-button" aria-label={`Account: ${name}`}>
        <Avatar initials={person.initials} src={avatarHref} seed={person.email || person.username} />
      </summary>
      <div className="popup">
        <div className="border-b border-line px-3 py-2 text-xs text-ink-soft wrap-anywhere">
          <strong className="block text-ink">{name}</strong>
          {person.username}
        </div>
        {links.map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
        <form method="post" action="/auth/logout">
          <button type="submit">{logOut}</button>
        </form>
      </div>
    </details>
  );
}
