import type { Database } from "#platform/database/connect.ts";
import type { SeedSize } from "./stores.ts";

export type SeedContext = {
  database: Database;
  size: SeedSize;
  /** Times in the data count back from here. */
  anchor: Date;
  /** Reports the number of further rows. */
  report(rows: number): void;
};

/** A part of the seed, loaded whole or not at all. */
export type SeedPart = {
  name: string;
  tables: readonly string[];
  rows(size: SeedSize): number;
  load(context: SeedContext): Promise<void>;
};
