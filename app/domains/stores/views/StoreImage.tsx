/** The picture of a store's type. Decorative: the name is next to it. */
export function StoreImage({ src, size = 64 }: { src: string; size?: number }) {
  return <img className="flex-none rounded gapless:mr-1.5" src={src} alt="" width={size} height={size} />;
}
