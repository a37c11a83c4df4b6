import type { Server } from "node:http";
import { afterAll, beforeAll, vi } from "vitest";
import type { User } from "#app/auth/guard.server.ts";
import { createSeal } from "#app/database/seal.server.ts";
import type { Database } from "#database/connect.ts";
import { listening } from "./listening.ts";

/**
 * Server modules of the portal on a fake API. They read the configuration on import, so `load` imports them once the
 * server listens; the returned function gives them to a test. Without a `database` theirs is nowhere.
 */
export function portalOver<Modules>(
  server: Server,
  load: (at: string) => Promise<Modules>,
  database?: () => Database,
): () => Modules {
  let modules: Modules | undefined;
  beforeAll(async () => {
    const at = await listening(server);
    vi.stubEnv("PORTAL_API_URL", at);
    vi.resetModules();
    if (database) {
      const portals = { database: database(), seal: createSeal("a secret of thirty-two characters") };
      vi.doMock("#app/database/database.server.ts", () => portals);
    }
    modules = await load(at);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
    vi.doUnmock("#app/database/database.server.ts");
    vi.resetModules();
  });
  return () => {
    if (modules === undefined) throw new Error("The modules are there once the tests run");
    return modules;
  };
}

/** Server modules of the portal on a database, which `load` imports; the returned function gives them to a test. */
export function portalOn<Modules>(database: () => Database, load: () => Promise<Modules>): () => Modules {
  let modules: Modules | undefined;
  beforeAll(async () => {
    const portals = { database: database(), seal: createSeal("a secret of thirty-two characters") };
    vi.resetModules();
    vi.doMock("#app/database/database.server.ts", () => portals);
    modules = await load();
  });
  afterAll(() => {
    vi.doUnmock("#app/database/database.server.ts");
    vi.resetModules();
  });
  return () => {
    if (modules === undefined) throw new Error("The modules are there once the tests run");
    return modules;
  };
}

export const userOf = (request: Request): User => ({
  email: "",
  username: "riley",
  initials: "R",
  fullname: "Riley",
  roles: ["User"],
  subject: "riley",
  sessionId: "s",
  signedInAt: 0,
  request,
  correlationId: "corr-0001",
  accessToken: async () => "t",
  graphToken: async () => undefined,
});
