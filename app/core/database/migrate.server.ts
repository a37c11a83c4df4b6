import { fileURLToPath } from "node:url";
import { migrationsIn } from "#database/migrate.ts";

/** The portal's own schema; the build copies the migrations beside itself. */
export const { migrate, missingMigrations } = migrationsIn(
  fileURLToPath(new URL("./migrations", import.meta.url)),
);
