import { useEffect, useRef, useState } from "react";
import { Icon } from "./Icon.tsx";

/** A product's picture, 70 px high (spec 1 §9); a placeholder when there is none or it does not load. */
export function ProductImage({ src, alt }: { src: string | undefined; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string>();
  useEffect(() => {
    // A picture that failed before hydration fires its error event to nobody.
    const shown = image.current;
    if (shown?.complete && shown.naturalWidth === 0) setBroken(shown.getAttribute("src") ?? undefined);
  }, []);
  if (!src || broken === src) {
    return (
      <span className="product-image" title={src ? "The image could not be loaded" : "No image"}>
        <Icon name="image" label={src ? `${alt} (the image could not be loaded)` : `${alt} (no image)`} />
      </span>
    );
  }
  return (
    <span className="product-image">
      <img
        ref={image}
        src={src}
        alt={alt}
        height={70}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
      />
    </span>
  );
}
