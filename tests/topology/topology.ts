import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { request } from "undici";
import type { S3Place } from "#platform/outside/files/s3Store.ts";
import { makeCertificatePair } from "../../scripts/certificate.mjs";
import { startObjectStore } from "../support/objectStore.ts";
import { startPostgres } from "../support/postgres.ts";
import { newPrintCertificate, printFiles } from "../support/printCertificate.ts";
import { freePort, type Running, repository, startNode } from "../support/processes.ts";
import { createDatabase } from "../support/runPostgres.ts";

const deployed = (path: string) => readFile(join(repository, "deploy", path), "utf8");

/** A deployed settings file except for `overrides`; throws if it does not name one of those itself. */
async function settingsOf(file: string, overrides: Record<string, string>): Promise<Record<string, string>> {
  const example: Record<string, string | undefined> = { ...parseEnv(await deployed(file)) };
  for (const name of Object.keys(overrides))
    if (!(name in example)) throw new Error(`deploy/${file} does not name ${name}`);
  return { ...(example as Record<string, string>), ...overrides };
}

const fill = (template: string, values: Record<string, string>): string =>
  template.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Polls every 50 ms until true; throws after `timeout` milliseconds. */
export async function until(what: string, holds: () => Promise<boolean>, timeout = 30_000): Promise<void> {
  const end = Date.now() + timeout;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} took more than ${timeout / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function startService(name: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(name, args, { stdio: ["ignore", "ignore", "inherit"] });
  await Promise.race([once(child, "spawn"), once(child, "error").then(([error]) => Promise.reject(error))]);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

/** A process that can be stopped, killed and restarted. */
export type Part = { name: string; start(): Promise<void>; stop(): Promise<void>; kill(): Promise<void> };

function part(name: string, launch: () => Promise<Running>): Part {
  let running: Running | undefined;
  return {
    name,
    async start() {
      running = await launch();
    },
    async stop() {
      await running?.stop();
    },
    async kill() {
      if (!running) return;
      process.kill(running.pid, "SIGKILL");
      await running.stop();
    },
  };
}

/** A certificate for both names, trusted by all processes here. */
async function makeTls(folder: string) {
  const { certificate, privateKey } = makeCertificatePair("localhost", ["localhost"]);
  const files = { TLS_CERTIFICATE: join(folder, "certificate.pem"), TLS_KEY: join(folder, "key.pem") };
  await writeFile(files.TLS_CERTIFICATE, certificate);
  await writeFile(files.TLS_KEY, privateKey, { mode: 0o600 });
  return { certificate, files };
}

/** The package's nginx.conf before it includes the deployed file, which must be compatible with it. */
const ofPackage =
  "sendfile on;\ntcp_nopush on;\ngzip on;\nssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;\nssl_prefer_server_ciphers on;";

/** nginx with the deployed configuration, filled in with `values`. */
async function startNginx(folder: string, values: Record<string, string>) {
  await writeFile(
    join(folder, "site.conf"),
    fill(
      `${await deployed("nginx/utopia.conf.template")}${await deployed("nginx/platform.conf.template")}`,
      await settingsOf("nginx/nginx.env.example", values),
    ),
  );
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join("\n");
  // Its workers may only read a folder of this account.
  const account = process.getuid?.() === 0 ? "user root;" : "";
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off;\n${account}\npid ${join(folder, "nginx.pid")};\nerror_log ${join(folder, "error.log")} crit;\n` +
      `events {}\nhttp {\n${ofPackage}\n${places}\ninclude ${join(folder, "site.conf")};\n}\n`,
  );
  const files = ["-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")];
  return startService("nginx", ["-p", folder, ...files]);
}

/** The platform's settings for files in a bucket. */
const filesIn = ({ bucketUrl, region, keyId, secret }: S3Place): Record<string, string> => ({
  FILE_STORE_URL: `s3://${basename(bucketUrl)}`,
  FILE_STORE_ENDPOINT: dirname(bucketUrl),
  FILE_STORE_REGION: region,
  FILE_STORE_KEY_ID: keyId,
  FILE_STORE_SECRET: secret,
});

/**
 * The deployed product, from the files in `deploy/`: two portals, two platforms, nginx with TLS, PostgreSQL with a
 * database for each, and an object store, on loopback ports of their own and in a temporary folder. Only URLs and secrets are replaced.
 */
export async function startTopology() {
  const folder = await mkdtemp(join(tmpdir(), "topology-"));
  const cleanUp: (() => Promise<unknown> | unknown)[] = [];
  const stop = async () => {
    await Promise.all(cleanUp.splice(0).map((work) => work()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const names = ["http", "portal", "platform", "portal1", "portal2", "platform1", "platform2"];
    const ports: Record<string, number> = {};
    for (const name of names) ports[name] = await freePort();
    const at = (name: string) => `127.0.0.1:${ports[name]}`;
    const portalUrl = `https://localhost:${ports.portal}`;
    const platformUrl = `https://localhost:${ports.platform}`;
    const tls = await makeTls(folder);

    const postgres = await startPostgres();
    cleanUp.push(() => postgres.stop());
    const databaseUrls = {
      portal: await createDatabase(postgres.url, "utopia_portal"),
      platform: await createDatabase(postgres.url, "utopia"),
    };

    const objects = await startObjectStore();
    cleanUp.push(() => objects.stop());

    const secret = "a secret of the topology's client";
    const print = printFiles(newPrintCertificate());
    cleanUp.push(() => print.remove());
    const trusting = { NODE_EXTRA_CA_CERTS: tls.files.TLS_CERTIFICATE, LOG_LEVEL: "warn" };
    const ofPlatform = {
      ...(await settingsOf("platform.env.example", {
        APP_URL: portalUrl,
        PLATFORM_PUBLIC_URL: platformUrl,
        PLATFORM_DATABASE_URL: databaseUrls.platform,
        PLATFORM_SEED: "small",
        MICROSOFT_CLIENT_SECRET: secret,
      })),
      PLATFORM_DATA_DIR: join(folder, "platform"),
      ...filesIn(objects.place),
      ...trusting,
    };
    const ofPortal = {
      ...(await settingsOf("portal.env.example", {
        APP_URL: portalUrl,
        SESSION_SECRET: "a secret of the topology, 32 characters or more",
        PORTAL_DATABASE_URL: databaseUrls.portal,
        PORTAL_API_URL: platformUrl,
        MICROSOFT_AUTHORITY: platformUrl,
        MICROSOFT_GRAPH_URL: platformUrl,
        MICROSOFT_CLIENT_SECRET: secret,
      })),
      ...print.environment,
      ...trusting,
    };
    const platforms = ["platform1", "platform2"].map((name) => {
      const own = { ...ofPlatform, PLATFORM_HOST: "127.0.0.1", PLATFORM_PORT: `${ports[name]}` };
      const args = ["--import", "tsx", "packages/platform/start.ts"];
      return part(name, () => startNode(name, args, own, /platform ready /, { timeout: 240_000 }));
    });
    const portals = ["portal1", "portal2"].map((name) => {
      const own = { ...ofPortal, HOST: "127.0.0.1", PORT: `${ports[name]}` };
      const args = ["--max-semi-space-size=64", join(repository, "scripts/serve.mjs")];
      return part(name, () => startNode(name, args, own, /portal ready /, { cwd: folder }));
    });
    for (const one of [...platforms, ...portals]) cleanUp.push(() => one.stop());
    const nginx = await startNginx(folder, {
      ...{ PORTAL_NAME: "localhost", PLATFORM_NAME: "localhost", PORTAL_ORIGIN: portalUrl, ...tls.files },
      ...{ HTTP_LISTEN: at("http"), PORTAL_LISTEN: at("portal"), PLATFORM_LISTEN: at("platform") },
      ...{ PORTAL_1: at("portal1"), PORTAL_2: at("portal2") },
      ...{ PLATFORM_1: at("platform1"), PLATFORM_2: at("platform2") },
      ...{ ACCESS_LOG: join(folder, "access.log"), ERROR_LOG: join(folder, "error.log") },
    });
    cleanUp.push(() => end(nginx));
    // In parallel, on an empty database: one migrates and seeds, the other waits.
    await Promise.all(platforms.map((one) => one.start()));
    await Promise.all(portals.map((one) => one.start()));
    return {
      portalUrl,
      platformUrl,
      httpUrl: `http://${at("http")}`,
      certificate: tls.certificate,
      portals,
      platforms,
      /** Asks each portal directly, past nginx. */
      isReady: async () => {
        const answers = await Promise.all(
          ["portal1", "portal2"].map((name) => request(`http://${at(name)}/readyz`)),
        );
        await Promise.all(answers.map(({ body }) => body.dump()));
        return answers.every(({ statusCode }) => statusCode === 200);
      },
      restartPostgres: postgres.restart,
      reloadNginx: () => nginx.kill("SIGHUP"),
      accessLog: () => readFile(join(folder, "access.log"), "utf8"),
      stop,
    };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

export type Topology = Awaited<ReturnType<typeof startTopology>>;
