import type { EdiFolder } from "#platform/outside/ediFolder.ts";
import type { FileStore } from "#platform/outside/files/fileStore.ts";

const unused = async (): Promise<never> => {
  throw new Error("This folder is not for files");
};

export const idleFolder: EdiFolder = {
  listInbound: async () => [],
  readInbound: unused,
  accept: unused,
  refuse: unused,
  reclaim: async () => undefined,
  stage: unused,
  transmit: unused,
  tidy: async () => undefined,
};

export const idleFiles: FileStore = {
  put: unused,
  get: unused,
  remove: unused,
  list: () => {
    throw new Error("This store is not for files");
  },
};
