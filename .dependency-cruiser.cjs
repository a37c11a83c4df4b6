const path = require("node:path");

/** Tests may import everything; the code around them may not. */
const notTests = "\\.test\\.tsx?$";

/** Route modules; `app/routes.ts` lists them. */
const routes = "^app/.*\\broutes/";

/** The layers of app/, each of which knows those before it; routes, and what stands in app/ itself, know them all. */
const layers = ["core", "features", "screens", "domains", "composition"];

/** The parts of app/core/, each of which knows those before it: so no two of them need each other. */
const coreParts = [
  "search/",
  "specification/",
  "ui/",
  "values/",
  "timeline/",
  "readEnv\\.",
  "env\\.",
  "log\\.",
  "metrics\\.",
  "database/",
  "http/",
  "audit/",
  "auth/",
  "api/",
  "stores/",
  "lists/",
  "records/",
  "commands/",
  "gate/",
];

/** A forbidden import; the comment is shown when it is found. */
const rule = (name, from, to, comment) => ({ name, comment, severity: "error", from, to });

/** Forbidden imports of a part of the codebase; its tests are exempt. */
const part = (name, path, to, comment) => rule(name, { path, pathNot: notTests }, to, comment);

/**
 * The import directions: which part may know which.
 * @type {import("dependency-cruiser").IConfiguration}
 */
