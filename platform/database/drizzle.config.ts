import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: ["schema", "returnsSchema", "ediSchema", "labelsSchema"].map(
    (name) => `./platform/database/${name}.ts`,
  ),
  out: "./platform/database/migrations",
});
