import { Icon } from "#app/ui/Icon.tsx";

/** The link to the guide on every page (shell#guide); in the narrowest windows it is in the account menu only. */
export const GuideLink = ({ href, hasKey }: { href: string; hasKey: boolean }) => (
  <a
    className="bar-button max-[480px]:hidden"
    href={href}
    title={hasKey ? "Guide ( ? )" : "Guide"}
    aria-label="Guide"
    aria-keyshortcuts={hasKey ? "?" : undefined}
  >
    <Icon name="help" />
  </a>
);
