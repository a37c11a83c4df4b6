import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { repository } from "#tests/support/processes.ts";

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const packages = ["node_modules/zod/index.js", "node_modules/@conform-to/zod/v4/index.js"];

/** Each valid file of a small copy of the codebase, with its imports. */
const right: Record<string, string[]> = {
  "packages/contract/schemas.ts": ["zod"],
  "packages/platform/server.ts": ["#contract/clean.ts", "#edifact/index.ts"],
  "packages/database/connect.ts": ["zod"],
  "packages/platform/outside/simulated.ts": ["#database/connect.ts"],
  "packages/platform/identity/token.ts": ["#database/connect.ts"],
  "packages/platform/http/requests.ts": ["#platform/identity/token.ts"],
  "packages/platform/domains/orders/rules.ts": [
    "#platform/outside/simulated.ts",
    "#platform/http/requests.ts",
  ],
  "packages/platform/domains/edi/receive.ts": ["./orders/follow.ts", "./interchanges/takeIn.ts"],
  "packages/platform/domains/edi/orders/follow.ts": ["#platform/domains/edi/interchanges/takeIn.ts"],
  "packages/platform/seed/orders.ts": ["#platform/domains/orders/rules.ts"],
  "packages/platform/jobs/orders.ts": ["#platform/domains/orders/rules.ts", "#platform/seed/orders.ts"],
  "packages/platform/jobs/round.ts": ["./circle.ts"],
  "app/core/env.server.ts": ["#contract/clean.ts"],
  "app/core/ui/Link.tsx": ["#app/core/search/search.ts"],
  "app/core/api/api.server.ts": ["#app/core/env.server.ts"],
  "app/core/http/forms/read.ts": ["@conform-to/zod/v4"],
  "app/screens/ListScreen.tsx": ["#app/core/ui/Table.tsx"],
  "app/core/database/records.server.ts": ["#app/core/env.server.ts"],
  "app/features/notes/routes/notes.tsx": ["#app/composition/all.server.ts", "#app/features/bulk/paths.ts"],
  "app/composition/all.server.ts": ["#app/features/notes/notes.ts", "#app/domains/rules/paths.ts"],
  "app/root.tsx": ["#app/core/api/api.server.ts", "#app/core/stores/api.server.ts"],
  "app/core/stores/search.ts": ["#app/core/search/search.ts", "#contract/clean.ts"],
  "app/core/stores/api.server.ts": ["#app/core/api/api.server.ts"],
  "app/domains/orders/model.ts": ["#app/core/stores/paths.ts"],
  "app/domains/orders/views/OrdersTable.tsx": ["../model.ts", "#app/core/ui/Table.tsx"],
  "app/domains/orders/views/OrderForm.tsx": ["@conform-to/zod/v4"],
  "app/domains/orders/round.ts": ["./circle.ts"],
  "app/domains/orders/model.test.ts": ["#platform/server.ts", "#tests/support/thing.ts"],
  "app/domains/orders/screens.server.ts": ["#app/core/stores/guard.server.ts"],
  "app/domains/orders/routes/order.tsx": ["../views/OrdersTable.tsx", "#app/core/stores/api.server.ts"],
  "app/core/stores/guard.server.ts": ["./api.server.ts"],
  "app/domains/rules/prices/judge.ts": ["#app/domains/rules/values.ts"],
  "app/domains/rules/editor/several.ts": ["#app/domains/rules/prices/judge.ts"],
  "app/domains/edi/partner/lists/columns.ts": ["#app/domains/edi/partner/paths.ts"],
  "packages/platform/right.database.test.ts": ["../../tests/support/databases.ts"],
  "doctor/right.program.test.ts": ["#tests/support/postgres.ts"],
  "tests/support/databases.ts": [],
  "tests/support/thing.ts": ["#platform/server.ts", "#app/core/env.server.ts"],
};

