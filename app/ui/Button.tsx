import type { ButtonHTMLAttributes } from "react";
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
