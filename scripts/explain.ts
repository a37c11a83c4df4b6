import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/** One step of how an address is answered; `rules` are anchors of docs/product that its declaration cites. */
export type Step = { kind: string; what: string; file: string; line: number; rules: string[] };

type Route = { path?: string; file: string; children: Route[] };
type Search = { read(url: string): object };

const root = join(import.meta.dirname, "..");

/** The modules from the outermost to the one that answers; the fewest parameters win: `partners/new` is no partner. */
function modulesOf(routes: readonly Route[], parts: readonly string[]): Route[] {
  const parameters = (line: readonly Route[]) =>
    line.flatMap(({ path = "" }) => path.split("/")).filter((part) => /^[:*]/.test(part)).length;
  const found = routes.flatMap((route) => {
    const own = (route.path ?? "").split("/").filter(Boolean);
    const rest = parts.slice(own.length);
    if (own.length > parts.length || !own.every((part, at) => part === parts[at] || part.startsWith(":")))
      return [];
    const inner = modulesOf(route.children, rest);
    return inner.length === 0 && rest.length > 0 ? [] : [[route, ...inner]];
  });
  return found.sort((one, other) => parameters(one) - parameters(other))[0] ?? [];
}

let parsed: ts.Program | undefined;

/** The code base, parsed once. */
function openProgram(): ts.Program {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  parsed ??= ts.createProgram(fileNames, { ...options, incremental: false, tsBuildInfoFile: undefined });
  return parsed;
}

function stepOf(kind: string, what: string, node: ts.Node): Step {
  const source = node.getSourceFile();
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const comments = (ts.getLeadingCommentRanges(source.text, statement.pos) ?? [])
    .map(({ pos, end }) => source.text.slice(pos, end))
    .join();
  return {
    kind,
    what,
    file: relative(root, source.fileName),
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    rules: [...comments.matchAll(/\b[a-z-]+#[a-z-]+\b/g)].map(([anchor]) => anchor),
  };
}

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
}

/** What a part of the code names: functions, constants and types' members excluded, each once. */
function declarationsIn(
  checker: ts.TypeChecker,
  node: ts.Node,
): Set<ts.VariableDeclaration | ts.FunctionDeclaration> {
  const found = new Set<ts.VariableDeclaration | ts.FunctionDeclaration>();
  each(node, (part) => {
    if (!ts.isIdentifier(part)) return;
    const symbol = checker.getSymbolAtLocation(part);
    const declared =
      symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declaration = declared?.valueDeclaration;
    if (declaration && (ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration)))
      found.add(declaration);
  });
  return found;
}

const textOf = (node: ts.Node, name: string): string | undefined => {
  let text: string | undefined;
  each(node, (part) => {
    if (
      ts.isPropertyAssignment(part) &&
      part.name.getText() === name &&
      ts.isStringLiteralLike(part.initializer)
    )
      text ??= part.initializer.text;
  });
  return text;
};

/** The fields that a search reads from an address, but for those that are as without a query. */
function fieldsRead(search: Search | undefined, url: URL): string {
  const bare = new Map(Object.entries(search?.read(url.pathname) ?? {}));
  return Object.entries(search?.read(url.href) ?? {})
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(bare.get(field)))
    .map(([field, value]) => `${field} ${JSON.stringify(value)}`)
    .join(", ");
}

/** In the order in which a request passes them. */
const kinds = ["route", "permission", "address", "call", "columns", "view"];

