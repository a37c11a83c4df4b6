import {
  UNSAFE_RemixContext as RemixContext,
  useLocation,
  useNavigation,
  useRevalidator,
} from "@remix-run/react";
import { useContext, useEffect, useRef, useState } from "react";
import { heardOfSessionEnd } from "#app/auth/sessionEnded.ts";
import type { watchIntent } from "./watch.ts";

/**
 * Reads what somebody seems about to open, and brings back at once what was open a moment ago, checked behind
 * (screens#intent). Its code is fetched once the page is there; without it every press reads for itself. `who` is the
 * person whose pages they are: where somebody else signs in beside this window, nothing of them is shown any more.
 */
export function Intent({ who }: { who: string }) {
  const { manifest, routeModules } = useContext(RemixContext) ?? {};
  const isIdle = useNavigation().state === "idle";
  const { key } = useLocation();
  const { revalidate } = useRevalidator();
  const [watch, setWatch] = useState<ReturnType<typeof watchIntent>>();
  const pages = watch?.pages;
  const again = useRef(revalidate);
  again.current = revalidate;

  useEffect(() => {
    // The server of development has no gate, which is where a read that nobody asked for is known.
    if (!manifest || !routeModules || import.meta.env.DEV) return;
    const gone = new AbortController();
    import("./watch.ts").then(
      ({ watchIntent }) => {
        if (gone.signal.aborted) return;
        const begun = watchIntent(manifest, routeModules);
        setWatch(begun);
        const stopHearing = heardOfSessionEnd(begun.pages.drop);
        gone.signal.addEventListener("abort", () => {
          stopHearing();
          begun.stop();
        });
      },
      () => setWatch(undefined),
    );
    return () => gone.abort();
  }, [manifest, routeModules]);

  useEffect(() => {
    if (!pages) return;
    const windows = new BroadcastChannel("who");
    windows.onmessage = ({ data }) => data !== who && pages.drop();
    windows.postMessage(who);
    return () => windows.close();
  }, [pages, who]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place has rows of its own
  useEffect(() => {
    if (isIdle) watch?.prepare();
  }, [watch, isIdle, key]);

  // A page that was there at once is shown without ever being on its way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place is looked at once
  useEffect(() => {
    if (!pages || !isIdle) return;
    const gone = new AbortController();
    pages.hasChanged(gone.signal).then(
      (changed) => changed && !gone.signal.aborted && again.current(),
      // Offline, or gone on to another page: what is shown is as old as it was.
      () => undefined,
    );
    return () => gone.abort();
  }, [pages, isIdle, key]);

  return null;
}
