import { afterAll, expect, test, vi } from "vitest";
import { onPortalDatabases } from "#tests/support/portalDatabases.ts";
import { portalOn, userOf } from "#tests/support/portalModules.ts";

onPortalDatabases((database) => {
  let statements = 0;
  const counted = () =>
    database.watchedBy((call) => {
      statements += 1;
      return call();
    });
  const portal = portalOn(counted, () => {
    // Today is read for the next page in the background, which is no part of this one.
    vi.stubEnv("TODAY_REFRESH_SECONDS", "0");
    return import("./frame.server.ts");
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  test("the frame of a page without a message is one statement of the portal's database", async () => {
    const user = userOf(new Request("https://portal.example/orders/"));
    const { bell, flash } = await portal().readFrame(user);
    expect({ bell, flash }).toEqual({ bell: { news: undefined, at: 0, isFresh: false }, flash: undefined });
    expect(statements).toBe(1);
  });
});
