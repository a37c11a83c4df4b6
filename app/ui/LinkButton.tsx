import type { AnchorHTMLAttributes, ReactNode } from "react";
import type { ButtonVariant } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";

/** A link that looks like a button. Give `data-document` for files: the browser then fetches it itself. */
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
