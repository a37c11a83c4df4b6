import { z } from "zod";
import type { FileStore } from "./fileStore.ts";
import { openFolderStore } from "./folderStore.ts";
import { openS3Store, type S3Place } from "./s3Store.ts";

/** The file store's environment variables (names: docs/operate.md and `.env.example`). */
export const fileSettings = z.object({
  FILE_STORE_URL: z
    .string()
    .regex(
      /^(file:.+|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/,
      "is neither file:<folder> nor s3://<bucket>",
    )
    .optional(),
  FILE_STORE_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  FILE_STORE_REGION: z.string().min(1).optional(),
  FILE_STORE_KEY_ID: z.string().min(1).optional(),
  FILE_STORE_SECRET: z.string().min(1).optional(),
  FILE_STORE_BUCKET_IN: z.enum(["path", "host"]).optional(),
});
type FileSettings = z.output<typeof fileSettings>;

const needed = [
  "FILE_STORE_ENDPOINT",
  "FILE_STORE_REGION",
  "FILE_STORE_KEY_ID",
  "FILE_STORE_SECRET",
] as const;

/** Names every missing setting of an object store, and every one without an object store. */
export function refuseHalfFileSettings(read: FileSettings, check: z.core.$RefinementCtx): void {
  const refuse = (name: string, message: string) => check.addIssue({ code: "custom", path: [name], message });
  const isS3 = read.FILE_STORE_URL?.startsWith("s3:") ?? false;
  for (const name of needed) {
    if (isS3 && read[name] === undefined) refuse(name, "is not set: files on s3:// need it.");
    if (!isS3 && read[name] !== undefined)
      refuse(name, "is set, and FILE_STORE_URL names no s3:// bucket: set both or neither.");
  }
}

/** The location from settings that `refuseHalfFileSettings` accepts; `usual` is the default folder. */
export function filePlaceOf(read: FileSettings, usual: string): FilePlace {
  const { FILE_STORE_URL: url = `file:${usual}`, FILE_STORE_ENDPOINT: endpoint = "" } = read;
  if (url.startsWith("file:"))
    return { kind: "folder", folder: url.slice("file:".length).replace(/^\/\/(?=\/)/, "") };
  const bucket = url.slice("s3://".length);
  const address = new URL(endpoint);
  if (read.FILE_STORE_BUCKET_IN === "host") address.hostname = `${bucket}.${address.hostname}`;
  else address.pathname = `${address.pathname.replace(/\/+$/, "")}/${bucket}`;
  return {
    kind: "s3",
    bucketUrl: address.href.replace(/\/+$/, ""),
    region: read.FILE_STORE_REGION ?? "",
    keyId: read.FILE_STORE_KEY_ID ?? "",
    secret: read.FILE_STORE_SECRET ?? "",
  };
}

export type FilePlace = { kind: "folder"; folder: string } | ({ kind: "s3" } & S3Place);

/** Opens the file store. Throws an Error in words where it can't be used. */
export const openFileStore = (place: FilePlace): Promise<FileStore> =>
  place.kind === "s3" ? openS3Store(place) : openFolderStore(place.folder);
