import { useState } from "react";

/** What the page was loaded with, until something newer is told; a new load wins over anything told before it. */
export function useNewest<T>(loaded: T): [shown: T, tell: (newer: T) => void] {
  const [told, setTold] = useState<{ over: T; newer: T }>();
  const tell = (newer: T) => setTold({ over: loaded, newer });
  return [told && told.over === loaded ? told.newer : loaded, tell];
}
