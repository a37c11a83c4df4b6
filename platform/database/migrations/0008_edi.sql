CREATE TABLE "edi_contents" (
	"interchange_id" text PRIMARY KEY NOT NULL,
	"encoding" text NOT NULL,
	"content" "bytea" NOT NULL,
	"messages" "bytea" NOT NULL,
	"is_reduced" boolean NOT NULL,
	"findings" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edi_counters" (
	"series" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edi_files" (
	"id" text PRIMARY KEY NOT NULL,
	"drop_key" text NOT NULL,
	"name" text NOT NULL,
	"origin" text NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "edi_files_dropKey_unique" UNIQUE("drop_key")
);
--> statement-breakpoint
CREATE TABLE "edi_interchanges" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" smallint NOT NULL,
	"position" integer NOT NULL,
	"revision" integer NOT NULL,
	"file_id" text NOT NULL,
	"cause" text,
	"direction" text NOT NULL,
	"control_reference" text,
	"sender" text NOT NULL,
	"sender_qualifier" text NOT NULL,
	"recipient" text NOT NULL,
	"recipient_qualifier" text NOT NULL,
	"digest" text NOT NULL,
	"is_test" boolean NOT NULL,
	"state" text NOT NULL,
	"streams" jsonb NOT NULL,
	"acknowledged" boolean NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledgement_id" text,
	"acknowledgement_requested" boolean NOT NULL,
	"acknowledgement_action" text,
	"message_types" text[] NOT NULL,
	"document_identifiers" text NOT NULL,
	"order_numbers" text NOT NULL,
	"headings" jsonb NOT NULL,
	"message_counts" jsonb NOT NULL,
	"finding_counts" jsonb NOT NULL,
	"segment_count" integer NOT NULL,
	"byte_count" integer NOT NULL,
	"staged_as" text,
	"step_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"reference_list" jsonb NOT NULL,
	"histories" jsonb NOT NULL,
	CONSTRAINT "edi_interchanges_cause_unique" UNIQUE("cause")
);
--> statement-breakpoint
CREATE TABLE "edi_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" smallint NOT NULL,
	"position" integer NOT NULL,
	"revision" integer NOT NULL,
	"interchange_id" text NOT NULL,
	"document_identifier" text NOT NULL,
	"partner" text NOT NULL,
	"utopia_order_number" text,
	"order_id" text,
	"store_alias" text NOT NULL,
	"state" text NOT NULL,
	"streams" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"messages" jsonb NOT NULL,
	"update_records" jsonb NOT NULL,
	"shipments_told" integer NOT NULL,
	"updates_told" integer NOT NULL,
	"step_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"reference_list" jsonb NOT NULL,
	"histories" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "edi_contents" ADD CONSTRAINT "edi_contents_interchange_id_edi_interchanges_id_fk" FOREIGN KEY ("interchange_id") REFERENCES "public"."edi_interchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_file_id_edi_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."edi_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD CONSTRAINT "edi_orders_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD CONSTRAINT "edi_orders_interchange_id_edi_interchanges_id_fk" FOREIGN KEY ("interchange_id") REFERENCES "public"."edi_interchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edi_files_name" ON "edi_files" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "edi_interchanges_position" ON "edi_interchanges" USING btree ("position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_store" ON "edi_interchanges" USING btree ("store_id","position","state","direction");--> statement-breakpoint
CREATE INDEX "edi_interchanges_direction" ON "edi_interchanges" USING btree ("direction","acknowledged","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_acknowledged" ON "edi_interchanges" USING btree ("acknowledged","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_series" ON "edi_interchanges" USING btree ("direction","sender","sender_qualifier","recipient","recipient_qualifier","control_reference");--> statement-breakpoint
CREATE INDEX "edi_interchanges_types" ON "edi_interchanges" USING gin ("message_types");--> statement-breakpoint
CREATE INDEX "edi_interchanges_id_search" ON "edi_interchanges" USING gin ("id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_interchanges_reference_search" ON "edi_interchanges" USING gin ("control_reference" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_interchanges_document_search" ON "edi_interchanges" USING gin ("document_identifiers" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_interchanges_order_search" ON "edi_interchanges" USING gin ("order_numbers" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_interchanges_due" ON "edi_interchanges" USING btree ("step_at") WHERE step_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "edi_orders_position" ON "edi_orders" USING btree ("position");--> statement-breakpoint
CREATE INDEX "edi_orders_store" ON "edi_orders" USING btree ("store_id","position","state");--> statement-breakpoint
CREATE INDEX "edi_orders_interchange" ON "edi_orders" USING btree ("interchange_id");--> statement-breakpoint
CREATE INDEX "edi_orders_document" ON "edi_orders" USING btree ("document_identifier");--> statement-breakpoint
CREATE INDEX "edi_orders_order" ON "edi_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "edi_orders_id_search" ON "edi_orders" USING gin ("id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_orders_number_search" ON "edi_orders" USING gin ("utopia_order_number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_orders_interchange_search" ON "edi_orders" USING gin ("interchange_id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_orders_due" ON "edi_orders" USING btree ("step_at") WHERE step_at is not null;