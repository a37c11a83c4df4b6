import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listening } from "./listening.ts";

/** A loopback server, until `close`. */
export async function listen(answer: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(answer);
  return {
    url: await listening(server),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Deviations of a test's identity provider from a well-configured Entra. */
export type EdgeCases = {
  issuer?: string;
  keys?: object[];
  /** Seconds that its clock is ahead. */
  ahead?: number;
  registered?: string;
  tokenAnswer?: { status: number; error: string; words: string };
  tenant?: string;
};

const goodKey = { kty: "RSA", kid: "k1", use: "sig", n: "AQAB", e: "AQAB" };

/**
 * The paths of Entra that a check requests. A silent sign-in of a registered address is redirected back without a
 * session.
 */
export const providerLike =
  ({ tenant = "tenant", ...odd }: EdgeCases): RequestListener =>
  (request, response) => {
    const url = new URL(request.url ?? "/", "http://provider");
    response.setHeader("Date", new Date(Date.now() + (odd.ahead ?? 0) * 1000).toUTCString());
    const json = (status: number, body: object) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    switch (url.pathname) {
      case `/${tenant}/v2.0/.well-known/openid-configuration`:
        return json(200, { issuer: odd.issuer ?? `https://login.example/${tenant}/v2.0` });
      case `/${tenant}/discovery/v2.0/keys`:
        return json(200, { keys: odd.keys ?? [goodKey] });
      case `/${tenant}/oauth2/v2.0/token`: {
        const { status, error, words } = odd.tokenAnswer ?? {
          status: 400,
          error: "unauthorized_client",
          words: "",
        };
        return json(status, { error, error_description: words });
      }
      case `/${tenant}/oauth2/v2.0/authorize`: {
        const back = url.searchParams.get("redirect_uri") ?? "";
        if (back === odd.registered) {
          response.writeHead(302, { Location: `${back}?error=login_required&state=doctor` });
          return response.end();
        }
        response.writeHead(200, { "Content-Type": "text/html" });
        return response.end("AADSTS50011: the redirect URI does not match");
      }
      default:
        return json(404, { error: "not_found" });
    }
  };

/** A temporary folder with these files, until `remove`. */
export async function folderWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "doctor-"));
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: 0o600 });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
