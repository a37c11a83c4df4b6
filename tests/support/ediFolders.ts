import type { EdiFolder } from "#platform/outside/ediFolder.ts";

const unused = async (): Promise<never> => {
  throw new Error("This folder is not for files");
};

/** Folders that nothing comes into or goes out of. */
export const idleFolder: EdiFolder = {
  listInbound: async () => [],
  readInbound: unused,
  settle: unused,
  stage: unused,
  transmit: unused,
  tidy: async () => undefined,
};
