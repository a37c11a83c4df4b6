import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./Icon.tsx";

/**
 * A dialog or side panel that is a page at its own URL; closing it is the link `closeTo`. The
 * server renders an open dialog; after hydration it becomes modal in place: Escape, the backdrop
 * and the close link all lead to `closeTo`, and focus goes back to what opened it.
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
    if (!shown || shown.matches(":modal")) return;
    shown.removeAttribute("open");
    shown.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      className={`route-dialog ${kind}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close.current?.click();
      }}
    >
      <div className="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <a ref={close} href={closeTo} className="btn btn-quiet" data-scroll="keep" aria-label="Close">
            <Icon name="close" />
          </a>
        </header>
        <div className="dialog-content">{children}</div>
      </div>
    </dialog>
  );
}
