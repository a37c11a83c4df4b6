import { randomUUID } from "node:crypto";
import type { Filled } from "#app/domains/labels/batches.server.ts";
import { isObject, readJson } from "#app/values/values.ts";

/** Somebody who is signed in. */
type Person = {
  get(path: string): Promise<{ text: string }>;
  post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string>,
  ): Promise<{ text: string }>;
};

/** Makes these lines the batch of a person in the store of this Print Label. */
export async function setBatch(person: Person, page: string, lines: Filled): Promise<void> {
  const change = async (form: Record<string, string>) => {
    const headers = { accept: "application/json" };
    const { text } = await person.post(`${page}/batch`, { token: randomUUID(), ...form }, headers);
    const answer = readJson(text);
    if (!isObject(answer) || !isObject(answer.batch)) throw new Error("The batch was not changed");
    return String(answer.batch.revision);
  };
  const revision = await change({});
  await change({ clear: "all", revision });
  if (lines.length > 0) await change({ fill: JSON.stringify(lines) });
}

/** The address of the workstation's own station of a person, at the Print Label of this store. */
export async function ownStation(person: Person, page: string): Promise<string> {
  const [id = "ownunknown0"] = /own[0-9a-f]{16}/.exec((await person.get(page)).text) ?? [];
  return `${page}/stations/${id}`;
}
