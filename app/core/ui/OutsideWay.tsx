import { useId } from "react";
import { LinkButton } from "./Button.tsx";

/**
 * A link to another system's page, in a new tab; `about` names its subject for screen readers.
 * Without a URL it is disabled, and says why.
 */
export function OutsideWay({
  label,
  about,
  href,
  refused = "",
}: {
  label: string;
  about: string;
  href?: string | undefined;
  refused?: string | undefined;
}) {
  const why = useId();
  if (href !== undefined) {
    return (
      <LinkButton href={href} icon="external" target="_blank" rel="noreferrer">
        {label}
        <span className="sr-only"> {about}, opens in a new tab</span>
      </LinkButton>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <button type="button" className="btn btn-secondary" aria-disabled aria-describedby={why}>
        {label}
        <span className="sr-only"> {about}</span>
      </button>
      <span id={why} className="text-sm text-ink-soft">
        {refused}
      </span>
    </span>
  );
}
