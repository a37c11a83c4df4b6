INSERT INTO "seed_parts" ("part", "size", "rows", "finished_at") SELECT 'products', "size", "products", "finished_at" FROM "seed_marks" ORDER BY "finished_at" LIMIT 1;--> statement-breakpoint
DROP TABLE "seed_marks" CASCADE;
