DROP INDEX "edi_orders_document";--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD COLUMN "acknowledgement_expected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD COLUMN "answered_with_id" text;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD COLUMN "refused_messages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD COLUMN "response_owed_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD COLUMN "despatch_owed_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "edi_interchanges_owed" ON "edi_interchanges" USING btree ("direction","position") WHERE acknowledgement_expected;--> statement-breakpoint
CREATE INDEX "edi_orders_document" ON "edi_orders" USING btree ("document_identifier","partner");--> statement-breakpoint
UPDATE "edi_interchanges" SET "acknowledgement_expected" = true
WHERE "acknowledgement_requested" AND "acknowledgement_id" IS NULL
  AND ("direction" = 'outbound' AND "state" = 'completed' OR "direction" = 'inbound' AND "state" IN ('new', 'active'));
--> statement-breakpoint
UPDATE "edi_orders" SET "response_owed_since" = "created_at"
WHERE "streams" #>> '{order/create,state}' NOT IN ('completed', 'rejected');
--> statement-breakpoint
UPDATE "edi_orders" SET "despatch_owed_since" = "created_at"
WHERE "streams" #>> '{order/supply-shipment-notifications,state}' <> 'completed';
