import { useEffect, useState, useSyncExternalStore } from "react";
import type { Island } from "../bridge/island.ts";
import type { LabelSettings } from "../forms.ts";

const startIsland = async () => (await import("../bridge/island.ts")).startIsland();
const nothing = () => () => undefined;
const none = () => undefined;

/**
 * Printing on this workstation, `failed` where its code did not load. `station`: the one that the page works at; without
 * one it prints nothing here.
 */
export function usePrinting(store: string, settings: LabelSettings, station: string | undefined) {
  // No other page loads the island; there is none on the server.
  const [{ island, failed }, setState] = useState<{ island?: Island; failed: boolean }>({ failed: false });
  const isNeeded = station !== undefined;
  useEffect(() => {
    if (!isNeeded) return;
    let isGone = false;
    startIsland().then(
      (island) => isGone || setState({ island, failed: false }),
      () => isGone || setState({ failed: true }),
    );
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  useEffect(() => {
    if (station !== undefined) island?.configure({ station, store, settings });
  }, [island, station, store, settings]);
  const printing = useSyncExternalStore(island?.subscribe ?? nothing, island?.current ?? none, none);
  return { printing, failed };
}
