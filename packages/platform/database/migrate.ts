import { fileURLToPath } from "node:url";
import { migrationsIn } from "#database/migrate.ts";

/** The platform's own schema. */
export const { migrate, missingMigrations } = migrationsIn(
  fileURLToPath(new URL("./migrations", import.meta.url)),
);
