import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useId, useState } from "react";
import { useModal } from "#app/core/ui/dialogs/useModal.ts";
import { Icon } from "#app/core/ui/Icon.tsx";
import { type ActionItem, actionsOfRow, rowLinks } from "#app/core/ui/lists/rows.tsx";
import { lettersFor, rowKeys } from "./rowKeys.ts";

type Lettered = ActionItem & { letter: string | undefined };

function letteredActions(row: Element | null): Lettered[] {
  const actions = row ? actionsOfRow(row) : [];
  const letters = lettersFor(actions.map(({ label }) => label));
  return actions.map((action, index) => ({ ...action, letter: letters[index] }));
}

/** The panel over the list or next to it, which has keys of its own. */
const openPanel = (): Element | null =>
  document.querySelector("dialog:is(.panel, .wide-panel):modal") ??
  document.querySelector(".route-dialog.beside .besides")?.closest("dialog") ??
  null;

/** The buttons of a queue's record, each with its letter (queue#keys). */
const queueButtons = (panel: Element | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>("[aria-keyshortcuts]") ?? []),
];

const isOccupied = ({ target }: KeyboardEvent): boolean =>
  document.querySelector("dialog:not(.panel, .wide-panel):modal") !== null ||
  (target instanceof Element &&
    target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]") !== null);

const rowInFocus = (): Element | null =>
  document.activeElement?.closest("main :is(tbody tr, .today-lines > li)") ?? null;

function focusRow(by: 1 | -1) {
  const links = rowLinks();
  const row = rowInFocus();
  const at = links.findIndex((link) => row?.contains(link));
  const next = links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}

/** Goes to the sibling of the open record; the focus is set for the next press. */
function takeSibling(panel: Element, rel: "prev" | "next"): boolean {
  const link = panel.querySelector<HTMLElement>(`.besides a[rel=${rel}]`);
  link?.focus({ preventScroll: true });
  link?.click();
  return link !== null;
}

function press(row: Element | null, selector: string): boolean {
  const found = row?.querySelector<HTMLElement>(selector);
  found?.click();
  return Boolean(found);
}

/** Where the keys' help leads. */
type Ways = { guideHref: string; preferencesHref: string };

/**
 * Rows by keyboard (screens#row-keys): moving, opening, selecting, and one letter per action of the
 * focused row, or of the open record; and from record to record in a panel (screens#beside). Outside of rows only `j` and
 * `k` work, and no key in fields or behind a dialog. '?' shows the keys anywhere (shell#keys).
 */
export function RowKeys({ isOn, ...ways }: Ways & { isOn: boolean }) {
  const navigate = useNavigate();
  const [help, setHelp] = useState<{ actions: Pick<Lettered, "label" | "letter">[]; hasRows: boolean }>();
  const onKey = useCallback(
    (event: KeyboardEvent): boolean => {
      const { key } = event;
      const panel = openPanel();
      // Next to a panel the rows keep their keys, except those that go from record to record.
      const row = panel?.matches(":modal") ? null : rowInFocus();
      if (panel && (key === "j" || key === "k")) return takeSibling(panel, key === "j" ? "next" : "prev");
      const button = row ? undefined : queueButtons(panel).find((one) => one.ariaKeyShortcuts === key);
      button?.click();
      if (button) return true;
      // Letters of the row in focus, else of the open record (screens#row-keys).
      const acted = row ?? panel?.querySelector(".panel-head") ?? null;
      const action = letteredActions(acted).find(({ letter }) => letter === key);
      if (action) {
        navigate(action.href, { preventScrollReset: true });
        return true;
      }
      if (panel?.matches(":modal") && key !== "?") return false;
      if (key === "j" || (key === "ArrowDown" && row)) return focusRow(1);
      if (key === "k" || (key === "ArrowUp" && row)) return focusRow(-1);
      if (key === "?") {
        const links = rowLinks();
        const ofQueue = queueButtons(panel).map(({ title, ariaKeyShortcuts }) => ({
          label: title,
          letter: ariaKeyShortcuts ?? undefined,
        }));
        const rows = links.map((link) => link.closest("tr"));
        const example = acted ?? rows.find((one) => letteredActions(one).length > 0) ?? null;
        const actions = !row && ofQueue.length > 0 ? ofQueue : letteredActions(example);
        setHelp({ actions, hasRows: links.length > 0 });
        return true;
      }
      if (!row) return false;
      if (key === "o") return press(row, ".row-more > summary");
      if (key === "x") return press(row, ".choose input");
      return false;
    },
    [navigate],
  );
  useEffect(() => {
    if (!isOn) return;
    function listen(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOccupied(event))
        return;
      if (onKey(event)) event.preventDefault();
    }
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [isOn, onKey]);
  return help && <RowKeysHelp {...help} {...ways} onClose={() => setHelp(undefined)} />;
}

/**
 * The keys of the page, with those of the focused row's actions (screens#row-keys), and the link to
 * the guide. The close button comes first: a scanner that sends '?' also sends Enter.
 */
function RowKeysHelp({
  actions,
  hasRows,
  guideHref,
  preferencesHref,
  onClose,
}: {
  actions: readonly { label: string; letter: string | undefined }[];
  hasRows: boolean;
  onClose: () => void;
} & Ways) {
  const id = useId();
  const dialog = useModal();
  const close = () => dialog.current?.close();
  const keys = [
    ...rowKeys.filter(({ everywhere }) => hasRows || everywhere).map(({ name, about }) => ({ name, about })),
    ...actions.flatMap(({ letter, label }) => (letter ? [{ name: letter, about: label }] : [])),
  ];
  return (
    <dialog ref={dialog} className="route-dialog dialog" aria-labelledby={id} onClose={onClose}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={id}>{hasRows ? "Keys of a list" : "Keys"}</h2>
          <button type="button" className="btn btn-quiet" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        <div className="dialog-content space-y-3">
          <KeyList keys={keys} />
          <p>
            <a href={guideHref} onClick={close}>
              Guide: your work, step by step
            </a>
          </p>
          <p>
            Keys of one letter can be turned off in your{" "}
            <a href={preferencesHref} onClick={close}>
              preferences
            </a>
            .
          </p>
        </div>
      </div>
    </dialog>
  );
}

/** Keys with what each does. */
export const KeyList = ({ keys }: { keys: readonly { name: string; about: string }[] }) => (
  <dl className="grid-fill-[16rem] gap-x-6 gap-y-1">
    {keys.map(({ name, about }) => (
      <div key={name} className="flex gap-3">
        <dt className="min-w-[3.5rem]">
          <kbd>{name}</kbd>
        </dt>
        <dd>{about}</dd>
      </div>
    ))}
  </dl>
);
