import { RemixBrowser } from "@remix-run/react";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { correlationMeta, PageRequestContext, stylesId } from "#app/http/clientNonce.ts";

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${correlationMeta}"]`);
const page = {
  nonce: undefined,
  correlationId: meta?.content,
  styles: document.getElementById(stylesId)?.textContent ?? undefined,
};

// In one go: a transition would stop every few milliseconds for what else the browser has to do, and be done later.
function hydrate() {
  hydrateRoot(
    document,
    <StrictMode>
      <PageRequestContext.Provider value={page}>
        <RemixBrowser />
      </PageRequestContext.Provider>
    </StrictMode>,
  );
}

// The newest of what the scripts stand on. An engine without it would fail amid a page; it keeps the pages as they
// came, which do everything without scripting (shell#engines).
const isNewEnough = "canParse" in URL;

// The page's data stands at the end of the document. Until it is there RemixBrowser suspends, and React fails with its
// error 345 when a key is pressed in the meantime.
if (!isNewEnough) document.documentElement.dataset.scripting = "none";
else if (document.readyState === "loading")
  document.addEventListener("DOMContentLoaded", hydrate, { once: true });
else hydrate();

// One left by the portal's predecessor would go on answering from its cache; the portal registers none
// (shell#service-worker).
async function unregisterServiceWorkers(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

unregisterServiceWorkers().catch((problem: unknown) => reportError(problem));
