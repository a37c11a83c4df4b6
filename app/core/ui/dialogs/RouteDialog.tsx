import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useRef,
} from "react";
import { LinkButton } from "../Button.tsx";
import { classes } from "../classes.ts";
import { ErrorBar, type ErrorText } from "../feedback/ErrorBar.tsx";
import { Icon } from "../Icon.tsx";
import { rowLinks } from "../lists/rows.tsx";
import { useBeforePaint } from "../useBeforePaint.ts";
import { SiblingLinks } from "./SiblingLinks.tsx";
import { isSplitView, OpenRecordContext, onBesideChange } from "./splitView.ts";

/** The index of the list row below a page: the row whose URL is the page's or its parent's, or that leads to the page. */
function rowOf(here: string): number {
  const { pathname } = new URL(here);
  return rowLinks().findIndex(
    (link) =>
      `${pathname}/`.startsWith(`${link.pathname}/`) ||
      [...(link.closest("tr")?.querySelectorAll("a") ?? [])].some(({ href }) => href === here),
  );
}

/**
 * Returns the focus to where the person was: to the link that led here, or an equivalent one, to the row of the same
 * record, to the row that took its place (it was number `row`), or else to the heading of the list. A dialog over a panel
 * gives it back within the panel, to its title where the link is gone.
 */
