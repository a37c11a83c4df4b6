import { useId } from "react";
import { preferencesPath } from "#app/preferences/paths.ts";
import { useModal } from "#app/ui/dialogs/RouteDialog.tsx";
import { Icon } from "#app/ui/Icon.tsx";
import { rowKeys } from "./rowKeys.ts";

/**
 * The keys of the page, with those of the focused row's actions (screens#row-keys), and the link to
 * the guide. The close button comes first: a scanner that sends '?' also sends Enter.
 */
export function RowKeysHelp({
  actions,
  hasRows,
  guideHref,
  onClose,
}: {
  actions: readonly { label: string; letter: string | undefined }[];
  hasRows: boolean;
  guideHref: string;
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useModal();
  const close = () => dialog.current?.close();
  const keys = [
    ...rowKeys
      .filter(({ everywhere }) => hasRows || everywhere)
      .map(({ shown, about }) => ({ shown, about })),
    ...actions.flatMap(({ letter, label }) => (letter ? [{ shown: letter, about: label }] : [])),
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
          <dl className="grid-fill-[16rem] gap-x-6 gap-y-1">
            {keys.map(({ shown, about }) => (
              <div key={shown} className="flex gap-3">
                <dt className="min-w-[3.5rem]">
                  <kbd>{shown}</kbd>
                </dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
          {hasRows && actions.length === 0 && <p>On a row, its actions have a letter each.</p>}
          <p>
            <a href={guideHref} onClick={close}>
              Guide: your work, step by step
            </a>
          </p>
          <p>
            Keys of one letter can be turned off in your{" "}
            <a href={preferencesPath} onClick={close}>
              preferences
            </a>
            .
          </p>
        </div>
      </div>
    </dialog>
  );
}