/** Each file with a forbidden import, the rule that rejects it, and the import. */
const wrong: [file: string, rule: string, ...imports: string[]][] = [
  ["packages/contract/stores.ts", "contract-knows-nothing-of-ours", "../platform/server.ts"],
  ["packages/edifact/segments.ts", "edifact-knows-nothing-of-ours", "../contract/clean.ts"],
  ["packages/edi-orders/message.ts", "edi-orders-knows-edifact-alone", "../platform/server.ts"],
  ["packages/database/wrong.ts", "database-package-knows-nothing-of-ours", "../platform/server.ts"],
  ["packages/platform/fold.ts", "edi-orders-has-one-entry", "#edi-orders/message.ts"],
  ["packages/platform/inside.ts", "edifact-has-one-entry", "#edifact/segments.ts"],
  ["packages/platform/wrong.ts", "platform-knows-contract-and-edifact", "../../app/core/ui/Table.tsx"],
  ["packages/platform/database/wrong.ts", "database-is-ground", "#platform/domains/orders/rules.ts"],
  ["packages/platform/outside/wrong.ts", "outside-knows-the-ground", "#platform/domains/orders/rules.ts"],
  ["packages/platform/identity/wrong.ts", "identity-knows-the-ground", "#platform/http/requests.ts"],
  ["packages/platform/http/wrong.ts", "http-knows-no-resource", "#platform/domains/orders/rules.ts"],
  [
    "packages/platform/domains/orders/wrong.ts",
    "platform-domains-know-no-conductor",
    "#platform/jobs/orders.ts",
    "#platform/seed/orders.ts",
    "#platform/server.ts",
  ],
  [
    "packages/platform/domains/edi/orders/wrong.ts",
    "edi-documents-first",
    "#platform/domains/edi/receive.ts",
  ],
  [
    "packages/platform/domains/edi/interchanges/wrong.ts",
    "edi-interchanges-know-no-order",
    "#platform/domains/edi/orders/follow.ts",
  ],
  ["packages/platform/seed/wrong.ts", "seed-knows-no-conductor", "#platform/jobs/orders.ts"],
  ["packages/platform/jobs/circle.ts", "no-circles", "./round.ts"],
  ["packages/platform/jobs/wrong.ts", "jobs-know-no-call", "#platform/http/requests.ts"],
  ["app/core/ui/Wrong.tsx", "core-parts-know-those-before", "#app/core/stores/paths.ts"],
  ["app/core/search/wrong.ts", "search-knows-nothing-of-ours", "#contract/clean.ts"],
  ["app/core/http/forms/again.server.ts", "forms-are-read-in-one-room", "@conform-to/zod/v4"],
  [
    "app/core/lists/wrong.tsx",
    "layers-know-those-below",
    "#app/features/notes/notes.ts",
    "#app/screens/ListScreen.tsx",
    "#app/domains/rules/paths.ts",
  ],
  ["app/core/values/wrong.ts", "core-parts-know-those-before", "#app/core/stores/paths.ts"],
  ["app/core/utils/wrong.ts", "core-parts-have-a-place", "#app/core/ui/Table.tsx"],
  ["app/core/database/wrong.server.ts", "database-knows-only-the-environment", "#app/core/ui/Table.tsx"],
  ["app/features/sheets/high.server.ts", "layers-know-those-below", "#app/composition/all.server.ts"],
  ["app/features/sheets/wrong.ts", "features-are-apart", "#app/features/notes/notes.ts"],
  ["app/screens/wrong.ts", "layers-know-those-below", "#app/domains/rules/paths.ts"],
  ["app/domains/orders/high.server.ts", "layers-know-those-below", "#app/composition/all.server.ts"],
  ["app/composition/wrong.ts", "only-remix-enters-app", "#app/root.tsx"],
  ["app/core/http/platform.ts", "app-knows-contract-and-edifact", "#platform/server.ts"],
  ["app/domains/orders/search.ts", "addresses-without-schemas", "#contract/schemas.ts"],
  ["app/domains/orders/wrong.server.ts", "domains-are-apart", "#app/domains/rules/api.server.ts"],
  ["app/domains/orders/conducted.ts", "only-remix-imports-routes", "./routes/order.tsx"],
  ["app/domains/orders/views/Wrong.tsx", "server-modules-stay-on-the-server", "#app/core/api/api.server.ts"],
  ["app/domains/orders/forms.ts", "server-modules-stay-on-the-server", "#app/core/env.server.ts"],
  ["app/domains/orders/columns.ts", "server-modules-stay-on-the-server", "#app/core/env.server.ts"],
  ["app/domains/orders/circle.ts", "no-circles", "./round.ts"],
  ["app/domains/orders/routes/twice.tsx", "only-remix-imports-routes", "./order.tsx"],
  ["app/domains/rules/wrong.ts", "the-editor-conducts", "./editor/several.ts"],
  [
    "app/domains/rules/prices/wrong.ts",
    "rules-are-judged-whoever-edits-them",
    "#app/domains/rules/editor/several.ts",
  ],
  [
    "app/domains/edi/partner/detail/wrong.ts",
    "rooms-of-edi-are-apart",
    "#app/domains/edi/partner/lists/columns.ts",
  ],
  ["packages/platform/wrong.test.ts", "unit-tests-start-no-database", "../../tests/support/databases.ts"],
  ["doctor/wrong.test.ts", "unit-tests-start-no-database", "#tests/support/postgres.ts"],
  ["tests/bench/wrong.ts", "programs-need-no-configuration", "#app/core/env.server.ts"],
  ["app/routes/nowhere.tsx", "resolvable", "./missing.ts"],
];

/** Where an import leads, as package.json says. */
const fileOf = (path: string): string =>
  path.slice(1).replace(/^(contract|database|edi-orders|edifact|platform|telemetry)\//, "packages/$1/");

let folder: string;
let refused: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "imports-"));
  await cp(join(repository, "package.json"), join(folder, "package.json"));
  await mkdir(join(folder, "node_modules/@utopia"), { recursive: true });
  for (const name of await readdir(join(repository, "packages"))) {
    await cp(
      join(repository, "packages", name, "package.json"),
      join(folder, "packages", name, "package.json"),
    );
    await symlink(join("../../packages", name), join(folder, "node_modules/@utopia", name));
  }
  const judged = wrong.map(([file, , ...imports]) => [file, imports] as const);
  const importing = [...Object.entries(right), ...judged];
  // Imported files without imports of their own.
  const imported = importing.flatMap(([, imports]) => imports.filter((path) => path.startsWith("#")));
  const ground = [...imported.map(fileOf), ...packages].map((file) => [file, []] as const);
  for (const [file, imports] of [...ground, ...importing]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    const lines = imports.map((path, index) => `import { one as one${index} } from "${path}";`);
    const names = imports.map((_, index) => `one${index}`);
    await writeFile(join(folder, file), `${lines.join("\n")}\nexport const one = [${names.join(", ")}];\n`);
  }
  const result = spawnSync(
    process.execPath,
    [
      join(repository, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
      ...["--config", join(repository, ".dependency-cruiser.cjs"), "--output-type", "json"],
      "{app,doctor,packages,tests}/**/*.{ts,tsx}",
    ],
    { cwd: folder, encoding: "utf8", maxBuffer: 50_000_000 },
  );
  expect(result.stderr).toBe("");
  const { violations } = report.parse(JSON.parse(result.stdout)).summary;
  refused = violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("every import against the codebase's directions is refused, and none that follows them", () => {
  const wanted = wrong.flatMap(([file, rule, ...imports]) => imports.map(() => `${file}: ${rule}`));
  expect(refused).toEqual(wanted.sort());
});
