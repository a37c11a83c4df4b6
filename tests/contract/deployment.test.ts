import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { largerBodies } from "#app/core/gate/admit.server.ts";
import { readEnv as readPortalEnv } from "#app/core/readEnv.server.ts";
import { readEnv as readPlatformEnv } from "#platform/env.ts";
import { repository } from "#tests/support/processes.ts";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const settings = (path: string): Record<string, string | undefined> => ({ ...parseEnv(read(path)) });

const known = Object.keys(settings(".env.example"));
const portal = settings("deploy/portal.env.example");
const platform = settings("deploy/platform.env.example");
const portalAlone = settings("deploy/portal.own-api.env.example");
const template = read("deploy/nginx/utopia.conf.template");
const platformTemplate = read("deploy/nginx/platform.conf.template");
const composeAlone = read("deploy/compose.portal.yaml");
const compose = read("deploy/compose.yaml");
const secret = "a secret of the tests, 32 characters or more";

const partOf = (name: string, file = compose): string =>
  file.split(/^(?=\S)/m).find((part) => part.startsWith(name)) ?? "";

const inCompose = (service: string, file = compose): string[] => {
  const part = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(partOf(service, file))?.[1] ?? "";
  return [...part.matchAll(/^ {4}([A-Z_0-9]+):/gm)].map(([, name = ""]) => name);
};

