import { useEffect, useState, useSyncExternalStore } from "react";
import type { Island, LabelPrinting } from "./island.ts";
import type { PrintingOptions } from "./types.ts";

const nothing = () => () => undefined;
const none = () => undefined;

/**
 * Printing on this workstation. Undefined on the server, and in the browser until its code has loaded, which no other
 * page fetches; `failed` when it doesn't load.
 */
export function useLabelPrinting({ person, store, settings, saveSettings }: PrintingOptions): {
  printing: LabelPrinting | undefined;
  failed: boolean;
} {
  const [loaded, setLoaded] = useState<{ island?: Island; failed: boolean }>({ failed: false });
  const { island, failed } = loaded;
  useEffect(() => {
    let isGone = false;
    import("./island.ts")
      .then(({ startIsland }) => startIsland())
      .then(
        (started) => isGone || setLoaded({ island: started, failed: false }),
        () => isGone || setLoaded({ failed: true }),
      );
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(
    () => island?.configure({ person, store, settings, saveSettings }),
    [island, person, store, settings, saveSettings],
  );
  const printing = useSyncExternalStore(island?.subscribe ?? nothing, island?.current ?? none, none);
  return { printing, failed };
}
