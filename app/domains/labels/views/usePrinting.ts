import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { PrintingOptions, PrintSettings } from "#app/domains/labels/bridge/types.ts";
import { labelSettingsPath } from "#app/domains/labels/paths.ts";
import type { LabelSettings } from "#app/domains/labels/settings.ts";
import type { Island, LabelPrinting } from "../bridge/island.ts";

const nothing = () => () => undefined;
const none = () => undefined;

/**
 * Printing on this workstation. Undefined on the server, and in the browser until its code has loaded, which no other
 * page fetches; `failed` when it doesn't load.
 */
function useLabelPrinting({ person, store, settings, saveSettings }: PrintingOptions): {
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
    () => island?.configure({ person, store, settings, saveSettings }),
    [island, person, store, settings, saveSettings],
  );
  const printing = useSyncExternalStore(island?.subscribe ?? nothing, island?.current ?? none, none);
  return { printing, failed };
}

type Change = Omit<PrintSettings, "media" | "profiles">;

/** Resolves to whether the portal has kept the choice. */
async function keep(alias: string, { printer, driver, languages }: Change): Promise<boolean> {
  const body = new FormData();
  if (printer !== undefined) body.set("printer", printer);
  if (driver !== undefined) body.set("driver", driver);
  if (languages !== undefined) body.set("languages", JSON.stringify(languages));
  const answer = await fetch(labelSettingsPath(alias), { method: "POST", body });
  // A session that has ended leads to the sign-in page instead.
  return answer.ok && !answer.redirected;
}

/** Printing on this workstation, with its choices kept in the workstation's settings; `person`: who prints here. */
export function usePrinting(
  alias: string,
  { media, profiles, printer, driver, languages }: LabelSettings,
  person?: string,
) {
  const [isUnsaved, setUnsaved] = useState(false);
  // What was chosen since the page came: the next change starts from it.
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
  return { ...useLabelPrinting({ person, store: alias, settings, saveSettings }), isUnsaved };
}
