const path = require("node:path");

/** Tests may import everything; what they are beside may not. */
const notTests = "\\.test\\.tsx?$";

/** Modules that answer addresses; `app/routes.ts` lists them. */
const routes = "^app/.*\\broutes/";

/**
 * The import directions: which part may know which. Each rule's comment is what one reads when it fails.
 * @type {import("dependency-cruiser").IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: "contract-knows-nothing-of-ours",
      comment: "contract/ is the wire truth that both sides read: it imports nothing of ours.",
      severity: "error",
      from: { path: "^contract/", pathNot: notTests },
      to: { path: "^(app|edifact|platform|scripts|tests)/" },
    },
    {
      name: "edifact-knows-nothing-of-ours",
      comment: "edifact/ is a pure library: it imports nothing of ours.",
      severity: "error",
      from: { path: "^edifact/", pathNot: notTests },
      to: { path: "^(app|contract|platform|scripts|tests)/" },
    },
    {
      name: "platform-knows-contract-and-edifact",
      comment: "platform/ and app/ know each other by HTTP only, so that the platform can be replaced.",
      severity: "error",
      from: { path: "^platform/", pathNot: notTests },
      to: { path: "^(app|scripts|tests)/" },
    },
    {
      name: "app-knows-contract-and-edifact",
      comment: "app/ knows an HTTP base URL and nothing of the platform behind it.",
      severity: "error",
      from: { path: "^app/", pathNot: notTests },
      to: { path: "^(platform|scripts|tests)/" },
    },
    {
      name: "ui-knows-no-domain",
      comment: "app/ui/ takes props: it imports nothing of the app but itself.",
      severity: "error",
      from: { path: "^app/ui/", pathNot: notTests },
      to: { path: "^app/", pathNot: "^app/ui/" },
    },
    {
      name: "http-and-auth-know-no-domain",
      comment: "app/auth/ and app/http/ serve every domain and know none.",
      severity: "error",
      from: { path: "^app/(auth|http)/", pathNot: notTests },
      to: { path: "^app/domains/" },
    },
    {
      name: "records-know-only-the-environment",
      comment:
        "app/records/ keeps what others hand it: of the app it imports only the environment and the log.",
      severity: "error",
      from: { path: "^app/records/", pathNot: notTests },
      to: { path: "^app/", pathNot: "^app/(records/|env\\.server|log\\.server)" },
    },
    {
      name: "domains-are-apart",
      comment:
        "A domain imports of another only the paths and the model of stores and actions, the stores' guard, and " +
        "the one engine that asks before a write; " +
        "routes bring domains together.",
      severity: "error",
      from: { path: "^app/domains/([^/]+)/", pathNot: [notTests, routes] },
      to: {
        path: "^app/domains/",
        pathNot: [
          "^app/domains/$1/",
          "^app/domains/(stores|actions)/(paths|model)\\.ts$",
          "^app/domains/stores/guard\\.server\\.ts$",
          "^app/domains/actions/(deed|(deed|confirm|event)\\.server)\\.ts$",
          "^app/domains/actions/views/DeedDialog\\.tsx$",
        ],
      },
    },
    {
      name: "only-remix-imports-routes",
      comment: "Routes conduct; nothing is built on them, not even another route.",
      severity: "error",
      from: { path: "^app/", pathNot: notTests },
      to: { path: routes },
    },
    {
      name: "views-stay-in-the-browser",
      comment: "Views, and what views and forms share with the browser, import no server module.",
      severity: "error",
      from: {
        path: "^app/(ui/|domains/.+/views/|domains/.+/(paths|search|model|forms)\\.ts$)",
        pathNot: notTests,
      },
      to: { path: "\\.server\\.tsx?$" },
    },
    {
      name: "no-cycles",
      comment: "Of two modules that run each other, neither can be understood alone; types are free.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "resolvable",
      comment: "The import leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "declared-packages",
      comment: "A package that is imported stands in package.json itself (the bare app has one of its own).",
      severity: "error",
      from: { pathNot: "^tests/bench/bare/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-development-packages-at-run-time",
      comment: "What runs in production imports no package of devDependencies; types are free.",
      severity: "error",
      from: { path: "^(app|contract|edifact|platform)/", pathNot: [notTests, "\\.config\\.ts$"] },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "node_modules/@types/",
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: path.join(__dirname, "tsconfig.json") },
    enhancedResolveOptions: {
      conditionNames: ["import", "types", "node", "default"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
};
