import { marked, type Token } from "marked";
import type { Role } from "#contract/capabilities.ts";
import type { GuidePage, Key, Picture, Says, Task } from "./model.ts";
import admin from "./pages/admin.md?raw";
import clerk from "./pages/clerk.md?raw";
import edi from "./pages/edi.md?raw";
import labels from "./pages/labels.md?raw";
import merchandiser from "./pages/merchandiser.md?raw";
import store from "./pages/store.md?raw";

const wordsOf = (text: string): string => text.replaceAll("\n", " ");

const unknown = ({ raw }: Token) => new Error(`A page of the guide can't show this: ${raw}`);

/** The name in a link's target: `place:` and a name of `guidePlaces.server.ts`, or `picture:` and a file's. */
function nameIn(href: string, scheme: "place" | "picture"): string {
  if (!href.startsWith(`${scheme}:`)) throw new Error(`The guide links to no ${scheme}: ${href}`);
  return href.slice(scheme.length + 1);
}

/** A sentence: text, and links to places. */
const saysOf = (tokens: readonly Token[]): Says =>
  tokens.map((token) => {
    if (token.type === "text") return wordsOf(token.text);
    if (token.type === "link") return { words: wordsOf(token.text), place: nameIn(token.href, "place") };
    throw unknown(token);
  });

/** The inline tokens of each item of a list. */
function itemsOf(list: Token): Token[][] {
  if (list.type !== "list") throw unknown(list);
  const items: readonly Token[] = list.items;
  return items.map((item) => {
    const [text, ...more] = item.type === "list_item" ? (item.tokens ?? []) : [];
    if (text?.type !== "text" || more.length > 0) throw unknown(item);
    return text.tokens ?? [];
  });
}

/** A key in code, and what it does. */
function keyOf([code, ...about]: readonly Token[]): Key {
  if (code?.type !== "codespan") throw new Error("A key of the guide begins with the key, in code");
  const words = saysOf(about).map((piece) => (typeof piece === "string" ? piece : piece.words));
  return { name: code.text, about: words.join("").trim() };
}

function pictureOf(paragraph: Token): Picture {
  const [image, ...more] = paragraph.type === "paragraph" ? (paragraph.tokens ?? []) : [];
  if (image?.type !== "image" || more.length > 0) throw unknown(paragraph);
  return { name: nameIn(image.href, "picture"), alt: image.text };
}

const taskOf = (title: string, [list, picture]: readonly Token[]): Task => ({
  title,
  steps: list ? itemsOf(list).map(saysOf) : [],
  ...(picture && { picture: pictureOf(picture) }),
});

/** A page's blocks below each of its second headings. */
function sectionsOf(blocks: readonly Token[]) {
  const sections: { title: string; blocks: Token[] }[] = [];
  for (const block of blocks) {
    if (block.type === "heading" && block.depth === 2) sections.push({ title: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

/** A page from its Markdown: a title, what it is about, and tasks with their steps; 'Keys' are the keys of its screens. */
function toGuidePage(key: string, role: Role, markdown: string): GuidePage {
  const [heading, about, ...blocks] = marked.lexer(markdown).filter(({ type }) => type !== "space");
  if (heading?.type !== "heading" || about?.type !== "paragraph")
    throw new Error(`The page ${key} of the guide begins with its title and what it is about`);
  const sections = sectionsOf(blocks);
  return {
    ...{ key, role, title: heading.text, about: wordsOf(about.text) },
    tasks: sections.flatMap(({ title, blocks }) => (title === "Keys" ? [] : [taskOf(title, blocks)])),
    keys: sections.flatMap(({ title, blocks: [list] }) =>
      title === "Keys" && list ? itemsOf(list).map(keyOf) : [],
    ),
  };
}

/** Everything that staff read about their work (guide#pages), in the order of the list. */
export const guidePages: readonly GuidePage[] = [
  toGuidePage("clerk", "User", clerk),
  toGuidePage("merchandiser", "User", merchandiser),
  toGuidePage("edi", "User", edi),
  toGuidePage("labels", "PrintLabel", labels),
  toGuidePage("store", "Store", store),
  toGuidePage("admin", "Admin", admin),
];
