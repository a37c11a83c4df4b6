import { createHash, randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { Visitor } from "./visitor.ts";

const client = {
  client_id: "3b9d6a52-1f0e-4c38-8a47-6e2f9d1c5b70",
  client_secret: "embedded-identity-provider-only",
};
const provider = "/8f2c1c4e-5d1b-4a7e-9c55-2b7d4f0a6e31/oauth2/v2.0";

const answered = z.object({ access_token: z.string() });

/**
 * A bearer token for the API of a started platform, obtained as the portal does, by signing in this member of the staff
 * at its identity provider. `appUrl` is the portal that the platform was started for.
 */
export async function apiToken(platformUrl: string, appUrl: string, account: string): Promise<string> {
  const visitor = new Visitor(platformUrl);
  const redirectUri = `${appUrl}/auth/callback`;
  const verifier = randomBytes(32).toString("base64url");
  const requested = new URLSearchParams({
    client_id: client.client_id,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid profile offline_access api://utopia-portal/read",
    state: randomUUID(),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  let reply = await visitor.get(`${provider}/authorize?${requested}`);
  for (let step = 0; step < 12 && !reply.location?.startsWith(redirectUri); step += 1) {
    reply = reply.location
      ? await visitor.get(reply.location)
      : await visitor.post(reply.url, { account }, { origin: new URL(reply.url).origin });
  }
  const code = new URL(reply.location ?? platformUrl).searchParams.get("code");
  if (!code) throw new Error(`${account} could not sign in; stopped at ${reply.url} (${reply.status})`);
  const grant = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const { text } = await visitor.ask(`${provider}/token`, {
    method: "POST",
    form: { ...client, ...grant, scope: "api://utopia-portal/read" },
    headers: { accept: "application/json" },
  });
  return answered.parse(JSON.parse(text)).access_token;
}
