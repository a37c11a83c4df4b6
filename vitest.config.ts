import { defineConfig } from "vitest/config";

const needsDatabase = "platform/**/*.database.test.ts";

/** What a test needs says which project it is of: nothing, a database of its own, or the production build. */
export default defineConfig({
  test: {
    environment: "node",
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,contract,edifact,platform}/**/*.test.ts?(x)", "tests/contract/*.test.ts"],
          exclude: [needsDatabase],
        },
      },
      { extends: true, test: { name: "database", include: [needsDatabase] } },
      { extends: true, test: { name: "portal", include: ["tests/{loaders,faults}/*.test.ts"] } },
    ],
  },
});
