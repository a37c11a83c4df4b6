import { type RefObject, useEffect, useRef } from "react";

/**
 * A dialog that a page opens by itself, and that has no address: it is modal while it is there, and gives the focus
 * back to what had it.
 */
export function useModal(): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
