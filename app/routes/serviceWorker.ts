const script = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(
  self.registration.unregister()
    .then(() => self.clients.matchAll({ type: "window" }))
    .then((windows) => Promise.all(windows.map((page) => page.navigate(page.url))))
));
`;

/**
 * Replaces the predecessor's service worker at its URL: a browser that still runs that one never loads the portal, so
 * the portal's own scripts cannot unregister it there. This one unregisters itself.
 */
export function loader() {
  return new Response(script, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