const inUnit = (unit: string): string[] =>
  [...read(`deploy/systemd/${unit}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) =>
    line.split(" ").map((pair) => pair.split("=")[0] ?? ""),
  );

/** Read by Node itself. */
const ofNode = ["NODE_ENV", "NODE_EXTRA_CA_CERTS"];

test.each([
  ["portal.env.example", Object.keys(portal)],
  ["platform.env.example", Object.keys(platform)],
  ["compose.yaml, the portal", inCompose("x-portal")],
  ["compose.yaml, the platform", inCompose("x-platform")],
  ["portal.own-api.env.example", Object.keys(portalAlone)],
  ["compose.portal.yaml, the portal", inCompose("x-portal", composeAlone)],
  ["the portal's unit", inUnit("utopia-portal@.service")],
  ["the platform's unit", inUnit("utopia-platform@.service")],
])("%s names settings that there are", (_where, names) => {
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !known.includes(name) && !ofNode.includes(name))).toEqual([]);
});

describe("the deployed configuration starts", () => {
  test("the portal, once its secrets are put in, and not before", () => {
    expect(() => readPortalEnv(portal)).toThrow(/SESSION_SECRET/);
    const env = readPortalEnv({ ...portal, SESSION_SECRET: secret, MICROSOFT_CLIENT_SECRET: secret });
    expect(env.secure).toBe(true);
    expect(env.PORTAL_DATABASE_URL).toBeDefined();
  });

  test("the portal of the company's own API, with Entra", () => {
    expect(() => readPortalEnv(portalAlone)).toThrow(/SESSION_SECRET/);
    const filled = { MICROSOFT_TENANT_ID: "t", MICROSOFT_CLIENT_ID: "c", MICROSOFT_CLIENT_SECRET: secret };
    const env = readPortalEnv({ ...portalAlone, ...filled, SESSION_SECRET: secret });
    expect(env.MICROSOFT_AUTHORITY).toBe("https://login.microsoftonline.com");
    expect(env.PORTAL_DATABASE_URL).toBeDefined();
  });

  test("the platform, for that portal, but not for everybody: an operator says so", () => {
    expect(() => readPlatformEnv(platform)).toThrow(/PLATFORM_OPEN_TO_ALL/);
    const open = { ...platform, PLATFORM_OPEN_TO_ALL: "yes" };
    expect(() => readPlatformEnv(open)).toThrow(/MICROSOFT_CLIENT_SECRET/);
    const env = readPlatformEnv({ ...open, MICROSOFT_CLIENT_SECRET: secret });
    expect(env.appUrl).toBe(portal.APP_URL);
    expect(env.publicUrl).toBe(portal.MICROSOFT_AUTHORITY);
    expect(env.databaseUrl).toBeDefined();
    expect(env.production).toBe(true);
  });
});

test("nginx is filled in with exactly the variables of its example", () => {
  const requests = [...`${template}${platformTemplate}`.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  expect([...new Set(requests)].sort()).toEqual(
    Object.keys(settings("deploy/nginx/nginx.env.example")).sort(),
  );
});

test("nginx answers private networks alone for the platform, whose sign-in asks for no password", () => {
  expect(platformTemplate).toMatch(/(^ {2}allow [\da-f:./]+;\n)+^ {2}deny all;$/m);
  expect(platformTemplate).not.toMatch(/allow (all|0\.0\.0\.0\/0|::\/0)/);
});

test("the compose file of the company's own API has no platform, and is else the other one's", () => {
  expect(composeAlone).not.toMatch(/PLATFORM_|target: platform/);
  for (const part of ["x-locked-up", "x-own-account"]) expect(partOf(part, composeAlone)).toBe(partOf(part));
  const portals = (file: string) => /^ {2}portal-1:\n(?: {2}.+\n)+/m.exec(file)?.[0];
  expect(portals(composeAlone)).toBe(portals(compose));
  const databaseUrl = (file: string) => /PORTAL_DATABASE_URL: .*/.exec(file)?.[0];
  expect(databaseUrl(composeAlone)).toBe(databaseUrl(compose));
  const image = (file: string) => /image: postgres:.*/.exec(file)?.[0];
  expect(image(composeAlone)).toBe(image(compose));
});

test("portal and platform share a server, and neither its database nor its account", () => {
  const urlIn = (setting: string) =>
    new URL((new RegExp(`${setting}: (.*)`).exec(compose)?.[1] ?? "").replace(/\$\{(\w+).*?\}/, "$1"));
  const [ofPortal, ofPlatform] = [urlIn("PORTAL_DATABASE_URL"), urlIn("PLATFORM_DATABASE_URL")];
  expect(ofPortal.host).toBe(ofPlatform.host);
  for (const part of ["username", "password", "pathname"] as const)
    expect(ofPortal[part], part).not.toBe(ofPlatform[part]);
  const script = read("deploy/postgres/portal.sh");
  expect(script).toContain(`create role ${ofPortal.username} `);
  expect(script).toContain(`create database ${ofPortal.pathname.slice(1)} owner ${ofPortal.username}`);
});

test("every published image has a version, and the container a health check", () => {
  for (const [, image = ""] of [...compose.matchAll(/^ {4}image: (\S+:\S+)$/gm)])
    expect(image).toMatch(/:v?\d+(\.\d+)*(-\w+)?$/);
  expect(compose).not.toContain("service_started");
});

test("nginx lets through the largest body that the portal takes", () => {
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(template)?.[1]);
  const largest = Math.max(...Object.values(largerBodies).map(({ kilobytes }) => kilobytes));
  expect(megabytes * 1024).toBeGreaterThan(largest);
});

test.each([
  ["portal", "METRICS_PORT"],
  ["platform", "PLATFORM_METRICS_PORT"],
])("Prometheus asks both processes of the %s where its unit has them listen", (name, setting) => {
  const unit = read(`deploy/systemd/utopia-${name}@.service`);
  const port = new RegExp(`\\b${setting}=(\\d+)%i`).exec(unit)?.[1];
  const jobs = read("deploy/prometheus/prometheus.yaml").split("- job_name: ");
  const job = jobs.find((part) => part.startsWith(name));
  const targets = [...(job ?? "").matchAll(/"([^"]+)"/g)].map(([, target]) => target);
  expect(targets).toEqual(["1", "2"].map((process) => `127.0.0.1:${port}${process}`));
  for (const process of ["1", "2"]) expect(read("docs/operate.md")).toContain(`${port}${process}`);
});

test("no container gets an automatic address that another one has as its own", () => {
  expect(compose).toContain("subnet: 10.77.0.0/24, ip_range: 10.77.0.128/25");
  const fixed = [...compose.matchAll(/ipv4_address: 10\.77\.0\.(\d+)/g)].map(([, last]) => Number(last));
  expect(fixed.length).toBeGreaterThan(4);
  expect(Math.max(...fixed)).toBeLessThan(128);
});

test("the tools have the settings, places and secrets of both sides", () => {
  const tools = /^ {2}tools:\n((?: {4}.*\n)+)/m.exec(compose)?.[1] ?? "";
  expect(tools).toContain("env_file: [platform.env, portal.env]");
  expect(tools).toContain('"files:/var/lib/utopia"');
  expect(tools).toContain(/"(late:[^"]+)"/.exec(partOf("x-portal"))?.[0]);
  const settings = [...inCompose("x-portal"), ...inCompose("x-platform")];
  for (const name of settings.filter((one) => one !== "TRUSTED_PROXIES"))
    expect(tools, name).toContain(`${name}: `);
  expect(tools).toContain(/secrets: \[.+\]/.exec(partOf("x-portal"))?.[0]);
});

test.each([
  ["compose.yaml", compose],
  ["compose.portal.yaml", composeAlone],
])(
  "lines of the audit trail that come late outlast a container of %s, and the tools find them",
  (_, file) => {
    const directory = /AUDIT_SPOOL_DIR: (\S+)/.exec(partOf("x-portal", file))?.[1] ?? "none";
    const [volume = "", name, place] = /"(\w+):([^"]+)"/.exec(partOf("x-portal", file)) ?? [];
    expect(directory.startsWith(`${place}/`)).toBe(true);
    expect(partOf("volumes", file)).toContain(`  ${name}:\n`);
    const tools = /^ {2}tools:\n((?: {4}.*\n)+)/m.exec(file)?.[1];
    expect(tools).toContain(`AUDIT_SPOOL_DIR: ${directory}`);
    expect(tools).toContain(volume);
  },
);

test("every container drops the capabilities that it does not need, of whatever image", () => {
  const services = (compose.split(/^services:\n/m)[1] ?? "").split(/^(?=\S)/m)[0] ?? "";
  const parts = services.split(/^(?= {2}[a-z])/m).filter((part) => /^ {2}[a-z]/.test(part));
  expect(parts.length).toBeGreaterThan(7);
  for (const part of parts) expect(part).toMatch(/^ {4}<<: \*(locked-up|own-account|portal|platform)$/m);
  for (const template of ["x-locked-up", "x-own-account"].map((name) => partOf(name))) {
    expect(template).toContain("cap_drop: [ALL]");
    expect(template).toContain('security_opt: ["no-new-privileges:true"]');
  }
  for (const template of ["x-portal", "x-platform"]) expect(partOf(template)).toContain("<<: *locked-up");
});

test("nginx limits what one address may ask of the portal, and answers for no other name", () => {
  const [, portalServer = ""] = template.split(/^(?=server \{)/m).filter((part) => /ssl http2/.test(part));
  expect(portalServer).toMatch(/limit_conn connections \d+;\n\s+limit_req zone=requests /);
  expect(template).toMatch(
    /listen \$\{PORTAL_LISTEN\} ssl http2 default_server;\n\s+ssl_reject_handshake on;/,
  );
  expect(platformTemplate).toMatch(/if \(\$host != \$\{PLATFORM_NAME\}\) \{\n\s+return 421;/);
});

test("nginx's own errors have the headers of the portal's", () => {
  const words = template.split("location = /.refused")[1] ?? "";
  for (const name of [
    "Strict-Transport-Security",
    "X-Content-Type-Options",
    "Referrer-Policy",
    "X-Frame-Options",
  ])
    expect(words, name).toMatch(new RegExp(`add_header ${name} .+ always;`));
});

test("nginx writes no address into its error log", () => {
  expect(template).toMatch(/^error_log \S+ crit;$/m);
});

test("no secret is in the deployed files", () => {
  for (const unit of readdirSync(join(repository, "deploy/systemd")))
    expect(read(`deploy/systemd/${unit}`), unit).not.toMatch(/(SECRET|PASSWORD|DATABASE_URL)=/);
  for (const name of ["SESSION_SECRET", "MICROSOFT_CLIENT_SECRET"]) expect(portal[name]).toBe("");
  expect(platform.MICROSOFT_CLIENT_SECRET).toBe("");
});

test("the images contain the running code and no tests", () => {
  const ignored = read(".dockerignore");
  const taken = [...ignored.matchAll(/^!(.+)$/gm)].map(([, name = ""]) => name);
  expect(ignored).toMatch(/^\*$/m);
  for (const copied of read("Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const path of (copied[1] ?? "").split(" ").filter((name) => name !== "."))
      expect(taken, path).toContain(path.split("/")[0]);
  expect(taken).not.toContain("tests");
});
