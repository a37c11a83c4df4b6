import { type ReactNode, useEffect, useState } from "react";
import type { Media } from "#app/domains/labels/label.ts";
import type { PreviewSaid } from "#app/domains/labels/render/render.ts";

/** A label's picture: its content in words, and the button that prints it if there are two different labels. */
export type PreviewPicture = { src: string; text: string; caption: string | undefined };

type Props = {
  pictures: readonly PreviewPicture[];
  media: Media;
  said: PreviewSaid;
  children: ReactNode;
};

/** The picture is updated after this long without a change, in ms. */
const pauseMs = 150;

/** The labels exactly as the printer prints them, dot by dot. */
export function LabelPreview({ pictures, media, said: { sizes, notices }, children }: Props) {
  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-pictures">
        {pictures.map((picture) => (
          <Picture key={picture.caption ?? ""} picture={picture} media={media} />
        ))}
      </div>
      <div className="preview-said">
        <span className="faint">{[`${media.widthMm} × ${media.heightMm} mm`, ...sizes].join(" · ")}</span>
        <span role="status" className="preview-notices">
          {notices.join(" ")}
        </span>
      </div>
      {children}
    </section>
  );
}

/** A new picture replaces the old one once it has loaded. */
function Picture({ picture: { src, text, caption }, media }: { picture: PreviewPicture; media: Media }) {
  const [shown, setShown] = useState({ src, text });
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (src === shown.src) return;
    const next = new Image();
    const timer = window.setTimeout(() => {
      next.onload = () => {
        setFailed(false);
        setShown({ src, text });
      };
      next.onerror = () => setFailed(true);
      next.src = src;
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      next.onload = null;
      next.onerror = null;
    };
  }, [src, text, shown.src]);

  return (
    <figure>
      <img
        src={shown.src}
        alt={shown.text}
        width={media.widthMm * media.dotsPerMm}
        height={media.heightMm * media.dotsPerMm}
      />
      {caption && <figcaption>{caption}</figcaption>}
      <p role="status" className="preview-notices">
        {failed && "The picture of this label can't be drawn now."}
      </p>
    </figure>
  );
}
