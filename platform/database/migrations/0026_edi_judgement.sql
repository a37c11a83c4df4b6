ALTER TABLE "edi_interchanges" ADD COLUMN "prepared_at" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_order_messages" ADD COLUMN "place" integer;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD COLUMN "differences" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_partners" ADD COLUMN "terms" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "edi_interchanges_turn" ON "edi_interchanges" USING btree ("direction","sender","sender_qualifier","recipient","recipient_qualifier","is_test","position") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "edi_orders_held" ON "edi_orders" USING btree ("held_for","position") WHERE held_for is not null;--> statement-breakpoint
UPDATE "edi_orders" SET "held_for" = 'duplicate' WHERE "order_id" IS NULL AND "streams" -> 'order/create' ->> 'state' = 'hold';