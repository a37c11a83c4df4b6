import { readFile } from "node:fs/promises";
import edgeCases from "./edgeCases.json" with { type: "json" };

/** The id of a simulated customer's n-th photo: there are a thousand of them, of a few shoes. */
export const photoBlobId = (number: number): string => `photos/${number % 1000}.png`;

const pictures = 14;

/** A file of a simulated customer: a worn shoe with its damage, 480 by 360, or an edge case; undefined for any other id. */
export async function customerFile(id: string, createdAt: Date) {
  const number = /^photos\/(\d{1,3})\.png$/.exec(id)?.[1];
  if (number !== undefined) {
    const content = await readFile(new URL(`./photos/${Number(number) % pictures}.png`, import.meta.url));
    return { id, contentType: "image/png", fileName: `photo-${number}.png`, content, createdAt };
  }
  const odd = edgeCases.find((file) => file.id === id);
  return odd && { ...odd, content: new TextEncoder().encode(odd.content), createdAt };
}
