import { Avatar } from "./Avatar.tsx";
import type { MenuEntry } from "./MenuLinks.tsx";

export type ShownPerson = { fullname: string; username: string; email: string; initials: string };

/** The avatar, and the menu behind it: what concerns one's account, and Log Out (shell#top-bar). */
export function AccountMenu({
  person,
  avatarHref,
  links,
}: {
  person: ShownPerson;
  avatarHref?: string;
  links: readonly MenuEntry[];
}) {
  const name = person.fullname || person.username || "Signed in";
  return (
    <details className="account" data-popup="">
      <summary className="bar-button" aria-label={`Account: ${name}`}>
        <Avatar initials={person.initials} src={avatarHref} seed={person.email || person.username} />
      </summary>
      <div className="popup">
        <div className="popup-note">
          <strong className="block text-ink">{name}</strong>
          {person.username}
        </div>
        {links.map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
        <form method="post" action="/auth/logout">
          <button type="submit">Log Out</button>
        </form>
      </div>
    </details>
  );
}
