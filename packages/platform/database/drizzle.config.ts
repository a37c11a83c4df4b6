import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: "./platform/database/schema/*.ts",
  out: "./platform/database/migrations",
});
