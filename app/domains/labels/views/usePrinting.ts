import { useEffect, useState, useSyncExternalStore } from "react";
import type { Island } from "../bridge/island.ts";
import type { LabelSettings } from "../forms.ts";

/** The island, which no other page loads; undefined on the server, and in the browser until it has loaded. */
function useIsland(): { island?: Island; failed: boolean } {
  const [state, setState] = useState<{ island?: Island; failed: boolean }>({ failed: false });
  useEffect(() => {
    let isGone = false;
    import("../bridge/island.ts")
      .then(({ startIsland }) => startIsland())
      .then(
        (island) => isGone || setState({ island, failed: false }),
        () => isGone || setState({ failed: true }),
      );
    return () => {
      isGone = true;
    };
  }, []);
  return state;
}

const nothing = () => () => undefined;
const none = () => undefined;

/**
 * Printing on this workstation, `failed` where its code did not load. `station`: the print station that the page works
 * at, if not the workstation's own.
 */
export function usePrinting(store: string, settings: LabelSettings, station?: string) {
  const { island, failed } = useIsland();
  useEffect(() => island?.configure({ station, store, settings }), [island, station, store, settings]);
  const printing = useSyncExternalStore(island?.subscribe ?? nothing, island?.current ?? none, none);
  return { printing, failed };
}
