import { defineConfig } from "vitest/config";
import { patience } from "./scripts/patience.mjs";
import { quickCompiler } from "./tests/support/quickCompiler.ts";

const besideCode = "{app,backup,doctor,packages}";
const needsDatabase = `${besideCode}/**/*.database.test.ts`;
const needsProgram = [`${besideCode}/**/*.program.test.ts`, "tests/contract/*.program.test.ts"];

const modelRuns = Math.max(1, Number(process.env.MODEL_RUNS ?? 1));

/** What modules that read the configuration find. A test with another one resets the modules before and after. */
const configuration = {
  APP_URL: "https://portal.example",
  PORTAL_API_URL: "http://127.0.0.1:9",
  // Nobody listens there: what needs a database is named so, and gets one of its own.
  PORTAL_DATABASE_URL: "postgres://127.0.0.1:9/none",
  SESSION_SECRET: "only for tests, thirty-two characters or more",
  MICROSOFT_CLIENT_SECRET: "only for tests",
  LOG_LEVEL: "silent",
};

/**
 * A test's dependencies determine its project: none, a database, another program (a command, an object store), or the
 * production build.
 */
export default defineConfig({
  test: {
    environment: "node",
    // Only a hang reaches these; a long run of the models (docs/reliability.md) may take as much longer.
    testTimeout: patience(300_000) * modelRuns,
    hookTimeout: patience(300_000),
    expect: { poll: { timeout: patience(30_000) } },
    // A worker of the portal's tests mostly waits for a server: two would leave two cores idle.
    maxWorkers: 3,
    // What a test prints is read when it fails.
    silent: "passed-only",
    // Transformed modules are cached in node_modules by content: an eighth of a second run's time.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [`${besideCode}/**/*.test.ts?(x)`, "tests/{contract,specification}/*.test.ts"],
          exclude: [needsDatabase, ...needsProgram],
          env: configuration,
          setupFiles: "tests/support/unitSetup.ts",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: [needsDatabase],
          env: configuration,
          globalSetup: "tests/support/databaseRun.ts",
          execArgv: quickCompiler,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "programs", include: needsProgram, isolate: false },
      },
      {
        extends: true,
        test: {
          name: "portal",
          include: ["tests/{loaders,faults}/*.test.ts"],
          globalSetup: "tests/support/portalRun.ts",
          isolate: false,
        },
      },
    ],
  },
});
