import { type KeyboardEvent, useId, useState } from "react";
import { Button } from "./Button.tsx";
import { useModal } from "./dialogs/RouteDialog.tsx";
import { Icon } from "./Icon.tsx";

/** A picture to show in full size: its URL, that of its file, and its description. */
export type Openable = { key: string; src: string; href: string; alt: string };

/** One of several pictures in full size over the page; arrows lead to the next, cyclically (screens#viewer). */
export function PictureViewer({
  pictures,
  at,
  onMove,
  onClose,
}: {
  pictures: readonly Openable[];
  at: number;
  onMove: (index: number) => void;
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useModal();
  const [failed, setFailed] = useState<string>();

  const shown = pictures[at];
  const by = (step: 1 | -1) => onMove((at + step + pictures.length) % pictures.length);
  const close = () => dialog.current?.close();
  if (!shown) return null;

  function onKey(event: KeyboardEvent) {
    if (event.key === "ArrowRight") by(1);
    if (event.key === "ArrowLeft") by(-1);
  }

  return (
    <dialog
      ref={dialog}
      className="route-dialog w-fit max-w-[calc(100vw-2rem)]"
      aria-labelledby={id}
      onClose={onClose}
      onMouseDown={(event) => event.target === event.currentTarget && close()}
      onKeyDown={onKey}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={id} aria-live="polite">
            {shown.alt}
          </h2>
          <Button variant="quiet" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </Button>
        </div>
        <div className="dialog-content flex min-w-[min(24rem,100%)] items-center justify-center">
          {failed === shown.key ? (
            <p role="status">The image could not be loaded</p>
          ) : (
            <img
              key={shown.key}
              className="max-h-[calc(100vh-10rem)] max-w-full object-contain"
              src={shown.src}
              alt={shown.alt}
              onError={() => setFailed(shown.key)}
            />
          )}
        </div>
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line p-3 max-sm:gap-x-2">
          {pictures.length > 1 && (
            <>
              <Button onClick={() => by(-1)}>
                <Icon name="chevronLeft" /> Previous
              </Button>
              <span className="tabular-nums">
                {at + 1} of {pictures.length}
              </span>
              <Button onClick={() => by(1)}>
                Next <Icon name="chevronRight" />
              </Button>
            </>
          )}
          <a href={shown.href} target="_blank" rel="noreferrer">
            Open in a new tab
          </a>
        </div>
      </div>
    </dialog>
  );
}
