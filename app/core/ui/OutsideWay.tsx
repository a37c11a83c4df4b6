import { useId } from "react";
import { type ButtonVariant, LinkButton } from "./Button.tsx";

/**
 * A link to another system's page, in a new tab; `about` names its subject for screen readers.
 * Without a URL it is disabled, and says why.
 */
export function OutsideWay({
  label,
  about,
  href,
  refused = "",
  variant = "secondary",
}: {
  label: string;
  about: string;
  href?: string | undefined;
  refused?: string | undefined;
  variant?: ButtonVariant;
}) {
  const why = useId();
  if (href !== undefined) {
    return (
      <LinkButton href={href} variant={variant} icon="external" target="_blank" rel="noreferrer">
        {label}
        <span className="sr-only"> {about}, opens in a new tab</span>
      </LinkButton>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <button type="button" className={`btn btn-${variant}`} aria-disabled aria-describedby={why}>
        {label}
        <span className="sr-only"> {about}</span>
      </button>
      <span id={why} className="text-xs text-ink-soft">
        {refused}
      </span>
    </span>
  );
}
