import { RemixBrowser } from "@remix-run/react";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { correlationMeta, PageRequestContext } from "#app/core/http/clientNonce.ts";

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${correlationMeta}"]`);
const page = {
  nonce: undefined,
  correlationId: meta?.content,
  styles: document.getElementById("styles")?.textContent ?? undefined,
};

/**
 * Resolves once the page's data is decoded. RemixBrowser throws the promise of it, before any hook, and would suspend;
 * React then fails with its error 345 when a key is pressed in the meantime.
 */
async function pageData() {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

// Synchronously: a transition would yield every few milliseconds, and finish later.
async function hydrate() {
  await pageData();
  hydrateRoot(
    document,
    <StrictMode>
      <PageRequestContext.Provider value={page}>
        <RemixBrowser />
      </PageRequestContext.Provider>
    </StrictMode>,
  );
}

// The newest feature that the scripts depend on. An engine without it would fail within a page; so
// it keeps the server-rendered pages, which are fully functional without scripting (shell#engines).
const isNewEnough = "canParse" in URL;

// The page's data is at the end of the document.
if (!isNewEnough) document.documentElement.dataset.scripting = "none";
else if (document.readyState === "loading")
  document.addEventListener("DOMContentLoaded", hydrate, { once: true });
else void hydrate();

// One registered by the portal's predecessor would continue to respond from its cache; the portal
// registers none (shell#service-worker).
async function unregisterServiceWorkers(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

unregisterServiceWorkers().catch((problem: unknown) => reportError(problem));
