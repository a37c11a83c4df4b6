/** The picture of a store's type. Decorative: the name is next to it. */
export function StoreImage({ src, size = 64 }: { src: string; size?: number }) {
  return <img className="store-image" src={src} alt="" width={size} height={size} />;
}
