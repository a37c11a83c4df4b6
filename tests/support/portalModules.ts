import type { Server } from "node:http";
import { afterAll, beforeAll, vi } from "vitest";
import type { User } from "#app/core/auth/guard.server.ts";
import { createSeal } from "#app/core/database/seal.server.ts";
import type { Database } from "#database/connect.ts";
import { listening } from "./listening.ts";

const databaseModule = "#app/core/database/database.server.ts";

/** Modules that are imported from now on have this database as the portal's own. */
function giveDatabase(database: Database): void {
  const portals = { database, seal: createSeal("a secret of thirty-two characters") };
  vi.doMock(databaseModule, () => portals);
}

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
    if (database) giveDatabase(database());
    modules = await load(at);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
    vi.doUnmock(databaseModule);
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
    vi.resetModules();
    giveDatabase(database());
    modules = await load();
  });
  afterAll(() => {
    vi.doUnmock(databaseModule);
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
