import { hashOf } from "#app/http/once.server.ts";
import type { NoteRef, RecordState } from "#app/notes/notes.ts";
import { toText } from "#app/values/values.ts";
import type { MetaProduct } from "#contract/metaproducts.ts";

/** The line of Today for a message of products that are refused (today#products). */
export const messageLine = (message: string): string => `products:${hashOf(message).slice(0, 16)}`;

export const productRef = (alias: string, id: string): NoteRef => ({ kind: "product", store: alias, id });

/** How a product stands: refused with these messages, or not (notes#handled). */
export function productState({ validationStatus, status }: MetaProduct): RecordState {
  const messages = [...new Set((validationStatus ?? []).map(toText).filter(Boolean))].sort();
  return { revision: hashOf([messages, status ?? null]), lines: messages.map(messageLine) };
}
