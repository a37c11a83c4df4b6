import { useId } from "react";
import { preferencesPath } from "#app/preferences/paths.ts";
import { useModal } from "#app/ui/dialogs/useModal.ts";
import { Icon } from "#app/ui/Icon.tsx";
import { rowKeys } from "./rowKeys.ts";

/** The keys of rows, and those of the actions of the row that had the focus (screens#row-keys). */
export function RowKeysHelp({
  actions,
  onClose,
}: {
  actions: readonly { label: string; letter: string | undefined }[];
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useModal();
  const keys = [
    ...rowKeys.map(({ shown, about }) => ({ shown, about })),
    ...actions.flatMap(({ letter, label }) => (letter ? [{ shown: letter, about: label }] : [])),
  ];
  return (
    <dialog ref={dialog} className="route-dialog dialog" aria-labelledby={id} onClose={onClose}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={id}>Keys of a list</h2>
          <button
            type="button"
            className="btn btn-quiet"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <div className="dialog-content space-y-3">
          <dl className="key-list">
            {keys.map(({ shown, about }) => (
              <div key={shown}>
                <dt>
                  <kbd>{shown}</kbd>
                </dt>
                <dd>{about}</dd>
              </div>
            ))}
          </dl>
          {actions.length === 0 && <p>On a row, its actions have a letter each.</p>}
          <p>
            They can be turned off in your <a href={preferencesPath}>preferences</a>.
          </p>
        </div>
      </div>
    </dialog>
  );
}
