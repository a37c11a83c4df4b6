import { randomBytes } from "node:crypto";
import { env } from "#app/core/env.server.ts";

// The label print service runs on the workstation itself; its ports are fixed.
const bridgeHosts = ["localhost", "localhost.qz.io"];
const bridgePorts = { "ws:": [8182, 8283, 8384, 8485], "wss:": [8181, 8282, 8383, 8484] };

const bridge = (["ws:", "wss:"] as const).flatMap((scheme) =>
  bridgeHosts.flatMap((host) => bridgePorts[scheme].map((port) => `${scheme}//${host}:${port}`)),
);

const development = env.NODE_ENV === "development";

export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * The policy of one page. Its own scripts and styles only, by nonce and origin; no inline style or
 * script without the nonce. Product images come from the API's host and the channels' own, which
 * the policy lists one by one if the setting does (settings#pictures).
 */
export function contentSecurityPolicy(nonce: string): string {
  const images = [
    "'self'",
    "data:",
    "blob:",
    new URL(env.PORTAL_API_URL).origin,
    ...(env.PICTURE_HOSTS ?? ["https:"]),
  ];
  const connect = ["'self'", ...bridge, ...(development ? ["ws:"] : [])];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${[...new Set(images)].join(" ")}`,
    "font-src 'self'",
    `connect-src ${connect.join(" ")}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${new URL(env.MICROSOFT_AUTHORITY).origin}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * For the two pages of a popup sign-in: both, and the provider's in between, must be in the same
 * browsing context group, or the popup cannot message the opening page.
 */
export const popupOpenerPolicy = { "Cross-Origin-Opener-Policy": "unsafe-none" };

/** Headers of all our responses: pages, data and files. A route keeps those that it sets. */
export const securityHeaders: readonly (readonly [name: string, value: string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"],
  ["Cache-Control", "private, no-store"],
  ...(env.secure ? [["Strict-Transport-Security", "max-age=31536000"] as const] : []),
];

/** Adds those to a page or its data, which are not to depend on the gate: the build also runs without it. */
export function setSecurityHeaders(headers: Headers): void {
  for (const [name, value] of securityHeaders) if (!headers.has(name)) headers.set(name, value);
}
