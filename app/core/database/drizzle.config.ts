import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: "./app/**/tables.ts",
  out: "./app/core/database/migrations",
});
