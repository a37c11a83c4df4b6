import {
  contentSecurityPolicy,
  newNonce,
  popupOpenerPolicy,
  setSecurityHeaders,
} from "#app/http/securityHeaders.server.ts";

const attribute = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** What became of a sign-in, in words for a browser that leaves the popup open. */
const words = {
  "signed-in": { title: "Signed in", text: "You are signed in.", on: "Continue to the portal" },
  failed: { title: "Not signed in", text: "Signing in did not work.", on: "Back to the portal" },
};

/**
 * The page that ends a sign-in in a popup: it tells the window that opened it (same origin only) and
 * closes. Where that window is gone, it goes on to `returnTo` itself.
 */
export function popupAnswer(outcome: keyof typeof words, returnTo: string, headers: Headers): Response {
  const { title, text, on } = words[outcome];
  const nonce = newNonce();
  const script = `
    const link = document.querySelector("a");
    if (window.opener && !window.opener.closed) {
      window.opener.postMessage({ type: "${outcome}", returnTo: link.getAttribute("href") }, window.location.origin);
      window.close();
    } else {
      window.location.replace(link.href);
    }`;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  for (const [name, value] of Object.entries(popupOpenerPolicy)) headers.set(name, value);
  setSecurityHeaders(headers);
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${title}</title></head>
<body><p>${text} <a href="${attribute(returnTo)}">${on}</a></p>
<script nonce="${nonce}">${script}</script></body></html>`;
  return new Response(html, { headers });
}
