import { env } from "#app/core/env.server.ts";
import styles from "#app/styles.css?inline";
import address from "#app/styles.css?url";

/** Where the text of the inlined sheet goes. */
export const stylesPlace = "/* styles */";

const name = env.secure ? "__Host-styles" : "styles";
const version = address.replace(/^.*\/|\.css$/g, "");
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Whether this browser still lacks the style sheet: its first page inlines it, which saves the round trip that
 * rendering would wait for; later ones link to the copy that the browser has fetched by then.
 */
export function lacksStyles(request: Request): boolean {
  if (env.NODE_ENV === "development") return false;
  const cookies = request.headers.get("Cookie") ?? "";
  return !cookies.split("; ").includes(`${name}=${version}`);
}

export const withStyles = (html: string): string => html.replace(stylesPlace, () => styles);

/** The `Set-Cookie` value that records that the browser has this version. */
export const stylesCookie = `${name}=${version}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${env.secure ? "; Secure" : ""}`;
