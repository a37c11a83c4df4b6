import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import { Button } from "./Button.tsx";
import { useModal } from "./dialogs/useModal.ts";
import { Icon } from "./Icon.tsx";
import { ProductImage } from "./ProductImage.tsx";

/** A picture, its description, and the URL of its file; without one it can't be opened. */
export type Picture = Omit<Openable, "src" | "href"> & { src: string | undefined; href: string | undefined };

const isOpenable = (picture: Picture): picture is Openable =>
  picture.src !== undefined && picture.href !== undefined;

/** A click without a modifier, e.g. not to open a new tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * Thumbnails that open in full size over the page, one after the other (screens#viewer); without scripting each opens
 * in a new tab. Those after the `first` are collapsed, and loaded when expanded.
 */
export function PictureList({
  pictures,
  first = pictures.length,
  label,
}: {
  pictures: readonly Picture[];
  first?: number;
  label?: string;
}) {
  const [openKey, setOpenKey] = useState<string>();
  const openable = pictures.filter(isOpenable);
  const at = openable.findIndex(({ key }) => key === openKey);
  const folded = pictures.slice(first);
  const onOpen = (event: MouseEvent, key: string) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    setOpenKey(key);
  };

  return (
    <>
      <Thumbs pictures={pictures.slice(0, first)} label={label} onOpen={onOpen} />
      {folded.length > 0 && (
        <details>
          <summary>{folded.length === 1 ? "1 more photo" : `${folded.length} more photos`}</summary>
          <Thumbs pictures={folded} onOpen={onOpen} />
        </details>
      )}
      {at >= 0 && (
        <PictureViewer
          pictures={openable}
          at={at}
          onMove={(index) => setOpenKey(openable[index]?.key)}
          onClose={() => setOpenKey(undefined)}
        />
      )}
    </>
  );
}

function Thumbs({
  pictures,
  label,
  onOpen,
}: {
  pictures: readonly Picture[];
  label?: string;
  onOpen: (event: MouseEvent, key: string) => void;
}) {
  return (
    <ul className="flex flex-wrap gap-1" aria-label={label}>
      {pictures.map((picture) => (
        <li key={picture.key}>
          {isOpenable(picture) ? (
            <a
              href={picture.href}
              target="_blank"
              rel="noreferrer"
              className="block"
              title="Show it whole"
              onClick={(event) => onOpen(event, picture.key)}
            >
              <ProductImage src={picture.src} alt={picture.alt} />
            </a>
          ) : (
            <ProductImage src={undefined} alt={picture.alt} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A picture to show in full size: its URL, that of its file, and its description. */
export type Openable = { key: string; src: string; href: string; alt: string };

/** One of several pictures in full size over the page; arrows lead to the next, cyclically (screens#viewer). */
function PictureViewer({
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

  const picture = pictures[at];
  const by = (step: 1 | -1) => onMove((at + step + pictures.length) % pictures.length);
  const close = () => dialog.current?.close();
  if (!picture) return null;

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
            {picture.alt}
          </h2>
          <Button variant="quiet" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </Button>
        </div>
        <div className="dialog-content flex min-w-[min(24rem,100%)] items-center justify-center">
          {failed === picture.key ? (
            <p role="status">The image could not be loaded</p>
          ) : (
            <img
              key={picture.key}
              className="max-h-[calc(100vh-10rem)] max-w-full object-contain"
              src={picture.src}
              alt={picture.alt}
              onError={() => setFailed(picture.key)}
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
          <a href={picture.href} target="_blank" rel="noreferrer">
            Open in a new tab
          </a>
        </div>
      </div>
    </dialog>
  );
}
