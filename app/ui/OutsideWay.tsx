import { useId } from "react";
import { LinkButton } from "./Button.tsx";

/**
 * A way to another system's page, in a new tab; `about` says of what, for whoever doesn't see it. Without an address it
 * can't be taken, and says why.
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
  /** Why it can't be taken. */
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
