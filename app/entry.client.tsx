import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { correlationMeta, PageRequestContext } from "#app/http/clientNonce.ts";

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${correlationMeta}"]`);
const page = { nonce: undefined, correlationId: meta?.content };

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageRequestContext.Provider value={page}>
        <RemixBrowser />
      </PageRequestContext.Provider>
    </StrictMode>,
  );
});

// One left by the portal's predecessor would go on answering from its cache; the portal registers none.
async function unregisterServiceWorkers(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

unregisterServiceWorkers().catch((problem: unknown) => reportError(problem));
