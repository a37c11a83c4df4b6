/** A file as a store lists it; `changedAt` is when it was put. */
export type ListedFile = { key: string; size: number; changedAt: Date };

/**
 * Where files lie. A key is made of names with slashes between them; a name begins with a letter or a digit, and holds
 * letters, digits, dots, hyphens and underscores. Every call may be made again. What the store can't do, it throws as
 * a FileStoreFailure.
 */
export type FileStore = {
  /** Keeps a file, in place of one that has the key; when it resolves, the file is safe. */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Undefined where there is no such file. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** A file that is not there is removed already. */
  remove(key: string): Promise<void>;
  /** The files whose keys begin with `prefix`, in any order; none where it is a part of no key. */
  list(prefix: string): AsyncIterable<ListedFile>;
};

/** What a file store could not do, in words that name the store and the key, and no secret. */
export class FileStoreFailure extends Error {
  override readonly name = "FileStoreFailure";
  // Whoever asked may ask again later.
  readonly statusCode = 503;
}

const keyShape = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;
// Of the 1,024 bytes that S3 takes, and the 4,096 of a path, much is left for folders and buckets.
const maxKeyLength = 512;

/** Throws an Error for what is no key: no key leads out of its store. */
export function assertKey(key: string): void {
  if (key.length > maxKeyLength || !keyShape.test(key)) throw new Error(`'${key}' is no key of a file`);
}
