import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { PrintingOptions, PrintSettings } from "#app/domains/labels/bridge/types.ts";
import { labelSettingsPath } from "#app/domains/labels/paths.ts";
import type { LabelSettings } from "#app/domains/labels/settings.ts";
import type { Island, LabelPrinting } from "../bridge/island.ts";

const nothing = () => () => undefined;
const none = () => undefined;

/**
 * Printing on this workstation. Undefined on the server, and in the browser until its code has
 * loaded, which no other page loads; `failed` when loading fails.
 */
function useLabelPrinting({ station, store, settings, saveSettings }: PrintingOptions): {
  printing: LabelPrinting | undefined;
  failed: boolean;
} {
  const [loaded, setLoaded] = useState<{ island?: Island; failed: boolean }>({ failed: false });
  const { island, failed } = loaded;
  useEffect(() => {
    let isGone = false;
    import("../bridge/island.ts")
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
    () => island?.configure({ station, store, settings, saveSettings }),
    [island, station, store, settings, saveSettings],
  );
  const printing = useSyncExternalStore(island?.subscribe ?? nothing, island?.current ?? none, none);
  return { printing, failed };
}

type Change = Omit<PrintSettings, "media" | "profiles">;

/** Resolves to whether the portal has saved the choice. */
async function keep(alias: string, { printer, driver, languages }: Change): Promise<boolean> {
  const body = new FormData();
  if (printer !== undefined) body.set("printer", printer);
  if (driver !== undefined) body.set("driver", driver);
  if (languages !== undefined) body.set("languages", JSON.stringify(languages));
  const answer = await fetch(labelSettingsPath(alias), { method: "POST", body });
  // An ended session redirects to the sign-in page.
  return answer.ok && !answer.redirected;
}

/**
 * Printing on this workstation; choices are saved in the workstation's settings. `station`: the print station that the
 * page works at, if not the workstation's own.
 */
export function usePrinting(
  alias: string,
  { media, profiles, printer, driver, languages }: LabelSettings,
  station?: string,
) {
  const [isUnsaved, setUnsaved] = useState(false);
  // Choices made since the page loaded: the next change builds on them.
  const [chosen, setChosen] = useState<Change>({});
  const settings = useMemo(
    (): PrintSettings => ({
      media,
      profiles,
      languages,
      ...(printer === undefined ? {} : { printer }),
      driver,
      ...chosen,
    }),
    [media, profiles, printer, driver, languages, chosen],
  );
  const saveSettings = useCallback(
    (change: Change) => {
      setChosen((before) => ({ ...before, ...change }));
      keep(alias, change).then(
        (isStored) => setUnsaved(!isStored),
        () => setUnsaved(true),
      );
    },
    [alias],
  );
  return { ...useLabelPrinting({ station, store: alias, settings, saveSettings }), isUnsaved };
}

type Renderer = typeof import("#app/domains/labels/render/render.ts");

/** The label renderer in the browser; undefined until its code has loaded. */
export function useRenderer(): Renderer | undefined {
  const [renderer, setRenderer] = useState<Renderer>();
  useEffect(() => {
    let isGone = false;
    import("#app/domains/labels/render/render.ts").then(
      (loaded) => isGone || setRenderer(loaded),
      // Without it the page shows the server's rendering.
      () => isGone || setRenderer(undefined),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return renderer;
}
