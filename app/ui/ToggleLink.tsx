import type { KeyboardEvent } from "react";

/** An on/off choice that is a URL: following the link turns it over. */
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