module.exports = {
  forbidden: [
    part(
      "contract-knows-nothing-of-ours",
      "^packages/contract/",
      { path: "^(app|scripts|tests|packages/(?!contract/))" },
      "packages/contract/ is the wire truth that both sides read: it imports nothing of ours.",
    ),
    part(
      "edifact-knows-nothing-of-ours",
      "^packages/edifact/",
      { path: "^(app|scripts|tests|packages/(?!edifact/))" },
      "packages/edifact/ is a pure library: it imports nothing of ours.",
    ),
    part(
      "edi-orders-knows-edifact-alone",
      "^packages/edi-orders/",
      { pathNot: "^(packages/(edi-orders|edifact)/|(node:)?crypto$)" },
      "packages/edi-orders/ is pure: no database, no clock, no I/O, and of ours packages/edifact/ alone.",
    ),
    rule(
      "edi-orders-has-one-entry",
      { path: "^(app|packages/platform|tests)/" },
      { path: "^packages/edi-orders/", pathNot: "^packages/edi-orders/index\\.ts$" },
      "packages/edi-orders/ is a package: its users import index.ts, so that its inside can move.",
    ),
    rule(
      "edifact-has-one-entry",
      { path: "^(app|packages/(?!edifact/)|tests)" },
      { path: "^packages/edifact/", pathNot: "^packages/edifact/(index\\.ts$|bench/)" },
      "packages/edifact/ is a package: its users import index.ts, so that its inside can move.",
    ),
    part(
      "platform-knows-contract-and-edifact",
      "^packages/platform/",
      { path: "^(app|scripts|tests)/" },
      "packages/platform/ and app/ know each other by HTTP only, so that the platform can be replaced.",
    ),
    part(
      "telemetry-knows-nothing-of-ours",
      "^packages/telemetry/",
      { path: "^(app|scripts|tests|packages/(?!telemetry/))" },
      "packages/telemetry/ tells the world outside of a process, whichever it is: it imports nothing of ours.",
    ),
    rule(
      "backup-is-imported-by-nobody",
      { pathNot: "^backup/" },
      { path: "^backup/" },
      "backup/ is a command: what it keeps does not know of it.",
    ),
    part(
      "backup-knows-where-things-lie",
      "^backup/",
      {
        path: "^(app|packages/platform|scripts|tests)/",
        pathNot: ["^app/core/(database/|env\\.server)", "^packages/platform/(database/|env\\.ts)"],
      },
      "backup/ copies what lies there, whatever it says: it knows places and stores, and nothing that reads them.",
    ),
    rule(
      "doctor-is-imported-by-nobody",
      { pathNot: "^doctor/" },
      { path: "^doctor/" },
      "doctor/ is a command: what it looks at does not know of it.",
    ),
    part(
      "doctor-knows-settings",
      "^doctor/",
      {
        path: "^(app|packages/platform|scripts|tests)/",
        pathNot: [
          "^app/(core/(readEnv|database/folder|database/migrate)|domains/labels/bridge/signingPair)\\.server\\.ts$",
          "^packages/platform/(database/|env\\.ts|outside/files/)",
        ],
      },
      "doctor/ reads settings and files with the readers of those who use them, and starts none of them.",
    ),
    part(
      "database-package-knows-nothing-of-ours",
      "^packages/database/",
      { path: "^(app|scripts|tests|packages/(?!database/))" },
      "packages/database/ connects to a database, whoever's tables it holds: it imports nothing of ours.",
    ),
    part(
      "database-is-ground",
      "^packages/platform/database/",
      {
        path: "^packages/(contract|edifact|platform)/",
        pathNot: "^(packages/platform/database/|packages/contract/typedText\\.ts$)",
      },
      "packages/platform/database/ holds the tables and how to reach them: it knows nothing that stands on them.",
    ),
    part(
      "outside-knows-the-ground",
      "^packages/platform/outside/",
      { path: "^packages/platform/", pathNot: "^packages/platform/(outside|database)/" },
      "packages/platform/outside/ is ports and their stand-ins: it serves the domains and knows none.",
    ),
    part(
      "identity-knows-the-ground",
      "^packages/platform/identity/",
      { path: "^packages/platform/", pathNot: "^packages/platform/((identity|database)/|htmlPage\\.ts$)" },
      "packages/platform/identity/ is a provider of its own: it knows no domain, and no call of the API.",
    ),
    part(
      "http-knows-no-resource",
      "^packages/platform/http/",
      { path: "^packages/platform/", pathNot: "^packages/platform/(http|identity|database)/" },
      "packages/platform/http/ is what every call needs: who calls, and how a request is read and refused.",
    ),
    part(
      "platform-domains-know-no-conductor",
      "^packages/platform/domains/",
      { path: "^packages/platform/", pathNot: "^packages/platform/(domains|outside|http|database)/" },
      "A domain is called by jobs, by the server and by the seed; it calls none of them.",
    ),
    part(
      "edi-documents-first",
      "^packages/platform/domains/edi/(documents|interchanges|orders)/",
      { path: "^packages/platform/domains/edi/[^/]+$" },
      "EDI has floors: what both documents share, interchanges, orders, and then what conducts them.",
    ),
    part(
      "edi-interchanges-know-no-order",
      "^packages/platform/domains/edi/(documents|interchanges)/",
      { path: "^packages/platform/domains/(edi/orders|orders)/" },
      "An interchange is read, kept and sent whatever it holds; orders are made of it afterwards.",
    ),
    part(
      "seed-knows-no-conductor",
      "^packages/platform/seed/",
      { path: "^packages/platform/", pathNot: "^packages/platform/(seed|domains|outside|database)/" },
      "packages/platform/seed/ makes what the domains could have made; jobs may draw from it, never the reverse.",
    ),
    part(
      "jobs-know-no-call",
      "^packages/platform/jobs/",
      {
        path: "^packages/platform/",
        pathNot: "^packages/platform/((jobs|seed|domains|outside|database)/|metrics\\.ts$)",
      },
      "packages/platform/jobs/ works without anyone calling: it knows nothing of HTTP or of who is signed in.",
    ),
    part(
      "app-knows-contract-and-edifact",
      "^app/",
      { path: "^(packages/platform|scripts|tests)/" },
      "app/ knows an HTTP base URL and nothing of the platform behind it.",
    ),
    part(
      "search-knows-nothing-of-ours",
      "^app/core/search/",
      { pathNot: "^(app/core/search/|packages/contract/(typedText|numbers)\\.ts$)" },
      "app/core/search/ is a leaf but for how typed text and numbers are read: the whole app writes queries by it.",
    ),
    part(
      "addresses-without-schemas",
      "^app/(core/search/|domains/.+/(paths|search)\\.ts$)",
      { path: "^node_modules/zod/", reachable: true },
      "The browser reads and builds addresses on every page: the schema library would come with them.",
    ),
    rule(
      "programs-need-no-configuration",
      { path: "^tests/(bench|faults|screenshots|topology)/", pathNot: "\\.test\\.ts$" },
      { path: "^app/core/env\\.server\\.ts$", reachable: true },
      "These programs start portals with settings of their own, and have none themselves.",
    ),
    ...layers
      .slice(0, -1)
      .map((layer, index) =>
        rule(
          "layers-know-those-below",
          { path: `^app/${layer}/`, pathNot: [notTests, routes] },
          { path: `^app/(${layers.slice(index + 1).join("|")})/` },
          `The layers of app/ are ${layers.join(" ← ")} ← routes: what a layer shows or is told of those above, they give it.`,
        ),
      ),
    ...coreParts
      .slice(0, -1)
      .map((partOfCore, index) =>
        rule(
          "core-parts-know-those-before",
          { path: `^app/core/${partOfCore}`, pathNot: [notTests, routes] },
          { path: `^app/core/(${coreParts.slice(index + 1).join("|")})` },
          "The parts of app/core/ are in an order (coreParts), so that no two of them need each other.",
        ),
      ),
    rule(
      "core-parts-have-a-place",
      { path: "^app/core/", pathNot: [notTests, `^app/core/(${coreParts.join("|")})`] },
      {},
      "A new part of app/core/ gets its place in the order of coreParts.",
    ),
    rule(
      "features-are-apart",
      { path: "^app/features/([^/]+)/", pathNot: [notTests, routes] },
      { path: "^app/features/", pathNot: "^app/features/$1/" },
      "No feature imports another: what they say to each other is in app/core/records/ and app/core/commands/; screens and composition bring them together.",
    ),
    part(
      "database-knows-only-the-environment",
      "^app/core/database/",
      { path: "^app/", pathNot: "^app/core/(database/|(env|log|metrics)\\.server)" },
      "app/core/database/ has the tables of others: of the app it imports only the environment, the log and the figures.",
    ),
    rule(
      "domains-are-apart",
      { path: "^app/domains/([^/]+)/", pathNot: [notTests, routes] },
      { path: "^app/domains/", pathNot: "^app/domains/$1/" },
      "No domain imports another: what all of them need stands beside them (app/core/stores, app/core/commands); routes bring domains together.",
    ),
    part(
      "rules-are-judged-whoever-edits-them",
      "^app/domains/rules/prices/",
      { path: "^app/domains/rules/(editor|views)/" },
      "rules/prices/ says what rules do to products: the list, the editor and Today ask it, and it knows none of them.",
    ),
    part(
      "the-editor-conducts",
      "^app/domains/rules/[^/]+$",
      { path: "^app/domains/rules/editor/" },
      "rules/editor/ is one form and all that becomes of it: only its pages and their views know it.",
    ),
    rule(
      "rooms-of-edi-are-apart",
      { path: "^app/domains/edi/partner/(lists|detail|segments|check|partners)/", pathNot: notTests },
      { path: "^app/domains/edi/partner/(?!$1/)[^/]+/" },
      "What edi/partner/ shows are pages of their own: they share what stands beside their rooms, not each other's.",
    ),
    part(
      "only-remix-imports-routes",
      "^app/",
      { path: routes },
      "Routes conduct; nothing is built on them, not even another route.",
    ),
    part(
      "only-remix-enters-app",
      "^app/[^/]+/",
      { path: "^app/[^/]+\\.tsx?$" },
      "root.tsx, routes.ts and the entries are where Remix comes in: nothing is built on them.",
    ),
    rule(
      "forms-are-read-in-one-room",
      // A view depends on the state of its own browser.
      { path: "^app/", pathNot: [notTests, "^app/core/http/forms/read\\.ts$", "/views/"] },
      { path: "^node_modules/@conform-to/(zod|dom)/" },
      "Conform makes lists as long as a field's name says, and throws at names that it does not know: only app/core/http/forms/ hands it what was posted.",
    ),
    rule(
      "server-modules-stay-on-the-server",
      {
        path: "^app/",
        pathNot: [notTests, routes, "\\.server\\.tsx?$", "^app/root\\.tsx$"],
      },
      { path: "\\.server\\.tsx?$" },
      "Only a server module imports one, so that whatever a view reaches may go to the browser. Of routes and root.tsx Remix gives the browser its part.",
    ),
    rule(
      "unit-tests-start-no-database",
      {
        path: `^(app|backup|doctor|packages|tests/contract)/.+${notTests}`,
        pathNot: "\\.(database|program)\\.test\\.ts$",
      },
      { path: "^tests/support/(databases|objectStore|portalDatabases|postgres)\\.ts$" },
      "`npm run unit` is fast because what needs a database is called *.database.test.ts, what needs another program *.program.test.ts.",
    ),
    rule(
      "no-circles",
      {},
      { circular: true },
      "Of two modules that need each other, be it for a type, neither is understood alone: what they share is a third.",
    ),
    rule("resolvable", {}, { couldNotResolve: true }, "The import leads nowhere."),
    rule(
      "declared-packages",
      { pathNot: ["^(scripts|tests)/", notTests, "\\.config\\.ts$"] },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
      "A package that is imported stands in package.json itself. Those of tests are a workspace, which knip checks.",
    ),
    rule(
      "no-development-packages-at-run-time",
      {
        path: "^(app|backup|doctor|packages)/",
        pathNot: [notTests, "\\.config\\.ts$"],
      },
      {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "node_modules/@types/",
      },
      "What runs in production imports no package of devDependencies; types are free.",
    ),
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
