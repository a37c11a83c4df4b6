import { Icon } from "#app/ui/Icon.tsx";

/** The way from every page to the guide (shell#guide); the narrowest windows have it in the account's menu alone. */
export const GuideLink = ({ href, hasKey }: { href: string; hasKey: boolean }) => (
  <a
    className="bar-button guide-link"
    href={href}
    title={hasKey ? "Guide ( ? )" : "Guide"}
    aria-label="Guide"
    aria-keyshortcuts={hasKey ? "?" : undefined}
  >
    <Icon name="help" />
  </a>
);
