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
CREATE TABLE "vouchers" (
	"code_digest" text PRIMARY KEY NOT NULL,
	"balance" numeric(12, 2) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"fails" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "custom_rules" ADD CONSTRAINT "custom_rules_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "custom_rules_store" ON "custom_rules" USING btree ("store_id","priority");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_rules_idempotency" ON "custom_rules" USING btree ("created_by","idempotency_key");