CREATE TABLE "blobs" (
	"id" text PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exos" (
	"id" text PRIMARY KEY NOT NULL,
	"store_id" smallint NOT NULL,
	"position" integer NOT NULL,
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
	"histories" jsonb NOT NULL
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
ALTER TABLE "exos" ADD CONSTRAINT "exos_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exos_position" ON "exos" USING btree ("position");--> statement-breakpoint
CREATE INDEX "exos_status" ON "exos" USING btree ("status","position","store_id");--> statement-breakpoint
CREATE INDEX "exos_store" ON "exos" USING btree ("store_id","position","status");--> statement-breakpoint
CREATE INDEX "exos_search" ON "exos" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "exos_due" ON "exos" USING btree ("step_at") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX "outside_effects_exo" ON "outside_effects" USING btree ("exo_id");