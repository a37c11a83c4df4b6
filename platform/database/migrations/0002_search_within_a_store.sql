CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
DROP INDEX "meta_products_codes";--> statement-breakpoint
DROP INDEX "meta_products_title";--> statement-breakpoint
CREATE INDEX "meta_products_store_codes" ON "meta_products" USING gin ("store_id","codes" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "meta_products_store_title" ON "meta_products" USING gin ("store_id","title" gin_trgm_ops);