import { type MouseEvent, useState } from "react";
import { type Openable, PictureViewer } from "./PictureViewer.tsx";
import { ProductImage } from "./ProductImage.tsx";

/** A picture, the words for it, and the address of its file; without one it can't be opened. */
export type Picture = Omit<Openable, "src" | "href"> & { src: string | undefined; href: string | undefined };

const isOpenable = (picture: Picture): picture is Openable =>
  picture.src !== undefined && picture.href !== undefined;

/** A press that the browser is not asked to do something else with, as to open a tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * Small pictures that open whole over the page, one after the other (screens#viewer); without scripting each opens in a
 * tab of its own. Those after the `first` stand behind a fold, and are fetched when it is opened.
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
