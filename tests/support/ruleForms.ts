import { wordsOf } from "./html.ts";
import { formsIn, type Reply, type Visitor } from "./visitor.ts";

/** The fields of a rule's form, including selects, as 'Save' would send them. */
export async function ruleFormAt(visitor: Visitor, path: string): Promise<Record<string, string>> {
  const reply = await visitor.get(path);
  const form = formsIn(reply.text, reply.url).find(({ html }) => html.includes('name="base"'));
  if (!form) throw new Error(`${path} has no form: ${wordsOf(reply.text).slice(0, 400)}`);
  const fields = { ...form.fields };
  for (const [, name = "", inner = ""] of form.html.matchAll(
    /<select\b[^>]*\sname="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  )) {
    const chosen =
      /<option\b[^>]*\sselected[^>]*>/.exec(inner)?.[0] ?? /<option\b[^>]*>/.exec(inner)?.[0] ?? "";
    fields[name] = /\svalue="([^"]*)"/.exec(chosen)?.[1] ?? "";
  }
  return { ...fields, intent: "save" };
}

/** The confirm form of a response before a rule goes live, or undefined. */
export const questionIn = (reply: Reply) =>
  formsIn(reply.text, reply.url).find(({ fields }) => fields.agreed !== undefined);

/** Saves a rule's form, and confirms that the rule may go live. */
export async function saveAgreed(
  visitor: Visitor,
  path: string,
  form: Record<string, string>,
): Promise<Reply> {
  const reply = await visitor.post(path, form);
  const question = reply.status === 200 ? questionIn(reply) : undefined;
  return question ? visitor.post(path, { ...question.fields, intent: form.intent ?? "save" }) : reply;
}
