/**
 * A product's picture, 70 px high (screens#picture); a placeholder if there is none. One that fails
 * to load is marked by `markBrokenPictures`.
 */
export function ProductImage({ src, alt }: { src: string | undefined; alt: string }) {
  if (!src)
    return (
      <span
        className="product-image no-picture"
        role="img"
        aria-label={`${alt} (no image)`}
        title="No image"
      />
    );
  return <img className="product-image" src={src} alt={alt} loading="lazy" />;
}
