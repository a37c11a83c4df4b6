import { randomUUID } from "node:crypto";
import type { BatchView } from "#app/domains/labels/batch.ts";
import { fieldName } from "#app/domains/labels/batchChanges.ts";

/** Labels for a batch; a price is typed over the product's own. */
export type Filled = { barcode: string; count: number; price?: string }[];

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
  const change = async (form: Record<string, string>): Promise<BatchView> => {
    const headers = { accept: "application/json" };
    const { text } = await person.post(`${page}/batch`, { token: randomUUID(), ...form }, headers);
    return JSON.parse(text).batch;
  };
  const { revision } = await change({});
  await change({ clear: "all", revision: String(revision) });
  if (lines.length === 0) return;
  const filled = await change({ fill: JSON.stringify(lines) });
  for (const { barcode, price } of lines) {
    const from = filled.lines.find((line) => line.barcode === barcode)?.price ?? "";
    if (price !== undefined) await change({ [fieldName({ field: "price", barcode, from })]: price });
  }
}

/** The address of the workstation's own station of a person, at the Print Label of this store. */
export async function ownStation(person: Person, page: string): Promise<string> {
  const [id = "ownunknown0"] = /own[0-9a-f]{16}/.exec((await person.get(page)).text) ?? [];
  return `${page}/stations/${id}`;
}
