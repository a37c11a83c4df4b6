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
    <section className="preview rounded-lg border border-line bg-surface-sunken p-3" aria-label="Preview">
      <div className="flex flex-wrap items-start gap-3">
        {pictures.map((picture) => (
          <Picture key={picture.caption ?? ""} picture={picture} media={media} />
        ))}
      </div>
      <div className="flex min-h-7 flex-wrap gap-x-3 pt-2 text-sm">
        <span className="text-ink-faint">
          {[`${media.widthMm} × ${media.heightMm} mm`, ...sizes].join(" · ")}
        </span>
        <span role="status" className="text-sm font-medium text-attention">
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
    <figure className="min-w-0 flex-[1_1_8rem]">
      <img
        src={shown.src}
        alt={shown.text}
        width={media.widthMm * media.dotsPerMm}
        height={media.heightMm * media.dotsPerMm}
      />
      {caption && (
        <figcaption className="pt-1 text-center text-sm font-medium text-ink-soft">{caption}</figcaption>
      )}
      <p role="status" className="text-sm font-medium text-attention">
        {failed && "The picture of this label can't be drawn now."}
      </p>
    </figure>
  );
}
