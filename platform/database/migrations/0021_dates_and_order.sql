ALTER TABLE "orders" ADD COLUMN "created_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "amount" double precision;--> statement-breakpoint
-- A text can look like a moment and be none, the 30th of February.
CREATE FUNCTION "moment_in"("said" text) RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
	RETURN CASE WHEN "said" ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$' THEN "said"::timestamptz END;
EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format THEN
	RETURN NULL;
END $$;--> statement-breakpoint
-- When an order was made and what was paid, as its document says.
UPDATE "orders" SET
	"created_at" = coalesce(moment_in("document"->>'createdAt'), "modified_at"),
	"amount" = CASE WHEN "document"->>'amountPaid' ~ '^-?\d{1,12}(\.\d+)?$' THEN ("document"->>'amountPaid')::double precision ELSE 0 END;--> statement-breakpoint
DROP FUNCTION "moment_in";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "created_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "amount" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "exos_created" ON "exos" USING btree ("created_at","position","status","store_id");--> statement-breakpoint
CREATE INDEX "exos_updated" ON "exos" USING btree ("updated_at","position","status","store_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","position","status");--> statement-breakpoint
CREATE INDEX "orders_store_created" ON "orders" USING btree ("store_id","created_at","store_position","status");--> statement-breakpoint
CREATE INDEX "orders_amount" ON "orders" USING btree ("amount","position","status","created_at");--> statement-breakpoint
CREATE INDEX "orders_store_amount" ON "orders" USING btree ("store_id","amount","store_position","status","created_at");