import type { AnchorHTMLAttributes, ButtonHTMLAttributes, KeyboardEvent, ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

/** A button. `icon` precedes the text; a button without text needs an `aria-label`. */
export function Button({
  variant = "secondary",
  icon,
  className,
  type = "button",
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant; icon?: IconName }) {
  return (
    <button {...rest} type={type} className={`btn btn-${variant}${className ? ` ${className}` : ""}`}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. Give `data-document` for files: the browser then loads it itself. */
export function LinkButton({
  href,
  variant = "secondary",
  icon,
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  variant?: ButtonVariant;
  icon?: IconName;
  children?: ReactNode;
}) {
  return (
    <a {...rest} href={href} className={`btn btn-${variant}${className ? ` ${className}` : ""}`}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** An on/off choice in the URL: following the link toggles it. */
export function ToggleLink({ label, on, href }: { label: string; on: boolean; href: string }) {
  function onKeyDown(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  }
  return (
    <a
      className="toggle text-ink no-underline"
      role="switch"
      aria-checked={on}
      href={href}
      data-scroll="keep"
      data-replace=""
      onKeyDown={onKeyDown}
    >
      <i />
      {label}
    </a>
  );
}
