import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function pictureSources(hosts: string) {
  vi.stubEnv("PORTAL_API_URL", "https://api.example");
  vi.stubEnv("PICTURE_HOSTS", hosts);
  vi.resetModules();
  const { contentSecurityPolicy } = await import("./securityHeaders.server.ts");
  return /img-src ([^;]*)/.exec(contentSecurityPolicy("nonce"))?.[1]?.split(" ");
}

test("pictures come from the hosts that the setting names, from the API's and the portal's own [settings#pictures]", async () => {
  const named = ["https://cdn.example", "https://*.images.example"];
  const own = ["'self'", "data:", "blob:", "https://api.example"];
  expect(await pictureSources(named.join(", "))).toEqual([...own, ...named]);
  expect(await pictureSources(""), "without it from any host over https").toContain("https:");
});
