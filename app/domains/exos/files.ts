import { toText } from "#app/values/read.ts";
import type { BlobQuery } from "#contract/exos.ts";

/** One stored file of an EXO: its id in our URLs, its blob query, and its name. */
export type ExoFile = { id: string; query: BlobQuery; name: string };

type Fields = Map<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The id of a reference's file: its own, else its index. */
export const fileIdOf = (reference: { id?: unknown }, index: number): string =>
  toText(reference.id) || `reference-${index + 1}`;

/**
 * Every file of an EXO as the server sent it: a reference's is requested by its unmodified meta, a
 * photo's by its unmodified blob item. Neither is ever sent by a browser (returns#files).
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
