import { join } from "node:path";
import pino, { type Logger } from "pino";
import { type Connection, connectPglite, connectPostgres } from "#database/connect.ts";
import { serveMetrics } from "#telemetry/serveMetrics.ts";
import { startTraces } from "#telemetry/traces.ts";
import { migrate } from "./database/migrate.ts";
import { followPartnersFile } from "./domains/edi/partners/partnersFile.ts";
import { type PlatformEnv, readEnv } from "./env.ts";
import { mountIdentity } from "./identity/mount.ts";
import { createIdentityRecords, dropExpiredIdentityRecords } from "./identity/store.ts";
import { startJobs } from "./jobs/start.ts";
import { registry, watchDatabase } from "./metrics.ts";
import { openEdiFolder } from "./outside/ediFolder.ts";
import { openFileStore } from "./outside/files/settings.ts";
import { simulatedReturns } from "./outside/returns.ts";
import { simulatedOutside } from "./outside/simulated.ts";
import { seedParts } from "./resources.ts";
import { seed } from "./seed/seed.ts";
import { buildServer } from "./server.ts";

const openDatabase = (env: PlatformEnv, log: Logger): Connection =>
  env.databaseUrl
    ? connectPostgres(
        env.databaseUrl,
        (error) => log.error({ err: error }, "database connection"),
        "utopia-platform",
      )
    : connectPglite(join(env.dataDirectory, "platform"));

async function loadSeed({ database }: Connection, { seedSize }: PlatformEnv): Promise<void> {
  const onPart = (name: string, place: number) =>
    process.stderr.write(`seeding ${seedSize}: ${name} (${place} of ${seedParts.length})\n`);
  await seed(database, seedParts, { size: seedSize, anchor: new Date(), onPart });
}

/** Starts the whole platform; resolves once it listens. Throws an Error in words when it can't. */
async function start(env: PlatformEnv, log: Logger): Promise<() => Promise<void>> {
  const sendLastSpans = env.traced
    ? await startTraces("utopia-platform", (problem) => log.warn({ problem }, "spans were not taken"))
    : async () => undefined;
  const files = await openFileStore(env.files);
  const connection = openDatabase(env, log);
  const { database } = connection;
  await migrate(database);
  await loadSeed(connection, env);
  const dropExpired = () => dropExpiredIdentityRecords(database);
  await dropExpired();
  const hourly = setInterval(() => {
    dropExpired().catch((error: unknown) => log.error({ err: error }, "expired identity records"));
  }, 3_600_000);
  const pace = env.returnPaceSeconds * 1000;
  const returns = simulatedReturns(database, pace);
  const { returnTrickleMinutes: trickleMinutes } = env;
  const options = {
    returns: { outside: returns, pace, trickleMinutes },
    ediFolder: await openEdiFolder(env.ediFolder),
    ediFileLimit: env.ediFileLimit,
    files,
  };
  const leavePartnersFile = await followPartnersFile(database, env.ediPartners, log);
  const jobs = await startJobs(connection, simulatedOutside, options, log);
  const app = await buildServer({
    database,
    verifyAccessToken: (token) => identity.verifyAccessToken(token),
    ...jobs,
    returns,
    files,
    publicUrl: env.publicUrl,
    globalActions: env.globalActions,
    ediFileLimit: env.ediFileLimit,
    production: env.production,
    log,
  });
  const identity = await mountIdentity(app, {
    origin: env.publicUrl,
    tenant: env.tenantId,
    clientId: env.clientId,
    clientSecret: env.clientSecret,
    portalOrigin: env.appUrl,
    store: createIdentityRecords(database),
    log,
  });
  if (env.metrics) {
    watchDatabase(connection);
    const onFailure = (problem: unknown) => log.error({ err: problem }, "the figures could not be read");
    const stopServing = await serveMetrics(registry, env.metrics, onFailure);
    app.addHook("onClose", stopServing);
  }
  await app.listen({ port: env.port, host: env.host });
  process.stdout.write(`platform ready ${env.publicUrl}\n`);
  return async () => {
    clearInterval(hourly);
    await app.close();
    await leavePartnersFile();
    await jobs.stop();
    await connection.close();
    await sendLastSpans();
  };
}

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPortTaken = "code" in error && error.code === "EADDRINUSE" && "port" in error;
  const cause = error.cause ? `\n  because: ${wordsFor(error.cause)}` : "";
  if (!isPortTaken) return `${error.message || ("code" in error ? error.code : error.name)}${cause}`;
  return `Port ${error.port} is in use. Stop what uses it, or set PLATFORM_PORT, or PLATFORM_METRICS_PORT where that is it, to another port.`;
}

async function run(): Promise<void> {
  const env = readEnv(process.env);
  const log = pino({ level: env.logLevel }, pino.destination(2));
  for (const name of env.inClear) log.warn({ setting: name }, "crosses a network unencrypted");
  const stop = await start(env, log);
  const stopAndExit = () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stopAndExit);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`The platform did not start: ${wordsFor(error)}\n`);
  process.exit(1);
}
