import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "{app,contract,edifact,platform}/**/*.test.ts?(x)",
      "tests/{contract,loaders,faults}/**/*.test.ts",
    ],
    environment: "node",
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
