import type { KnipConfig } from "knip";
import tools from "./tests/packages/package.json" with { type: "json" };

/** Packages that knip finds in use by itself. */
const found = ["@types/node", "knip", "typescript"];

/** The rest of what checks and tests install: knip looks for a file's packages in the folders above it alone. */
const ofTests = Object.keys(tools.devDependencies).filter((name) => !found.includes(name));

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: [
        "backup/run.ts",
        "doctor/run.ts",
        "tests/faults/{matrix,hostile,load,once}.ts",
        "app/composition/forgetCommand.server.ts",
        "app/core/audit/command.server.ts",
        // Remix imports the modules that app/routes.ts lists; a test holds that it lists them all.
        "app/routes.ts",
        "app/**/routes/*.{ts,tsx}",
        "tests/**/*.test.ts",
        // Processes that tests start in order to kill them.
        "tests/support/crashableWorker.ts",
        // What bundles the platform and loads the small seed, in a process of its own.
        "tests/support/{preparePlatform,sharedPlatform}.ts",
        // The benchmark starts its upstreams as processes of their own, and loads a watch into the portal.
        "tests/bench/{run,presses,upstream,manyRows,people,scale}.ts",
        "tests/bench/loopDelay.mjs",
        "tests/bench/bare/**/*.{ts,tsx}",
        "tests/screenshots/{labels,run}.ts",
        "tests/topology/run.ts",
        // Firefox, as the test tool starts it.
        "tests/firefox/{playwright.config.ts,esr.mjs}",
      ],
      project: ["{app,backup,doctor,scripts,tests}/**/*.{ts,tsx,mjs,css}", "*.{ts,js,cjs}"],
      drizzle: { config: ["app/core/database/drizzle.config.ts"] },
      playwright: true,
      vitest: true,
    },
    // What the contract names is for both sides of the wire, also for a side that is not ours.
    "packages/contract": { entry: ["*.ts"] },
    "packages/database": { entry: ["*.ts", "pgliteThread.mjs", "**/*.test.ts"] },
    // The library's one entry, also for what none of ours uses yet; its bench.
    "packages/edifact": { entry: ["index.ts", "bench/{measure,readHostile}.ts", "**/*.test.ts"] },
    "packages/edi-orders": { entry: ["index.ts", "**/*.test.ts"] },
    "packages/telemetry": { entry: ["*.ts"] },
    "packages/platform": {
      entry: ["start.ts", "forget.ts", "**/*.test.ts"],
      drizzle: { config: ["database/drizzle.config.ts"] },
      // Its commands run TypeScript with it.
      ignoreDependencies: ["tsx"],
    },
  },
  // A type that an exported function takes or gives may be named by whoever calls it.
  ignoreExportsUsedInFile: { type: true, interface: true },
  ignoreDependencies: ofTests,
  // PostgreSQL's own tools, which backup and restore say they need; and those of the tests' packages.
  ignoreBinaries: ["pg_restore", "psql", "biome", "depcruise", "knip", "vitest"],
  // An exception that nothing needs is a package that nothing uses.
  treatConfigHintsAsErrors: true,
};

export default config;
