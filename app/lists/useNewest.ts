import { useState } from "react";

/** The loader's data until something newer arrives; a reload replaces anything that arrived before it. */
export function useNewest<T>(loaded: T): [shown: T, tell: (newer: T) => void] {
  const [told, setTold] = useState<{ over: T; newer: T }>();
  const tell = (newer: T) => setTold({ over: loaded, newer });
  return [told && told.over === loaded ? told.newer : loaded, tell];
}
