import { createServer } from "node:net";

/**
 * Throws an Error in words unless every port is free. `ports` maps a port's environment variable to its number and the
 * name of its server.
 */
export async function assertPortsAreFree(ports, command) {
  const entries = Object.entries(ports);
  for (const [variable, { port, whatFor }] of entries) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(`${variable} must be a port number from 1 to 65535.`);
    }
    const clash = entries.find(([other, one]) => other < variable && one.port === port);
    if (clash) throw new Error(`${clash[0]} and ${variable} are both ${port}: they must differ.`);
    const problem = await tryToListen(port);
    if (problem === "EADDRINUSE") {
      throw new Error(
        `Port ${port} is in use, and ${whatFor} needs it. ` +
          `Stop what listens there, or choose another port: ${variable}=${port + 1} ${command}`,
      );
    }
    if (problem === "EACCES") throw new Error(`Port ${port} may not be used by this account (${variable}).`);
    if (problem) throw new Error(`Port ${port} cannot be used: ${problem} (${variable}).`);
  }
}

/** The system's error code, or undefined when the port is free on every address. */
async function tryToListen(port) {
  for (const host of ["0.0.0.0", "127.0.0.1", "::1"]) {
    const problem = await new Promise((resolve) => {
      const server = createServer();
      server.once("error", (error) => resolve(error.code));
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
    });
    const hasNoSuchAddress = problem === "EADDRNOTAVAIL" || problem === "EAFNOSUPPORT";
    if (problem && !hasNoSuchAddress) return problem;
  }
  return undefined;
}
