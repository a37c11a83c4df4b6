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
      name: "edifact-has-one-entry",
      comment: "edifact/ is a package: its users import index.ts, so that its inside can move.",
      severity: "error",
      from: { path: "^(app|platform|tests)/" },
      to: { path: "^edifact/", pathNot: "^edifact/(index\\.ts$|bench/)" },
    },
    {
      name: "platform-knows-contract-and-edifact",
      comment: "platform/ and app/ know each other by HTTP only, so that the platform can be replaced.",
      severity: "error",
      from: { path: "^platform/", pathNot: notTests },
      to: { path: "^(app|scripts|tests)/" },
    },
    {
      name: "database-is-ground",
      comment:
        "platform/database/ holds the tables and how to reach them: it knows nothing that stands on them.",
      severity: "error",
      from: { path: "^platform/database/", pathNot: notTests },
      to: { path: "^(contract|edifact|platform)/", pathNot: "^platform/database/" },
    },
    {
      name: "outside-knows-the-ground",
      comment: "platform/outside/ is ports and their stand-ins: it serves the domains and knows none.",
      severity: "error",
      from: { path: "^platform/outside/", pathNot: notTests },
      to: { path: "^platform/", pathNot: "^platform/(outside|database)/" },
    },
    {
      name: "identity-knows-the-ground",
      comment: "platform/identity/ is a provider of its own: it knows no domain, and no call of the API.",
      severity: "error",
      from: { path: "^platform/identity/", pathNot: notTests },
      to: { path: "^platform/", pathNot: "^platform/(identity|database)/" },
    },
    {
      name: "http-knows-no-resource",
      comment: "platform/http/ is what every call needs: who calls, and how a request is read and refused.",
      severity: "error",
      from: { path: "^platform/http/", pathNot: notTests },
      to: { path: "^platform/", pathNot: "^platform/(http|identity|database)/" },
    },
    {
      name: "platform-domains-know-no-conductor",
      comment: "A domain is called by jobs, by the server and by the seed; it calls none of them.",
      severity: "error",
      from: { path: "^platform/domains/", pathNot: notTests },
      to: { path: "^platform/", pathNot: "^platform/(domains|outside|http|database)/" },
    },
    {
      name: "edi-documents-first",
      comment:
        "EDI has floors: what both documents share, interchanges, orders, and then what conducts them.",
      severity: "error",
      from: { path: "^platform/domains/edi/(documents|interchanges|orders)/", pathNot: notTests },
      to: { path: "^platform/domains/edi/[^/]+$" },
    },
    {
      name: "edi-interchanges-know-no-order",
      comment: "An interchange is read, kept and sent whatever it holds; orders are made of it afterwards.",
      severity: "error",
      from: { path: "^platform/domains/edi/(documents|interchanges)/", pathNot: notTests },
      to: { path: "^platform/domains/(edi/orders|orders)/" },
    },
    {
      name: "seed-knows-no-conductor",
      comment:
        "platform/seed/ makes what the domains could have made; jobs may draw from it, never the reverse.",
      severity: "error",
      from: { path: "^platform/seed/", pathNot: notTests },
      to: { path: "^platform/", pathNot: "^platform/(seed|domains|outside|database)/" },
    },
    {
      name: "jobs-know-no-call",
      comment:
        "platform/jobs/ works without anyone calling: it knows nothing of HTTP or of who is signed in.",
      severity: "error",
      from: { path: "^platform/jobs/", pathNot: notTests },
      to: { path: "^platform/", pathNot: "^platform/(jobs|seed|domains|outside|database)/" },
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
      comment: "app/ui/ takes props: it imports nothing of the app but itself, and how a query is written.",
      severity: "error",
      from: { path: "^app/ui/", pathNot: notTests },
      to: { path: "^app/", pathNot: "^app/(ui|search)/" },
    },
    {
      name: "search-knows-nothing-of-ours",
      comment:
        "app/search/ is a leaf: every part of the app, and the browser, reads and writes queries by it.",
      severity: "error",
      from: { path: "^app/search/", pathNot: notTests },
      to: { pathNot: "^app/search/" },
    },
    {
      name: "addresses-without-schemas",
      comment:
        "The browser reads and builds addresses on every page: the schema library would come with them.",
      severity: "error",
      from: { path: "^app/(search/|domains/.+/(paths|search)\\.ts$)", pathNot: notTests },
      to: { path: "^node_modules/zod/", reachable: true },
    },
    {
      name: "what-serves-every-domain-knows-none",
      comment: "Only routes, and the frame around every page, know domains from without.",
      severity: "error",
      from: { path: "^app/", pathNot: [notTests, routes, "^app/(domains|ui)/", "^app/root\\.tsx$"] },
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
      name: "server-modules-stay-on-the-server",
      comment:
        "Only a server module imports one, so that whatever a view reaches may go to the browser. Of routes and " +
        "root.tsx Remix gives the browser its part.",
      severity: "error",
      from: {
        path: "^app/",
        pathNot: [notTests, routes, "\\.server\\.tsx?$", "^app/root\\.tsx$"],
      },
      to: { path: "\\.server\\.tsx?$" },
    },
    {
      name: "unit-tests-start-no-database",
      comment: "`npm run unit` is fast because what needs a database is called *.database.test.ts.",
      severity: "error",
      from: { path: `^(app|contract|edifact|platform)/.+${notTests}`, pathNot: "\\.database\\.test\\.ts$" },
      to: { path: "^tests/support/(databases|postgres)\\.ts$" },
    },
    {
      name: "no-cycles",
      comment: "Of two modules that run each other, neither can be understood alone; types are free.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "platform-has-no-circles",
      comment: "In contract/ and platform/ not even types go round: what two modules share is a third.",
      severity: "error",
      from: { path: "^(contract|platform)/" },
      to: { circular: true },
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
