import { type ReactNode, useEffect, useState } from "react";
import type { Media } from "#app/domains/labels/label.ts";

type Props = { src: string; text: string; media: Media; notices: readonly string[]; children: ReactNode };

/** The picture follows after this long without a change, in ms. */
const pauseMs = 150;

/** The label as the printer would print it. A new picture takes the old one's place once it is there. */
export function LabelPreview({ src, text, media, notices, children }: Props) {
  const [shown, setShown] = useState({ src, text });
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (src === shown.src) return;
    const picture = new Image();
    const timer = window.setTimeout(() => {
      picture.onload = () => {
        setFailed(false);
        setShown({ src, text });
      };
      picture.onerror = () => setFailed(true);
      picture.src = src;
    }, pauseMs);
    return () => {
      window.clearTimeout(timer);
      picture.onload = null;
      picture.onerror = null;
    };
  }, [src, text, shown.src]);

  return (
    <figure className="preview" aria-label="Preview">
      <img
        src={shown.src}
        alt={shown.text}
        width={media.widthMm * media.dotsPerMm}
        height={media.heightMm * media.dotsPerMm}
      />
      <figcaption>
        <span className="faint">
          {media.widthMm} × {media.heightMm} mm
        </span>
        <span role="status" className="preview-notices">
          {[...(failed ? ["The picture of this label can't be drawn now."] : []), ...notices].join(" ")}
        </span>
      </figcaption>
      {children}
    </figure>
  );
}
