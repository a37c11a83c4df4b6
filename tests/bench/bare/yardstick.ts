import type { vitePlugin } from "@remix-run/dev";

/** Remix with its defaults only. */
export const future: NonNullable<Parameters<typeof vitePlugin>[0]>["future"] = {
  v3_fetcherPersist: true,
  v3_lazyRouteDiscovery: true,
  v3_relativeSplatPath: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
};
