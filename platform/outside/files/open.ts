import type { FileStore } from "./fileStore.ts";
import { openFolderStore } from "./folderStore.ts";
import { openS3Store, type S3Place } from "./s3Store.ts";

/** The settings of the file store. */
export type FilePlace = { kind: "folder"; folder: string } | ({ kind: "s3" } & S3Place);

/** Opens the file store. Throws an Error in words where it can't be used. */
export const openFileStore = (place: FilePlace): Promise<FileStore> =>
  place.kind === "s3" ? openS3Store(place) : openFolderStore(place.folder);
