/** A colour of the avatar palette, 0–7, the same for the same seed everywhere. */
function paletteOf(seed: string): number {
  let sum = 0;
  for (const letter of seed.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65521;
  return sum % 8;
}

/**
 * A person: the photo at `src`, or initials on a colour drawn from `seed` (an email address, say).
 * The initials stand beneath the photo, so that a missing one leaves no hole.
 */
export function Avatar({ initials, src, seed }: { initials: string; src?: string; seed: string }) {
  return (
    <span className={`avatar avatar-${paletteOf(seed)}`} aria-hidden="true">
      {initials.slice(0, 3)}
      {src && <img src={src} alt="" width={32} height={32} />}
    </span>
  );
}
