import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Avatar } from "./Avatar.tsx";
import { Icon } from "./Icon.tsx";
import { SoftNavigation } from "./SoftNavigation.tsx";

export type ShellProps = {
  title: string;
  identity: { fullname: string; username: string; email: string; initials: string };
  avatarHref: string;
  /** What waits for this person: how many, and the list that shows them. */
  attention: { count: number; href: string };
  menu: { label: string; href: string }[];

  path: string;
  marketplaceUrl?: string;
  children: ReactNode;
};

/** The signed-in frame: top bar, side menu, content (spec 1 §2). */
export function Shell({
  title,
  identity,
  avatarHref,
  attention,
  menu,
  path,
  marketplaceUrl,
  children,
}: ShellProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <>
      <SoftNavigation />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top-bar">
        <a className="product-title" href="/">
          {title}
        </a>
        <a href={attention.href} aria-label={`${attention.count} waiting for attention`}>
          <Icon name="bell" />
          {attention.count > 0 && <span className="count">{attention.count}</span>}
        </a>
        <details className="account">
          <summary aria-label={`Account of ${identity.fullname || identity.username}`}>
            <Avatar
              initials={identity.initials}
              src={avatarHref}
              seed={identity.email || identity.username}
            />
          </summary>
          <div className="popup">
            <p>{identity.fullname}</p>
            <form method="post" action="/auth/logout">
              <button type="submit">Log Out</button>
            </form>
          </div>
        </details>
      </header>
      <nav className="side-menu" aria-label="Main menu">
        {menu.map((entry) => (
          <a key={entry.href} href={entry.href} aria-current={entry.href === path ? "page" : undefined}>
            {entry.label}
          </a>
        ))}
        {marketplaceUrl && <a href={marketplaceUrl}>Marketplace Portal</a>}
      </nav>
      <main id="main" tabIndex={-1} aria-busy={busy}>
        {children}
      </main>
    </>
  );
}
