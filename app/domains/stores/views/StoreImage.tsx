/** The picture of a store's type. Decorative: the name is next to it. */
export function StoreImage({ src, size = 64 }: { src: string; size?: number }) {
  return (
    <svg className="flex-none gapless:mr-1.5" width={size} height={size} aria-hidden="true">
      <use href={src} />
    </svg>
  );
}
