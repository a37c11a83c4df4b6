import { type MouseEvent, useState } from "react";
import { type Openable, PictureViewer } from "./PictureViewer.tsx";
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
    <ul className="badges" aria-label={label}>
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
