-- Substring searches stand on trigram indexes; the store stands in some of them as well.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "action_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"idempotency_key" text,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"store_group" text NOT NULL,
	"payload" text NOT NULL,
	"source_type" text NOT NULL,
	"submitted_by" text NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"step_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"performed_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "delayed_work" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"failure" text NOT NULL,
	CONSTRAINT "delayed_work_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "edi_contents" (
	"interchange_id" text PRIMARY KEY NOT NULL,
	"encoding" text NOT NULL,
	"content" "bytea" NOT NULL,
	"messages" "bytea" NOT NULL,
	"is_reduced" boolean NOT NULL,
	"findings" "bytea" NOT NULL
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
	"sender_routing" text DEFAULT '' NOT NULL,
	"recipient_routing" text DEFAULT '' NOT NULL,
	"partner" text GENERATED ALWAYS AS (case direction when 'outbound' then recipient else sender end) STORED NOT NULL,
	"digest" text NOT NULL,
	"is_test" boolean NOT NULL,
	"prepared_at" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"streams" jsonb NOT NULL,
	"acknowledged" boolean NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledgement_id" text,
	"acknowledgement_requested" boolean NOT NULL,
	"acknowledgement_action" text,
	"acknowledgement_expected" boolean DEFAULT false NOT NULL,
	"answered_with_id" text,
	"refused_messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"handled_at" timestamp with time zone,
	"message_types" text[] NOT NULL,
	"document_identifiers" text NOT NULL,
	"package_numbers" text DEFAULT '' NOT NULL,
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
CREATE TABLE "edi_order_messages" (
	"order_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"list" text NOT NULL,
	"interchange_id" text NOT NULL,
	"place" integer,
	"message" json NOT NULL,
	CONSTRAINT "edi_order_messages_pk" PRIMARY KEY("order_id","ordinal")
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
	"is_test" boolean DEFAULT false NOT NULL,
	"utopia_order_number" text,
	"order_id" text,
	"store_alias" text NOT NULL,
	"state" text NOT NULL,
	"held_for" text,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"streams" jsonb NOT NULL,
	"lines" json NOT NULL,
	"package_numbers" text DEFAULT '' NOT NULL,
	"update_records" json NOT NULL,
	"shipments_told" integer NOT NULL,
	"updates_told" integer NOT NULL,
	"response_owed_since" timestamp with time zone,
	"despatch_owed_since" timestamp with time zone,
	"handled_at" timestamp with time zone,
	"step_at" timestamp with time zone,
	"attempts" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"reference_list" jsonb NOT NULL,
	"histories" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edi_counters" (
	"series" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edi_partners" (
	"name" text NOT NULL,
	"identification" text PRIMARY KEY NOT NULL,
	"qualifier" text NOT NULL,
	"our_identification" text NOT NULL,
	"our_qualifier" text NOT NULL,
	"store_id" smallint NOT NULL,
	"syntax_identifier" text NOT NULL,
	"syntax_version" text NOT NULL,
	"asks_acknowledgement" boolean NOT NULL,
	"acknowledgement_due_hours" real NOT NULL,
	"response_due_hours" real NOT NULL,
	"despatch_due_hours" real NOT NULL,
	"writes_una" boolean NOT NULL,
	"wrap_width" integer NOT NULL,
	"terms" jsonb NOT NULL,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edi_settled_gaps" (
	"direction" text NOT NULL,
	"sender" text NOT NULL,
	"sender_qualifier" text NOT NULL,
	"recipient" text NOT NULL,
	"recipient_qualifier" text NOT NULL,
	"first" bigint NOT NULL,
	"last" bigint NOT NULL,
	"reason" text NOT NULL,
	"settled_by" text NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "edi_settled_gaps_pk" PRIMARY KEY("direction","sender","sender_qualifier","recipient","recipient_qualifier","first","last")
);
--> statement-breakpoint
CREATE TABLE "exos" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" smallint NOT NULL,
	"position" integer GENERATED BY DEFAULT AS IDENTITY (sequence name "exos_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"revision" integer NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"stream" text NOT NULL,
	"step" text NOT NULL,
	"original_order_id" text,
	"ra_number" text,
	"email_address" text,
	"correspondence_email_address" text,
	"search_text" text NOT NULL,
	"refusals" integer NOT NULL,
	"retries" integer NOT NULL,
	"step_since" timestamp with time zone,
	"step_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"document" jsonb NOT NULL,
	"reference_list" jsonb NOT NULL,
	"histories" jsonb NOT NULL,
	"credit_owed" double precision,
	"is_credit_partial" boolean DEFAULT false NOT NULL,
	"credit_owed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outside_effects" (
	"key" text PRIMARY KEY NOT NULL,
	"company" text NOT NULL,
	"exo_id" text NOT NULL,
	"job" text NOT NULL,
	"reply" jsonb NOT NULL,
	"asked" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"content_type" text NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stored_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "identity_records" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "label_products" (
	"price_book" text NOT NULL,
	"position" integer NOT NULL,
	"level_codes" text NOT NULL,
	"barcodes" text[] NOT NULL,
	"clr_code" text NOT NULL,
	"colour_name" text NOT NULL,
	"product_name" text NOT NULL,
	"brand" text NOT NULL,
	"season" text NOT NULL,
	"occasion" text NOT NULL,
	"department" text NOT NULL,
	"sizing" text NOT NULL,
	"document" jsonb NOT NULL,
	CONSTRAINT "label_products_price_book_position_pk" PRIMARY KEY("price_book","position")
);
--> statement-breakpoint
CREATE TABLE "master_products" (
	"style_code" text PRIMARY KEY NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"document" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meta_products" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" smallint NOT NULL,
	"position" integer NOT NULL,
	"group_id" text NOT NULL,
	"title" text NOT NULL,
	"codes" text NOT NULL,
	"state" text NOT NULL,
	"attributes" jsonb NOT NULL,
	"variants" jsonb NOT NULL,
	"status" jsonb NOT NULL,
	"validation_messages" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"waiting_customer" jsonb
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" smallint NOT NULL,
	"position" integer GENERATED BY DEFAULT AS IDENTITY (sequence name "orders_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"search_text" text NOT NULL,
	"retry_count" integer NOT NULL,
	"submissions" integer NOT NULL,
	"submitted" text,
	"parcel" jsonb,
	"step_at" timestamp with time zone,
	"modified_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"amount" double precision NOT NULL,
	"document" jsonb NOT NULL,
	"history" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" smallint NOT NULL,
	"priority" bigint NOT NULL,
	"version" integer NOT NULL,
	"created_by" text NOT NULL,
	"idempotency_key" text,
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
	"position" integer GENERATED BY DEFAULT AS IDENTITY (sequence name "shipment_lines_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
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
CREATE TABLE "stores" (
	"id" smallint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"alias" text NOT NULL,
	"type" text NOT NULL,
	"management_base_url" text,
	CONSTRAINT "stores_name_unique" UNIQUE("name"),
	CONSTRAINT "stores_alias_unique" UNIQUE("alias")
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"code_digest" text PRIMARY KEY NOT NULL,
	"balance" numeric(12, 2) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"fails" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "edi_contents" ADD CONSTRAINT "edi_contents_interchange_id_edi_interchanges_id_fk" FOREIGN KEY ("interchange_id") REFERENCES "public"."edi_interchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_interchanges" ADD CONSTRAINT "edi_interchanges_file_id_edi_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."edi_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_order_messages" ADD CONSTRAINT "edi_order_messages_order_id_edi_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."edi_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD CONSTRAINT "edi_orders_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_orders" ADD CONSTRAINT "edi_orders_interchange_id_edi_interchanges_id_fk" FOREIGN KEY ("interchange_id") REFERENCES "public"."edi_interchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_partners" ADD CONSTRAINT "edi_partners_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exos" ADD CONSTRAINT "exos_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meta_products" ADD CONSTRAINT "meta_products_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_rules" ADD CONSTRAINT "custom_rules_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "action_events_idempotency" ON "action_events" USING btree ("subject","idempotency_key");--> statement-breakpoint
CREATE INDEX "action_events_due" ON "action_events" USING btree ("step_at") WHERE performed_at is null;--> statement-breakpoint
CREATE INDEX "action_events_claimed" ON "action_events" USING btree ("target") WHERE claimed_at is not null and performed_at is null;--> statement-breakpoint
CREATE INDEX "edi_files_name" ON "edi_files" USING btree ("name");--> statement-breakpoint
CREATE INDEX "edi_files_name_search" ON "edi_files" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "edi_interchanges_position" ON "edi_interchanges" USING btree ("position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_store" ON "edi_interchanges" USING btree ("store_id","position","state","direction");--> statement-breakpoint
CREATE INDEX "edi_interchanges_direction" ON "edi_interchanges" USING btree ("direction","acknowledged","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_acknowledged" ON "edi_interchanges" USING btree ("acknowledged","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_series" ON "edi_interchanges" USING btree ("direction","sender","sender_qualifier","recipient","recipient_qualifier","control_reference");--> statement-breakpoint
CREATE INDEX "edi_interchanges_file" ON "edi_interchanges" USING btree ("file_id","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_partner" ON "edi_interchanges" USING btree ("partner","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_state" ON "edi_interchanges" USING btree ("state","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_test" ON "edi_interchanges" USING btree ("is_test","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_created" ON "edi_interchanges" USING btree ("created_at","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_refused" ON "edi_interchanges" USING btree ("position") WHERE refused_messages <> '[]'::jsonb and handled_at is null;--> statement-breakpoint
CREATE INDEX "edi_interchanges_types" ON "edi_interchanges" USING gin ("message_types");--> statement-breakpoint
CREATE INDEX "edi_interchanges_id_search" ON "edi_interchanges" USING gin ("id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_interchanges_search" ON "edi_interchanges" USING gin ((coalesce(control_reference, '') || E'\n' || document_identifiers || E'\n' || package_numbers || E'\n' || order_numbers || E'\n' || regexp_replace(coalesce(control_reference, '') || E'\n' || document_identifiers || E'\n' || package_numbers || E'\n' || order_numbers, '[^\u0001-\u007f]+', ' ', 'g')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_interchanges_owed" ON "edi_interchanges" USING btree ("direction","position") WHERE acknowledgement_expected;--> statement-breakpoint
CREATE INDEX "edi_interchanges_staged" ON "edi_interchanges" USING btree ("staged_as") WHERE staged_as is not null;--> statement-breakpoint
CREATE INDEX "edi_interchanges_due" ON "edi_interchanges" USING btree ("step_at","position") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX "edi_interchanges_turn" ON "edi_interchanges" USING btree ("direction","sender","sender_qualifier","recipient","recipient_qualifier","is_test","position") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX "edi_order_messages_interchange" ON "edi_order_messages" USING btree ("interchange_id");--> statement-breakpoint
CREATE UNIQUE INDEX "edi_orders_position" ON "edi_orders" USING btree ("position");--> statement-breakpoint
CREATE INDEX "edi_orders_store" ON "edi_orders" USING btree ("store_id","position","state");--> statement-breakpoint
CREATE INDEX "edi_orders_interchange" ON "edi_orders" USING btree ("interchange_id");--> statement-breakpoint
CREATE INDEX "edi_orders_document" ON "edi_orders" USING btree ("document_identifier","partner");--> statement-breakpoint
CREATE INDEX "edi_orders_partner" ON "edi_orders" USING btree ("partner","position");--> statement-breakpoint
CREATE INDEX "edi_orders_state" ON "edi_orders" USING btree ("state","position");--> statement-breakpoint
CREATE INDEX "edi_orders_created" ON "edi_orders" USING btree ("created_at","position");--> statement-breakpoint
CREATE INDEX "edi_orders_held" ON "edi_orders" USING btree ("held_for","position") WHERE held_for is not null;--> statement-breakpoint
CREATE INDEX "edi_orders_response_owed" ON "edi_orders" USING btree ("position") WHERE response_owed_since is not null;--> statement-breakpoint
CREATE INDEX "edi_orders_despatch_owed" ON "edi_orders" USING btree ("position") WHERE despatch_owed_since is not null;--> statement-breakpoint
CREATE INDEX "edi_orders_order" ON "edi_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "edi_orders_id_search" ON "edi_orders" USING gin ("id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_orders_search" ON "edi_orders" USING gin ((coalesce(utopia_order_number, '') || E'\n' || document_identifier || E'\n' || package_numbers || E'\n' || regexp_replace(coalesce(utopia_order_number, '') || E'\n' || document_identifier || E'\n' || package_numbers, '[^\u0001-\u007f]+', ' ', 'g')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_orders_interchange_search" ON "edi_orders" USING gin ("interchange_id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_orders_due" ON "edi_orders" USING btree ("step_at","position") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX "exos_position" ON "exos" USING btree ("position","status","store_id");--> statement-breakpoint
CREATE INDEX "exos_status" ON "exos" USING btree ("status","position","store_id");--> statement-breakpoint
CREATE INDEX "exos_store" ON "exos" USING btree ("store_id","position","status");--> statement-breakpoint
CREATE INDEX "exos_created" ON "exos" USING btree ("created_at","position","status","store_id");--> statement-breakpoint
CREATE INDEX "exos_updated" ON "exos" USING btree ("updated_at","position","status","store_id","created_at");--> statement-breakpoint
CREATE INDEX "exos_counted" ON "exos" USING btree ("status","step","updated_at","position");--> statement-breakpoint
CREATE INDEX "exos_search" ON "exos" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "exos_due" ON "exos" USING btree ("step_at") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX "exos_credit_owed" ON "exos" USING btree ("credit_owed_at","position") WHERE credit_owed_at is not null;--> statement-breakpoint
CREATE INDEX "outside_effects_exo" ON "outside_effects" USING btree ("exo_id");--> statement-breakpoint
CREATE INDEX "identity_records_expiry" ON "identity_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "label_products_barcodes" ON "label_products" USING gin ("barcodes");--> statement-breakpoint
CREATE UNIQUE INDEX "meta_products_store_position" ON "meta_products" USING btree ("store_id","position");--> statement-breakpoint
CREATE INDEX "meta_products_store_invalid" ON "meta_products" USING btree ("store_id","position") WHERE validation_messages <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "meta_products_store_codes" ON "meta_products" USING gin ("store_id","codes" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "meta_products_store_title" ON "meta_products" USING gin ("store_id","title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_position" ON "orders" USING btree ("position","status");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","position");--> statement-breakpoint
CREATE INDEX "orders_store" ON "orders" USING btree ("store_id","position","status");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","position","status");--> statement-breakpoint
CREATE INDEX "orders_store_created" ON "orders" USING btree ("store_id","created_at","position","status");--> statement-breakpoint
CREATE INDEX "orders_amount" ON "orders" USING btree ("amount","position","status","created_at");--> statement-breakpoint
CREATE INDEX "orders_store_amount" ON "orders" USING btree ("store_id","amount","position","status","created_at");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ("store_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_counted" ON "orders" USING btree ("status","modified_at","position");--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("step_at") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX "custom_rules_store" ON "custom_rules" USING btree ("store_id","priority");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_rules_idempotency" ON "custom_rules" USING btree ("created_by","idempotency_key");--> statement-breakpoint
CREATE INDEX "shipment_lines_order" ON "shipment_lines" USING gin ("store_id","order_number" gin_trgm_ops);--> statement-breakpoint
-- Bytes and long JSON that are read whole are not packed: that takes longer than all the rest.
ALTER TABLE "edi_files" ALTER COLUMN "content" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "edi_contents" ALTER COLUMN "content" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "edi_order_messages" ALTER COLUMN "message" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "edi_orders" ALTER COLUMN "lines" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "edi_orders" ALTER COLUMN "update_records" SET STORAGE EXTERNAL;
