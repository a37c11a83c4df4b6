ALTER TABLE "edi_order_messages" ADD COLUMN "facts" json;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD COLUMN "decisions" json DEFAULT '[]'::json NOT NULL;