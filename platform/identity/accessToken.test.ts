import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiScope, refresh, signIn, startProvider, tokenAnswer } from "#tests/support/identity.ts";
import { TokenRefused } from "./accessToken.ts";
import { mintAccessToken } from "./mintToken.ts";
import type { Identity } from "./mount.ts";
import { photoPath } from "./paths.ts";
import { createMemoryIdentityStore } from "./store.ts";

let provider: Awaited<ReturnType<typeof startProvider>>;
let identity: Identity;
let origin: string;

beforeAll(async () => {
  provider = await startProvider(createMemoryIdentityStore());
  ({ identity, origin } = provider);
});
afterAll(() => provider.stop());

describe("the portal API's token", () => {
  test("comes with the refresh token, although the sign-in did not ask for that scope", async () => {
    const { tokens } = await signIn(origin, "merch");
    const { body } = await refresh(origin, tokens.refresh_token, apiScope);
    const { access_token, scope } = tokenAnswer.parse(body);
    expect(scope).toBe(apiScope);
    expect(decodeJwt(access_token)).toMatchObject({
      aud: "api://utopia-portal",
      scp: "read",
      roles: ["User"],
      preferred_username: "merch@utopia.example",
    });
    await expect(identity.verifyAccessToken(access_token)).resolves.toMatchObject({
      username: "merch@utopia.example",
      roles: ["User"],
      scopes: ["read"],
    });
  });

  test("comes at once when the sign-in names its scope before graph's", async () => {
    const { tokens } = await signIn(origin, "merch", {
      scope: `openid offline_access ${apiScope} user.read`,
    });
    await expect(identity.verifyAccessToken(tokens.access_token)).resolves.toMatchObject({
      scopes: ["read"],
    });
  });

  test("an earlier refresh token still works after a newer one was given", async () => {
    const { tokens } = await signIn(origin, "clerk");
    const first = tokenAnswer.parse((await refresh(origin, tokens.refresh_token, apiScope)).body);
    expect(first.refresh_token).not.toBe(tokens.refresh_token);
    expect((await refresh(origin, tokens.refresh_token, apiScope)).status).toBe(200);
    expect((await refresh(origin, first.refresh_token, apiScope)).status).toBe(200);
  });

  test("is refused with another audience, issuer, key, when expired, and when it is an ID token", async () => {
    const { tokens } = await signIn(origin, "clerk");
    const wrong = [
      tokens.id_token ?? "",
      tokens.access_token,
      "not a token",
      await mintAccessToken(identity, { audience: "api://another" }),
      await mintAccessToken(identity, { issuer: "https://another.example" }),
      await mintAccessToken(identity, { foreignKey: true }),
      await mintAccessToken(identity, { expiresIn: -1 }),
    ];
    for (const token of wrong) await expect(identity.verifyAccessToken(token)).rejects.toThrow(TokenRefused);
    const right = await mintAccessToken(identity, { roles: [], scope: "" });
    await expect(identity.verifyAccessToken(right)).resolves.toMatchObject({ roles: ["User"], scopes: [] });
  });
});

describe("the photo", () => {
  const photoOf = (token: string) =>
    fetch(origin + photoPath, { headers: { authorization: `Bearer ${token}` } });

  test("is a PNG for some and 404 for others", async () => {
    const answer = await photoOf((await signIn(origin, "admin")).tokens.access_token);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect((await photoOf((await signIn(origin, "store")).tokens.access_token)).status).toBe(404);
  });

  test("needs a token of the graph service", async () => {
    expect((await photoOf(await mintAccessToken(identity))).status).toBe(401);
    expect((await fetch(origin + photoPath)).status).toBe(401);
  });
});
