import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { repository } from "#tests/support/processes.ts";

type Tag = ts.JsxOpeningElement | ts.JsxSelfClosingElement;

function attributeOf(tag: Tag, wanted: string): string | undefined {
  for (const attribute of tag.attributes.properties) {
    if (ts.isJsxAttribute(attribute) && attribute.name.getText() === wanted) {
      return attribute.initializer?.getText() ?? "";
    }
  }
  return undefined;
}

/** Lines of forms that may post and have no action. A method that is an expression may be post. */
function nameless(text: string): number[] {
  const source = ts.createSourceFile("Form.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) && isForm(node)) {
      const method = attributeOf(node, "method");
      const mayPost = method !== undefined && !/^\W*get\W*$/i.test(method);
      if (mayPost && attributeOf(node, "action") === undefined) {
        found.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isForm = (tag: Tag): boolean => /^(Form|form|\w+\.Form)$/.test(tag.tagName.getText());

test("a posting form without an address is found, however it is written", () => {
  const text = `
export const Page = ({ f, method, here }) => (
  <>
    <Form method="post" replace />
    <form {...getFormProps(f)} method={"POST"}>x</form>
    <fetcher.Form method={method} />
    <Form method="post" action={here} />
    <Form method="get" />
    <Form role="search" />
  </>
);
`;
  expect(nameless(text)).toEqual([4, 5, 6]);
});

const app = join(repository, "app");
const sources = async (pattern: RegExp) => {
  const names = (await readdir(app, { recursive: true })).filter((name) => pattern.test(name));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(app, name), "utf8") })));
};

test("a posted body is read in one module, which refuses invalid forms in words", async () => {
  const reading = (await sources(/^(?!.*\.test\.).*\.tsx?$/)).filter(({ text }) => /\.formData\(/.test(text));
  expect(reading.map(({ name }) => name)).toEqual(["core/http/forms/read.ts"]);
});

test("every form that posts names its own URL: without one the browser uses the page's, and drops what follows a #", async () => {
  const pages = await sources(/\.tsx$/);
  expect(pages.length).toBeGreaterThan(100);
  const found = pages.flatMap(({ name, text }) => nameless(text).map((line) => `app/${name}:${line}`));
  expect(found).toEqual([]);
});