/** The platform's row for a call of the API, and the functions that the row hands it to. */
function platformSteps(program: ts.Program, call: ts.VariableDeclaration): Step[] {
  const checker = program.getTypeChecker();
  const name = call.name.getText();
  return program
    .getSourceFiles()
    .filter(
      ({ fileName, text }) => /\/platform\/domains\/.*routes\.ts$/.test(fileName) && text.includes(name),
    )
    .flatMap((source) => {
      const rows: ts.Node[] = [];
      each(source, (node) => {
        if (ts.isPropertyAssignment(node) && node.getText() === `call: ${name}`) rows.push(node.parent);
      });
      return rows.flatMap((row) => [
        stepOf("platform", `${name} is answered`, row),
        ...[...declarationsIn(checker, row)]
          .filter((one) => /\/platform\/domains\//.test(one.getSourceFile().fileName))
          .filter(ts.isFunctionDeclaration)
          // Beside its routes a small domain has its queries, and functions that are none.
          .filter((one) => one.parent !== source || one.parameters[0]?.name.getText() === "database")
          .map((one) => stepOf("query", one.name?.text ?? "", one)),
      ]);
    });
}

/**
 * How the portal answers an address, by its own code: route modules, permissions, fields of the address with what is read
 * from them, calls of the API, the platform's rows and queries, columns and views. Throws an Error where no route answers.
 */
export async function explain(address: string): Promise<Step[]> {
  const url = new URL(address, "http://portal");
  const { default: routes } = await import("../app/routes.ts");
  const modules = modulesOf(routes, url.pathname.split("/").filter(Boolean));
  const leaf = modules.at(-1);
  if (!leaf) throw new Error(`No route answers ${url.pathname}`);
  const feature = `app/${leaf.file.replace(/\/routes\/.*|(\/partner|\/store)?\/routes\/.*/, "")}/`;
  const program = openProgram();
  const checker = program.getTypeChecker();
  const capabilities = program.getSourceFile(join(root, "contract/capabilities.ts"));
  const permissions = new Map<string, ts.Node>();
  if (capabilities)
    each(capabilities, (node) => {
      if (ts.isPropertyAssignment(node)) permissions.set(node.name.getText().replaceAll('"', ""), node);
    });

  /** Whether a text is one of the capabilities' keys, and not a tab or a kind that is called the same. */
  const isOfPermissions = (text: ts.StringLiteral): boolean => {
    const type = checker.getContextualType(text);
    const keys = (type?.isUnion() ? type.types : []).flatMap((one) =>
      one.isStringLiteral() ? [one.value] : [],
    );
    return keys.length > 5 && keys.every((key) => permissions.has(key.replace("store/", "")));
  };

  const steps: Step[] = [];
  const seen = new Set<ts.Node>();
  const visit = async (node: ts.Node): Promise<void> => {
    each(node, (part) => {
      if (!ts.isStringLiteral(part)) return;
      const permission = permissions.get(part.text.replace("store/", ""));
      if (!permission || seen.has(permission) || !isOfPermissions(part)) return;
      seen.add(permission);
      steps.push(stepOf("permission", part.text, permission));
    });
    for (const declaration of declarationsIn(checker, node)) {
      const file = relative(root, declaration.getSourceFile().fileName);
      const name = declaration.name?.getText() ?? "";
      if (seen.has(declaration)) continue;
      seen.add(declaration);
      if (file.startsWith("contract/") && ts.isVariableDeclaration(declaration)) {
        const [method = "GET", path] = [textOf(declaration, "method"), textOf(declaration, "path")];
        if (path)
          steps.push(
            stepOf("call", `${method} ${path}`, declaration),
            ...platformSteps(program, declaration),
          );
      }
      const isNear = file.startsWith(feature) || /^app\/domains\/record\w*\.server\.ts$/.test(file);
      if (!isNear) continue;
      if (
        ts.isVariableDeclaration(declaration) &&
        /^(define\w*Search|store\w*Paths)\(/.test(declaration.initializer?.getText() ?? "")
      ) {
        const module: Record<string, Search | { search: Search }> = await import(
          pathToFileURL(join(root, file)).href
        );
        const found = module[name];
        const read = fieldsRead(found && "search" in found ? found.search : found, url);
        if (read !== "") steps.push(stepOf("address", `${name}: ${read}`, declaration));
      } else if (file.includes("/views/") && /^[A-Z]/.test(name))
        steps.push(stepOf("view", name, declaration));
      else if (/Columns$/.test(name)) steps.push(stepOf("columns", name, declaration));
      if (!file.includes("/views/")) await visit(declaration);
    }
  };
  for (const { file } of modules) {
    const source = program.getSourceFile(join(root, "app", file));
    if (!source) continue;
    steps.push(stepOf("route", file, source));
    if (file !== leaf.file) continue;
    await visit(source);
    // A list's view is its route's own component.
    const component = source.statements.find(
      (one): one is ts.FunctionDeclaration =>
        ts.isFunctionDeclaration(one) && /^export default/.test(one.getText()),
    );
    if (component && !steps.some(({ kind }) => kind === "view"))
      steps.push(stepOf("view", component.name?.text ?? "", component));
  }
  // A call is followed by its row and its queries.
  const rank = ({ kind }: Step) => kinds.indexOf(kind === "platform" || kind === "query" ? "call" : kind);
  return steps.sort((one, other) => rank(one) - rank(other));
}

/** The steps as lines; each rule with the page and line of docs/product that it is on. */
export function narrate(steps: readonly Step[]): string {
  const placeOf = (anchor: string) => {
    const [page, id] = anchor.split("#");
    const lines = readFileSync(join(root, `docs/product/${page}.md`), "utf8").split("\n");
    return `${anchor} (docs/product/${page}.md:${lines.findIndex((text) => text.includes(`id="${id}"`)) + 1})`;
  };
  return steps
    .map(({ kind, what, file, line, rules }) =>
      [
        `${kind.padEnd(11)}${what}`,
        `${" ".repeat(11)}${[`${file}:${line}`, ...rules.map(placeOf)].join("  ")}`,
      ].join("\n"),
    )
    .join("\n");
}

if (process.argv[1] === import.meta.filename) {
  const address = process.argv[2] ?? "/orders?q=1010";
  const lines = await explain(address).then(narrate, (problem: Error) => {
    process.exitCode = 1;
    return problem.message;
  });
  process.stdout.write(`${lines}\n`);
}
