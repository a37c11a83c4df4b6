CREATE TABLE "edi_partners" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"identification" text NOT NULL,
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
	"is_active" boolean NOT NULL,
	"revision" integer NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "edi_partners_identification_unique" UNIQUE("identification")
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
ALTER TABLE "edi_interchanges" ADD COLUMN "partner" text GENERATED ALWAYS AS (case direction when 'outbound' then recipient else sender end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_partners" ADD CONSTRAINT "edi_partners_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edi_files_name_search" ON "edi_files" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_interchanges_file" ON "edi_interchanges" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "edi_interchanges_partner" ON "edi_interchanges" USING btree ("partner","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_state" ON "edi_interchanges" USING btree ("state","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_test" ON "edi_interchanges" USING btree ("is_test","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_created" ON "edi_interchanges" USING btree ("created_at","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_refused" ON "edi_interchanges" USING btree ("position") WHERE refused_messages <> '[]'::jsonb and handled_at is null;--> statement-breakpoint
CREATE INDEX "edi_orders_document_search" ON "edi_orders" USING gin ("document_identifier" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "edi_orders_partner" ON "edi_orders" USING btree ("partner","position");--> statement-breakpoint
CREATE INDEX "edi_orders_state" ON "edi_orders" USING btree ("state","position");--> statement-breakpoint
CREATE INDEX "edi_orders_created" ON "edi_orders" USING btree ("created_at","position");--> statement-breakpoint
CREATE INDEX "edi_orders_response_owed" ON "edi_orders" USING btree ("position") WHERE response_owed_since is not null;--> statement-breakpoint
CREATE INDEX "edi_orders_despatch_owed" ON "edi_orders" USING btree ("position") WHERE despatch_owed_since is not null;