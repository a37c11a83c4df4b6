import { toText } from "#app/values/read.ts";
import type { BlobQuery } from "#contract/exos.ts";

/** One stored file of an EXO: the id that our URLs name it by, what to ask for, and what to call it. */
export type ExoFile = { id: string; query: BlobQuery; name: string };

type Fields = Map<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The id of a reference's file: its own, else its place in the list. */
export const fileIdOf = (reference: { id?: unknown }, index: number): string =>
  toText(reference.id) || `reference-${index + 1}`;

/**
 * Every file of an EXO as the server sent it: a reference's is asked for by its untouched meta, a photo's by its
 * untouched blob item. No browser sends either (returns#files).
 */
export function filesOf(raw: unknown): ExoFile[] {
  const document = fieldsOf(raw);
  const references = listOf(document.get("references")).flatMap((entry, index): ExoFile[] => {
    const fields = fieldsOf(entry);
    const meta = fields.get("meta");
    if (typeof meta !== "object" || meta === null) return [];
    const name = toText(fields.get("title")) || toText(fields.get("type")) || "file";
    return [{ id: fileIdOf({ id: fields.get("id") }, index), query: { meta: JSON.stringify(meta) }, name }];
  });
  const items = listOf(fieldsOf(document.get("exchange")).get("Items"));
  const photos = items.flatMap((item) => listOf(fieldsOf(item).get("Photos")));
  return [
    ...references,
    ...photos.flatMap((photo, index): ExoFile[] => {
      const id = toText(fieldsOf(photo).get("SourceId"));
      return id === ""
        ? []
        : [{ id, query: { blobitem: JSON.stringify(photo) }, name: `photo ${index + 1}` }];
    }),
  ];
}
