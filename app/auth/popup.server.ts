import {
  contentSecurityPolicy,
  newNonce,
  popupOpenerPolicy,
  setSecurityHeaders,
} from "#app/http/securityHeaders.server.ts";

const attribute = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * The page that ends a sign-in in a popup: it tells the window that opened it (same origin only) and
 * closes. Where that window is gone, it goes on to the page itself.
 */
export function popupAnswer(returnTo: string, headers: Headers): Response {
  const nonce = newNonce();
  const script = `
    const link = document.querySelector("a");
    if (window.opener && !window.opener.closed) {
      window.opener.postMessage({ type: "signed-in", returnTo: link.getAttribute("href") }, window.location.origin);
      window.close();
    } else {
      window.location.replace(link.href);
    }`;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce));
  for (const [name, value] of Object.entries(popupOpenerPolicy)) headers.set(name, value);
  setSecurityHeaders(headers);
  const html = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>Signed in</title></head>
<body><p>You are signed in. <a href="${attribute(returnTo)}">Continue to the portal</a></p>
<script nonce="${nonce}">${script}</script></body></html>`;
  return new Response(html, { headers });
}
