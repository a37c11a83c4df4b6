import type { Server } from "node:http";
import { afterAll, beforeAll, vi } from "vitest";
import type { User } from "#app/auth/guard.server.ts";
import { listening } from "./listening.ts";

/**
 * Modules of the portal's server, over an API that the test plays. They read the configuration when they are imported,
 * so `load` imports them once the server listens; what is returned gives them to a test.
 */
export function portalOver<Modules>(server: Server, load: (at: string) => Promise<Modules>): () => Modules {
  let modules: Modules | undefined;
  beforeAll(async () => {
    const at = await listening(server);
    vi.stubEnv("PORTAL_API_URL", at);
    vi.resetModules();
    modules = await load(at);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  return () => {
    if (modules === undefined) throw new Error("The modules are there once the tests run");
    return modules;
  };
}

/** Somebody signed in, who asks for this. */
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
