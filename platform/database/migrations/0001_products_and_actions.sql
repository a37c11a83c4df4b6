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
	"performed_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "identity_records" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"expires_at" timestamp with time zone
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
CREATE TABLE "seed_marks" (
	"size" text PRIMARY KEY NOT NULL,
	"products" integer NOT NULL,
	"finished_at" timestamp with time zone NOT NULL
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
ALTER TABLE "meta_products" ADD CONSTRAINT "meta_products_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "action_events_idempotency" ON "action_events" USING btree ("subject","idempotency_key");--> statement-breakpoint
CREATE INDEX "action_events_waiting" ON "action_events" USING btree ("submitted_at") WHERE performed_at is null;--> statement-breakpoint
CREATE INDEX "identity_records_expiry" ON "identity_records" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "meta_products_store_position" ON "meta_products" USING btree ("store_id","position");--> statement-breakpoint
CREATE INDEX "meta_products_store_invalid" ON "meta_products" USING btree ("store_id","position") WHERE validation_messages <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "meta_products_codes" ON "meta_products" USING gin ("codes" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "meta_products_title" ON "meta_products" USING gin ("title" gin_trgm_ops);