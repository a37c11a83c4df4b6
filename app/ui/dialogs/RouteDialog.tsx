import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useRef,
} from "react";
import { classes } from "../classes.ts";
import { Icon } from "../Icon.tsx";
import { rowLinks } from "../lists/rows.tsx";
import { useBeforePaint } from "../useBeforePaint.ts";
import { OpenRecordContext, SiblingLinks } from "./SiblingLinks.tsx";
import { isSplitView, listenInSplitView, onBesideChange, stand, typedField } from "./splitView.ts";

/** Which row of the list beneath a page belongs to: the one whose own address it is, or stands below. */
function rowOf(here: string): number {
  const { pathname } = new URL(here);
  return rowLinks().findIndex((link) => `${pathname}/`.startsWith(`${link.pathname}/`));
}

/**
 * Gives the focus back to where the person was: to the link that led here, or to its likeness, to the row of the
 * same thing, to the row that took its place (it was number `row`), or else to the heading of the list.
 */
function returnFocus(opener: Element | null, here: string, row: number) {
  if (document.querySelector("dialog:modal, .route-dialog[open]")) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
    opener.focus({ preventScroll: true });
    return;
  }
  const rows = rowLinks();
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  const target =
    [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].find((link) => link.href === here) ??
    rows[rowOf(here)] ??
    (row < 0 ? undefined : (rows[row] ?? rows.at(-1))) ??
    heading;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}

/** An Enter that is held down opens a dialog, and must not answer it as well. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement)
    event.preventDefault();
}

/**
 * Where a dialog starts: at what has to be mended, at what is worth a look, at the first field, or at the button that is
 * asked for.
 */
const startOf = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>("[aria-invalid]") ??
  dialog.querySelector<HTMLElement>("[data-advised]") ??
  dialog.querySelector<HTMLElement>("textarea, input:not([type=hidden])") ??
  dialog.querySelector<HTMLElement>("[data-start]");

/**
 * A dialog or side panel that is a page at its own URL; closing it is the link `closeTo`. The
 * server renders an open dialog; after hydration it becomes modal in place, so that typed text and
 * focus survive: Escape, the backdrop and the close link all lead to `closeTo`, and focus goes back
 * to what opened it. The backdrop does nothing while a form holds typed text. On a wide screen the panel of
 * a record stands beside its list instead (screens#panel-beside), unless it is `alone`.
 */
export function RouteDialog({
  title,
  closeTo,
  kind = "dialog",
  describedBy,
  step,
  alone = false,
  children,
}: {
  title: ReactNode;
  closeTo: string;
  kind?: "dialog" | "panel" | "wide-panel";
  /** The id of what a dialog asks: it is read out with the title, since the focus starts behind it. */
  describedBy?: string;
  /** Names what the dialog asks now: when that changes, the focus starts anew where it would be lost. */
  step?: string;
  /** A panel that has a person's whole attention, however wide the screen is. */
  alone?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLAnchorElement>(null);
  const record = useContext(OpenRecordContext);
  const recordId = kind === "dialog" ? undefined : record?.id;
  const hasList = recordId !== undefined && !alone;
  const place = useRef<{ here: string; row: number }>();

  useBeforePaint(() => {
    const shown = dialog.current;
    if (!shown) return;
    const before = document.activeElement;
    const settle = () => stand(shown, hasList && isSplitView());
    settle();
    const isInSplitView = !shown.matches(":modal");
    const heading = isInSplitView ? shown.querySelector<HTMLElement>("h2") : null;
    const start =
      kind === "dialog" ? startOf(shown) : (shown.querySelector<HTMLElement>("[aria-invalid]") ?? heading);
    if (before instanceof HTMLElement && shown.contains(before)) before.focus({ preventScroll: true });
    else start?.focus({ preventScroll: true });
    const opener = before && !shown.contains(before) ? before : null;
    const opened = window.location.pathname;
    const undo = hasList
      ? [onBesideChange(settle), listenInSplitView(shown, () => close.current?.click())]
      : [];
    return () => {
      for (const stop of undo) stop();
      // A person who is at the list beside the panel stays there.
      const now = document.activeElement;
      if (!shown.matches(":modal") && now && now !== document.body && !shown.contains(now)) return;
      const { here = "", row = -1 } = place.current ?? {};
      // What led here is beside the point once another record is shown.
      const isSame = here !== "" && new URL(here).pathname === opened;
      window.setTimeout(() => returnFocus(isSame ? opener : null, here, row));
    };
  }, [kind, hasList]);

  useBeforePaint(() => {
    const here = window.location.href;
    place.current = { here, row: rowOf(here) };
  }, [recordId]);

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (step !== undefined && isLost && dialog.current) startOf(dialog.current)?.focus();
  }, [step]);

  function leave(event: SyntheticEvent) {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    // One that was closed to stand beside its list is open.
    if (event.type === "close" && dialog.current?.open) return;
    close.current?.click();
  }

  function onBackdrop(event: MouseEvent<HTMLDialogElement>) {
    const { currentTarget } = event;
    if (event.target !== currentTarget || !currentTarget.matches(":modal") || typedField(currentTarget))
      return;
    leave(event);
  }

  return (
    // Escape, which a native dialog handles itself, is the keyboard's way to do what the backdrop does.
    <dialog
      ref={dialog}
      open
      className={classes("route-dialog", kind, hasList && "beside")}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onCancel={leave}
      onClose={leave}
      onMouseDown={onBackdrop}
      onKeyDown={ignoreHeldEnter}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <div className="dialog-ways">
            {recordId !== undefined && record?.siblings && (
              <SiblingLinks record={record} siblings={record.siblings} />
            )}
            <a ref={close} href={closeTo} className="btn btn-quiet" data-scroll="keep" aria-label="Close">
              <Icon name="close" />
            </a>
          </div>
        </div>
        {/* Another record starts at its top, with nothing unfolded. */}
        <div key={recordId} className="dialog-content">
          {children}
        </div>
      </div>
    </dialog>
  );
}

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
