import { ProductImage } from "#app/ui/ProductImage.tsx";

/** Every picture of a product (products#pictures); each opens whole, in a tab of its own. */
export function ProductPictures({ pictures, of }: { pictures: string[]; of: string }) {
  if (pictures.length === 0) return <ProductImage src={undefined} alt={of} />;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={`Pictures of ${of}`}>
      {pictures.map((address, index) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer" className="block" title="Open in a new tab">
            <ProductImage src={address} alt={`${of}, picture ${index + 1} of ${pictures.length}`} />
          </a>
        </li>
      ))}
    </ul>
  );
}
