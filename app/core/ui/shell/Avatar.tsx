import { useEffect, useRef, useState } from "react";

const circle =
  "relative inline-flex h-8 w-8 flex-none items-center justify-center overflow-hidden rounded-full text-xs font-semibold text-white gapless:mr-1.5";

/** Grounds of white initials. */
const grounds = [
  "bg-[#0f5c70]",
  "bg-[#1d6a3d]",
  "bg-[#3d5a80]",
  "bg-[#7a4a12]",
  "bg-[#7b3f61]",
  "bg-[#5a4b8a]",
  "bg-[#8a3b2e]",
  "bg-[#4a5b2a]",
];

/** One of the grounds, determined by the seed. */
function groundOf(seed: string): string | undefined {
  let sum = 0;
  for (const letter of seed.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65521;
  return grounds[sum % grounds.length];
}

/**
 * A person: the photo at `src`, or initials on a colour derived from `seed` (e.g. an email address). The initials are
 * behind the photo, in case it is missing. Decorative: the name is next to it, or labels its container.
 */
export function Avatar({ initials, src, seed }: { initials: string; src?: string; seed: string }) {
  const photo = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string>();
  useEffect(() => {
    // A photo that failed before hydration has fired its error event already.
    if (photo.current?.complete && photo.current.naturalWidth === 0) setBroken(src);
  }, [src]);
  return (
    <span className={`${circle} ${groundOf(seed)}`} aria-hidden="true">
      {initials.slice(0, 3) || "?"}
      {src && broken !== src && (
        <img
          ref={photo}
          className="absolute inset-0 h-full w-full object-cover text-[0px]"
          src={src}
          alt=""
          onError={() => setBroken(src)}
        />
      )}
    </span>
  );
}
