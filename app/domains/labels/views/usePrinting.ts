import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { Island } from "../bridge/island.ts";
import type { SettingsChange } from "../bridge/types.ts";
import type { LabelSettings } from "../forms.ts";
import { labelSettingsPath } from "../paths.ts";

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

/** Resolves to whether the portal has saved the choice. */
async function keep(alias: string, { printer, driver, languages }: SettingsChange): Promise<boolean> {
  const body = new FormData();
  if (printer !== undefined) body.set("printer", printer);
  if (driver !== undefined) body.set("driver", driver);
  if (languages !== undefined) body.set("languages", JSON.stringify(languages));
  const answer = await fetch(labelSettingsPath(alias), { method: "POST", body });
  // An ended session redirects to the sign-in page.
  return answer.ok && !answer.redirected;
}

const nothing = () => () => undefined;
const none = () => undefined;

/**
 * Printing on this workstation, `failed` where its code did not load; choices are saved in the workstation's settings.
 * `station`: the print station that the page works at, if not the workstation's own.
 */
export function usePrinting(store: string, settings: LabelSettings, station?: string) {
  const { island, failed } = useIsland();
  const [isUnsaved, setUnsaved] = useState(false);
  const [saves, setSaves] = useState(0);
  const saveSettings = useCallback(
    (change: SettingsChange) =>
      void keep(store, change).then(
        (isStored) => {
          setUnsaved(!isStored);
          setSaves((before) => before + 1);
        },
        () => setUnsaved(true),
      ),
    [store],
  );
  useEffect(
    () => island?.configure({ station, store, settings, saveSettings }),
    [island, station, store, settings, saveSettings],
  );
  const printing = useSyncExternalStore(island?.subscribe ?? nothing, island?.current ?? none, none);
  return { printing, failed, isUnsaved, saves };
}
