CREATE TABLE "master_products" (
	"style_code" text PRIMARY KEY NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"document" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_tallies" (
	"store_id" smallint NOT NULL,
	"status" text NOT NULL,
	"block" integer NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "order_tallies_store_id_status_block_pk" PRIMARY KEY("store_id","status","block")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" smallint NOT NULL,
	"position" integer NOT NULL,
	"store_position" integer NOT NULL,
	"status" text NOT NULL,
	"search_text" text NOT NULL,
	"retry_count" integer NOT NULL,
	"submissions" integer NOT NULL,
	"step_at" timestamp with time zone,
	"modified_at" timestamp with time zone NOT NULL,
	"document" jsonb NOT NULL,
	"history" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seed_parts" (
	"part" text PRIMARY KEY NOT NULL,
	"size" text NOT NULL,
	"rows" integer NOT NULL,
	"finished_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipment_lines" (
	"store_id" smallint NOT NULL,
	"position" integer NOT NULL,
	"docket_number" text NOT NULL,
	"order_number" text,
	"sale_date" timestamp with time zone NOT NULL,
	"style_code" text NOT NULL,
	"style_name" text NOT NULL,
	"colour_code" text NOT NULL,
	"colour_name" text NOT NULL,
	"size" text NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "shipment_lines_store_id_position_pk" PRIMARY KEY("store_id","position")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_position" ON "orders" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_store_position" ON "orders" USING btree ("store_id","store_position");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","position");--> statement-breakpoint
CREATE INDEX "orders_store_status" ON "orders" USING btree ("store_id","status","store_position");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("store_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("step_at") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX "shipment_lines_order" ON "shipment_lines" USING gin ("store_id","order_number" gin_trgm_ops);