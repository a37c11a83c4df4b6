import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { Icon } from "./Icon.tsx";

/** True when a form in `within` holds something that was not there when it was rendered. */
function hasTypedText(within: Element): boolean {
  for (const field of within.querySelectorAll("input, textarea")) {
    if (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) return true;
    if (field instanceof HTMLInputElement && field.type !== "hidden" && field.value !== field.defaultValue) {
      return true;
    }
  }
  return false;
}

/** Gives the focus back to the link that led here, or to its likeness: the same address, else the row of the same thing. */
function returnFocus(opener: Element | null, here: string) {
  if (document.querySelector("dialog:modal")) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")];
  const { pathname } = new URL(here);
  const twin =
    links.find((link) => link.href === here) ??
    links.find((link) => link.hasAttribute("data-row") && link.pathname === pathname);
  const target = opener?.isConnected && opener !== document.body ? opener : twin;
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * A dialog or side panel that is a page at its own URL; closing it is the link `closeTo`. The
 * server renders an open dialog; after hydration it becomes modal in place, so that typed text and
 * focus survive: Escape, the backdrop and the close link all lead to `closeTo`, and focus goes back
 * to what opened it. The backdrop does nothing while a form holds typed text.
 */
export function RouteDialog({
  title,
  closeTo,
  kind = "dialog",
  children,
}: {
  title: ReactNode;
  closeTo: string;
  kind?: "dialog" | "panel" | "wide-panel";
  children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    const before = document.activeElement;
    const here = window.location.href;
    if (!shown.matches(":modal")) {
      shown.removeAttribute("open");
      shown.showModal();
    }
    const start =
      shown.querySelector<HTMLElement>("[aria-invalid]") ??
      (kind === "dialog" ? shown.querySelector<HTMLElement>("textarea, input:not([type=hidden])") : null);
    if (before instanceof HTMLElement && shown.contains(before)) before.focus({ preventScroll: true });
    else start?.focus({ preventScroll: true });
    const opener = before && !shown.contains(before) ? before : null;
    return () => {
      window.setTimeout(() => returnFocus(opener, here));
    };
  }, [kind]);

  function leave(event: SyntheticEvent) {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    close.current?.click();
  }

  function onBackdrop(event: MouseEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget || hasTypedText(event.currentTarget)) return;
    leave(event);
  }

  return (
    // Escape, which a native dialog handles itself, is the keyboard's way to do what the backdrop does.
    <dialog
      ref={dialog}
      open
      className={`route-dialog ${kind}`}
      aria-labelledby={id}
      onCancel={leave}
      onClose={leave}
      onMouseDown={onBackdrop}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <a ref={close} href={closeTo} className="btn btn-quiet" data-scroll="keep" aria-label="Close">
            <Icon name="close" />
          </a>
        </div>
        <div className="dialog-content">{children}</div>
      </div>
    </dialog>
  );
}
