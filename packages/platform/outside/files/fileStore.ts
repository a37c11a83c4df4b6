/** A file in a store's list; `changedAt` is when it was stored. */
export type ListedFile = { key: string; size: number; changedAt: Date };

/**
 * A file store. A key consists of names with slashes between them; a name begins with a letter or a digit, and contains
 * letters, digits, dots, hyphens and underscores. Every call may be repeated. Failures are thrown as FileStoreFailure.
 */
export type FileStore = {
  /** Stores a file, replacing one with the same key; when it resolves, the file is durable. */
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /** Undefined without such a file. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removing a missing file succeeds. */
  remove(key: string): Promise<void>;
  /** The files whose keys begin with `prefix`, in any order; none if no key can begin with it. */
  list(prefix: string): AsyncIterable<ListedFile>;
};

/** A failure of the file store, whose message names the store and the key, and no secret. */
export class FileStoreFailure extends Error {
  override readonly name = "FileStoreFailure";
  // The caller may retry later.
  readonly statusCode = 503;
}

const keyShape = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;
// S3 accepts 1,024 bytes, and a path 4,096: this leaves room for folders and buckets.
const maxKeyLength = 512;

/** Throws an Error for an invalid key: no key leads out of its store. */
export function assertKey(key: string): void {
  if (key.length > maxKeyLength || !keyShape.test(key)) throw new Error(`'${key}' is no key of a file`);
}
