import { PictureList } from "#app/ui/PictureList.tsx";
import { ProductImage } from "#app/ui/ProductImage.tsx";

/** Every picture of a product (products#pictures); each opens whole. */
export function ProductPictures({ pictures, of }: { pictures: string[]; of: string }) {
  if (pictures.length === 0) return <ProductImage src={undefined} alt={of} />;
  return (
    <PictureList
      label={`Pictures of ${of}`}
      pictures={pictures.map((address, index) => ({
        key: address,
        src: address,
        href: address,
        alt: `${of}, picture ${index + 1} of ${pictures.length}`,
      }))}
    />
  );
}