function returnFocus(opener: Element | null, here: string, row: number) {
  const panel = document.querySelector("dialog:modal, .route-dialog[open]");
  if (panel) {
    const isLost = () => document.activeElement === null || document.activeElement === document.body;
    const same = [...panel.querySelectorAll<HTMLAnchorElement>("a[href]")].find((link) => link.href === here);
    // A link that leads elsewhere by now is another action, or one of another record.
    const isElsewhere = opener instanceof HTMLAnchorElement && opener.href !== here;
    const before =
      opener instanceof HTMLElement && panel.contains(opener) && !isElsewhere ? opener : undefined;
    for (const target of [before, same, panel.querySelector("h2")])
      if (isLost()) target?.focus({ preventScroll: true });
    return;
  }
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

/**
 * Makes an open dialog modal, on top of those that are, or puts it next to the page, in place: the focus is unchanged.
 */
function stand(dialog: HTMLDialogElement, isInSplitView: boolean): void {
  const focused = document.activeElement;
  const isModal = dialog.matches(":modal");
  if (isInSplitView && isModal) {
    dialog.close();
    dialog.setAttribute("open", "");
  } else if (!isInSplitView) {
    if (isModal) dialog.close();
    else dialog.removeAttribute("open");
    dialog.showModal();
  }
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus({ preventScroll: true });
}

/** A field in `within` with a value other than the rendered one. */
function typedField(within: Element): HTMLElement | undefined {
  for (const field of within.querySelectorAll("input, textarea")) {
    if (field instanceof HTMLTextAreaElement && field.value !== field.defaultValue) return field;
    if (field instanceof HTMLInputElement && field.type !== "hidden" && field.value !== field.defaultValue)
      return field;
  }
  return undefined;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select") !== null;

/**
 * Behaviour of a native modal for a panel next to its list: Escape closes it, and clicking another
 * row doesn't discard typed text. Returns the undo function.
 */
function listenInSplitView(dialog: HTMLDialogElement, leave: () => void): () => void {
  const isQuiet = () => dialog.matches(":modal") || document.querySelector("dialog:modal") !== null;
  function onKey(event: globalThis.KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || isQuiet() || isField(event.target)) return;
    if (typedField(dialog)) return;
    event.preventDefault();
    leave();
  }
  function onClick(event: globalThis.MouseEvent) {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    if (isQuiet() || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
    const typed = target.closest("main tr[data-opens]") && !dialog.contains(target) && typedField(dialog);
    if (!typed) return;
    event.preventDefault();
    event.stopPropagation();
    typed.focus();
  }
  window.addEventListener("keydown", onKey);
  window.addEventListener("click", onClick, true);
  window.addEventListener("dblclick", onClick, true);
  return () => {
    window.removeEventListener("keydown", onKey);
    window.removeEventListener("click", onClick, true);
    window.removeEventListener("dblclick", onClick, true);
  };
}

/** A held-down Enter opens a dialog, but must not answer it as well. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement)
    event.preventDefault();
}

/** Initial focus of a dialog: the first error, warning or field, or the requested button. */
const startOf = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>("[aria-invalid]") ??
  dialog.querySelector<HTMLElement>("[data-advised]") ??
  dialog.querySelector<HTMLElement>("textarea, input:not([type=hidden], [data-later])") ??
  dialog.querySelector<HTMLElement>("[data-start]");

/**
 * A dialog or side panel that is a page with its own URL; closing it is the link `closeTo`. The server renders an
 * open dialog; after hydration it becomes modal in place, so that typed text and focus survive: Escape, the backdrop
 * and the close link all navigate to `closeTo`, and the focus returns to what opened it. The backdrop does nothing
 * while a form has typed text. On a wide screen a record's panel is shown next to its list instead
 * (screens#panel-beside), unless it is `alone`.
 */
export function RouteDialog({
  title,
  aside,
  closeTo,
  kind = "dialog",
  describedBy,
  step,
  alone = false,
  half = false,
  children,
}: {
  title: ReactNode;
  /** Beside the title, before the links to other records. */
  aside?: ReactNode;
  closeTo: string;
  kind?: "dialog" | "panel" | "wide-panel";
  /** A wide panel that has half the window beside its list. */
  half?: boolean;
  /** The id of the dialog's question: read out with the title, since the initial focus is after it. */
  describedBy?: string;
  /** The current step of the dialog: when it changes and the focus would be lost, the initial focus is set again. */
  step?: string;
  /** A panel that is always modal, however wide the screen. */
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
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    const settle = () => stand(element, hasList && isSplitView());
    settle();
    const isInSplitView = !element.matches(":modal");
    const heading = isInSplitView ? element.querySelector<HTMLElement>("h2") : null;
    const start =
      kind === "dialog"
        ? startOf(element)
        : (element.querySelector<HTMLElement>("[aria-invalid]") ?? heading);
    if (before instanceof HTMLElement && element.contains(before)) before.focus({ preventScroll: true });
    else start?.focus({ preventScroll: true });
    const opener = before && !element.contains(before) ? before : null;
    const opened = window.location.pathname;
    // A question follows its panel, so that it stays on top when that becomes modal.
    const undo = [onBesideChange(settle)];
    if (hasList) undo.push(listenInSplitView(element, () => close.current?.click()));
    return () => {
      for (const stop of undo) stop();
      // Someone working in the list next to the panel keeps the focus there.
      const now = document.activeElement;
      if (!element.matches(":modal") && now && now !== document.body && !element.contains(now)) return;
      const { here = "", row = -1 } = place.current ?? {};
      // The link that led here is irrelevant once another record is shown.
      const isSame = here !== "" && new URL(here).pathname === opened;
      window.setTimeout(() => returnFocus(isSame ? opener : null, here, row));
    };
  }, [kind, hasList]);

  useBeforePaint(() => {
    const here = window.location.href;
    place.current = { here, row: rowOf(here) };
    // What led from one record to the next is gone with the first.
    if (document.activeElement === document.body)
      dialog.current?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [recordId]);

  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (step !== undefined && isLost && dialog.current) startOf(dialog.current)?.focus();
  }, [step]);

  function leave(event: SyntheticEvent) {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    // A dialog reopened next to its list counts as open.
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
    // Escape, handled by the native dialog itself, is the keyboard equivalent of the backdrop.
    <dialog
      ref={dialog}
      open
      className={classes("route-dialog", kind, hasList && "beside", half && "half")}
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
          <div className="flex flex-none items-center">
            {aside}
            {recordId !== undefined && record?.siblings && (
              <SiblingLinks record={record} siblings={record.siblings} />
            )}
            <a ref={close} href={closeTo} className="btn btn-quiet" data-scroll="keep" aria-label="Close">
              <Icon name="close" />
            </a>
          </div>
        </div>
        {/* Another record starts at its top, with everything collapsed. */}
        <div key={recordId} className="dialog-content">
          {children}
        </div>
      </div>
    </dialog>
  );
}

type Props = {
  title: string;
  /** The message of the last submission, which may explain why the record is gone. */
  message?: ReactNode;
  /** Why it cannot be shown: a failure, or words. */
  error?: ErrorText | undefined;
  explanation?: string | undefined;
  retryHref?: string | undefined;
  closeTo: string;
  /** Links before the one back to the list. */
  ways?: ReactNode;
  children?: ReactNode;
};

/** A panel whose record cannot be shown: why, the known facts, and links. */
export function UnavailablePanel({
  title,
  message,
  error,
  explanation,
  retryHref,
  closeTo,
  ways,
  children,
}: Props) {
  return (
    <RouteDialog title={title} closeTo={closeTo} kind="wide-panel">
      {message}
      {error && <ErrorBar error={error} dismissible retryHref={retryHref} />}
      {explanation && <p>{explanation}</p>}
      {children}
      <p className="flex flex-wrap gap-2 pt-2">
        {ways}
        <LinkButton href={closeTo} data-scroll="keep">
          Back to the list
        </LinkButton>
      </p>
    </RouteDialog>
  );
}
