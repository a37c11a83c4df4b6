import { useState } from "react";

/** The loader's data until something newer arrives; a reload replaces anything that arrived before it. */
export function useNewest<T>(loaded: T): [shown: T, tell: (newer: T) => void] {
  const [newest, setNewest] = useState<{ over: T; newer: T }>();
  const tell = (newer: T) => setNewest({ over: loaded, newer });
  return [newest && newest.over === loaded ? newest.newer : loaded, tell];
}
