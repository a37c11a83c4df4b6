import { classes } from "./classes.ts";

/**
 * A product's picture, 70 px high, or as high as a row of two lines (screens#picture); a placeholder if there is none.
 * One that fails to load is marked by `markBrokenPictures`.
 */
export function ProductImage({
  src,
  alt,
  isSmall = false,
}: {
  src: string | undefined;
  alt: string;
  isSmall?: boolean;
}) {
  const size = isSmall && "small";
  if (!src)
    return (
      <span
        className={classes("product-image no-picture", size)}
        role="img"
        aria-label={`${alt} (no image)`}
        title="No image"
      />
    );
  return <img className={classes("product-image", size)} src={src} alt={alt} loading="lazy" />;
}
