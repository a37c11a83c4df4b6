CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"signed" text NOT NULL,
	CONSTRAINT "audit_head_one" CHECK ("audit_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_lines" (
	"n" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"did" text NOT NULL,
	"record" text NOT NULL,
	"href" text NOT NULL,
	"outcome" text NOT NULL,
	"why" text NOT NULL,
	"address" text NOT NULL,
	"correlation_id" text NOT NULL,
	"before" text NOT NULL,
	"hash" text NOT NULL,
	"erases" jsonb,
	"erased_by" integer,
	"search_text" text NOT NULL,
	CONSTRAINT "audit_lines_n" CHECK ("audit_lines"."n" > 0)
);
--> statement-breakpoint
CREATE TABLE "logout_tokens" (
	"jti" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people_signed_in" (
	"subject" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"roles" text[] NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revocations" (
	"scope" text NOT NULL,
	"owner" text NOT NULL,
	"revoked_before" timestamp with time zone NOT NULL,
	"spared_session" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "revocations_scope_owner_pk" PRIMARY KEY("scope","owner"),
	CONSTRAINT "revocation_of" CHECK ("revocations"."scope" in ('person', 'provider session'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"sid" text,
	"device" text NOT NULL,
	"content" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"renewing_until" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_choices" (
	"token" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_reviews" (
	"token" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"run" text NOT NULL,
	"n" integer NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"href" text NOT NULL,
	"token" text NOT NULL,
	"seen" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"said" text,
	"back_label" text,
	"back_href" text,
	"at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"is_tried" boolean DEFAULT false NOT NULL,
	"before" jsonb,
	"outcome" jsonb,
	"followed_at" timestamp with time zone,
	CONSTRAINT "bulk_rows_run_n_pk" PRIMARY KEY("run","n"),
	CONSTRAINT "bulk_rows_claim" CHECK (("bulk_rows"."state" = 'sending') = ("bulk_rows"."claimed_until" is not null)),
	CONSTRAINT "bulk_rows_back" CHECK (("bulk_rows"."back_label" is null) = ("bulk_rows"."back_href" is null))
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"alias" text NOT NULL,
	"list" text NOT NULL,
	"action" text NOT NULL,
	"label" text NOT NULL,
	"what" text NOT NULL,
	"words" text NOT NULL,
	"list_href" text NOT NULL,
	"title" text NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"active_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "failed_commands" (
	"subject" text NOT NULL,
	"command" text NOT NULL,
	"what" text NOT NULL,
	"why" text NOT NULL,
	"href" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "failed_commands_subject_command_pk" PRIMARY KEY("subject","command")
);
--> statement-breakpoint
CREATE TABLE "followed_commands" (
	"submission" text NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"alias" text NOT NULL,
	"id" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb NOT NULL,
	"object" text NOT NULL,
	"name" text NOT NULL,
	"href" text NOT NULL,
	"close_to" text NOT NULL,
	"panel" text,
	"at" timestamp with time zone NOT NULL,
	"outcome" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "followed_commands_subject_submission_pk" PRIMARY KEY("subject","submission")
);
--> statement-breakpoint
CREATE TABLE "last_submissions" (
	"command" text PRIMARY KEY NOT NULL,
	"submission" text NOT NULL,
	"verb" text NOT NULL,
	"object" text NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edi_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"sealed" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"id" text PRIMARY KEY NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "credits_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"store" text NOT NULL,
	"order_id" text NOT NULL,
	"customer" text NOT NULL,
	"customer_search" text NOT NULL,
	"cents" bigint,
	"or_more" boolean NOT NULL,
	"since" text,
	"since_at" timestamp with time zone,
	"turns" integer NOT NULL,
	"given_at" timestamp with time zone,
	"given_by" text,
	"because" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credits_given_whole" CHECK (num_nulls(given_at, given_by, because) in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "credits_asked" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" text,
	"page" integer NOT NULL,
	CONSTRAINT "credits_asked_one" CHECK ("credits_asked"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "label_reports" (
	"store" text NOT NULL,
	"is" text NOT NULL,
	"barcode" text NOT NULL,
	"design" text NOT NULL,
	"title" text NOT NULL,
	"copies" integer NOT NULL,
	"price" text NOT NULL,
	"was" text NOT NULL,
	"was_book" text NOT NULL,
	"book" text NOT NULL,
	"book_price" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "label_reports_store_barcode_design_at_is_price_was_pk" PRIMARY KEY("store","barcode","design","at","is","price","was"),
	CONSTRAINT "label_reports_copies" CHECK ("label_reports"."copies" > 0)
);
--> statement-breakpoint
CREATE TABLE "label_jobs" (
	"alias" text NOT NULL,
	"station" text NOT NULL,
	"id" text NOT NULL,
	"place" integer NOT NULL,
	"title" text NOT NULL,
	"label" jsonb NOT NULL,
	"priced" jsonb,
	"scan" text,
	"by" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"priced_at" bigint,
	"state" text NOT NULL,
	"since" bigint NOT NULL,
	"reason" text NOT NULL,
	"lease" text,
	"browser" text,
	"printer" text,
	"notices" jsonb,
	"hold" text,
	"page" text,
	"is_closed" boolean,
	"is_void" boolean,
	"version" integer NOT NULL,
	CONSTRAINT "label_jobs_alias_station_id_pk" PRIMARY KEY("alias","station","id"),
	CONSTRAINT "label_jobs_alias_station_lease_unique" UNIQUE("alias","station","lease")
);
--> statement-breakpoint
CREATE TABLE "label_stations" (
	"alias" text NOT NULL,
	"id" text NOT NULL,
	"name" text,
	"is_paused" boolean NOT NULL,
	"version" integer NOT NULL,
	"worker" jsonb,
	"key_hash" text,
	"key_by" text,
	"key_at" bigint,
	"key_subject" text,
	"batch" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "label_stations_alias_id_pk" PRIMARY KEY("alias","id")
);
--> statement-breakpoint
CREATE TABLE "price_moves" (
	"rule" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"store" text NOT NULL,
	"href" text NOT NULL,
	"raised" integer NOT NULL,
	"freed" integer NOT NULL,
	"of" integer NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_turns" (
	"store" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_undo" (
	"subject" text NOT NULL,
	"store" text NOT NULL,
	"rule" text NOT NULL,
	"before" text NOT NULL,
	"stand" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rule_undo_subject_store_rule_pk" PRIMARY KEY("subject","store","rule")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"subject" text NOT NULL,
	"path" text NOT NULL,
	"content" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_subject_path_pk" PRIMARY KEY("subject","path")
);
--> statement-breakpoint
CREATE TABLE "flash_messages" (
	"session" text NOT NULL,
	"place" text NOT NULL,
	"content" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "flash_messages_session_place_pk" PRIMARY KEY("session","place")
);
--> statement-breakpoint
CREATE TABLE "form_tokens" (
	"subject" text NOT NULL,
	"about" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "form_tokens_subject_about_pk" PRIMARY KEY("subject","about")
);
--> statement-breakpoint
CREATE TABLE "rate_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"subject" text NOT NULL,
	"token" text NOT NULL,
	"state" text NOT NULL,
	"run" text NOT NULL,
	"leased_until" timestamp with time zone,
	"done_at" timestamp with time zone,
	"outcome" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "submissions_subject_token_pk" PRIMARY KEY("subject","token"),
	CONSTRAINT "submission_state" CHECK (case "submissions"."state"
            when 'running' then "submissions"."leased_until" is not null and "submissions"."done_at" is null and "submissions"."outcome" is null
            when 'done' then "submissions"."leased_until" is null and "submissions"."done_at" is not null and "submissions"."outcome" is not null
            when 'failed' then "submissions"."leased_until" is null and "submissions"."done_at" is null and "submissions"."outcome" is not null
            else false end)
);
--> statement-breakpoint
CREATE TABLE "unclaimed_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "handled_records" (
	"record" integer PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"href" text NOT NULL,
	"revision" text NOT NULL,
	"lines" text[] NOT NULL,
	"since" timestamp with time zone,
	"because" text NOT NULL,
	"looked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "noted_records" (
	"n" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "noted_records_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"store" text NOT NULL,
	"id" text NOT NULL,
	"turns" integer DEFAULT 0 NOT NULL,
	"had_by" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "noted_records_kind_store_id_unique" UNIQUE("kind","store","id")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"record" integer NOT NULL,
	"id" text NOT NULL,
	"turn" integer NOT NULL,
	"subject" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"text" text NOT NULL,
	"is_handling" boolean NOT NULL,
	CONSTRAINT "notes_record_id_pk" PRIMARY KEY("record","id"),
	CONSTRAINT "notes_record_turn_unique" UNIQUE("record","turn"),
	CONSTRAINT "notes_length" CHECK (char_length("notes"."text") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "record_holders" (
	"record" integer PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"href" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"subject" text PRIMARY KEY NOT NULL,
	"chosen" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"folded_name" text NOT NULL,
	"href" text NOT NULL,
	"subject" text NOT NULL,
	"owner_name" text NOT NULL,
	"role" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_subject_foldedName_unique" UNIQUE("subject","folded_name"),
	CONSTRAINT "saved_views_name" CHECK (char_length("saved_views"."name") between 1 and 60),
	CONSTRAINT "saved_views_role" CHECK ("saved_views"."role" in ('Admin', 'User', 'PrintLabel', 'Store'))
);
--> statement-breakpoint
CREATE TABLE "view_pins" (
	"subject" text NOT NULL,
	"view" text NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "view_pins_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "view_pins_subject_view_pk" PRIMARY KEY("subject","view")
);
--> statement-breakpoint
CREATE TABLE "snoozed_lines" (
	"subject" text NOT NULL,
	"line" text NOT NULL,
	"revision" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "snoozed_lines_subject_line_pk" PRIMARY KEY("subject","line")
);
--> statement-breakpoint
CREATE TABLE "today_visits" (
	"subject" text PRIMARY KEY NOT NULL,
	"last" jsonb NOT NULL,
	"before" jsonb,
	"day" jsonb,
	"work" text[],
	"clear_since" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_queues" (
	"subject" text NOT NULL,
	"work" text NOT NULL,
	"kind" text NOT NULL,
	"alias" text NOT NULL,
	"list" text NOT NULL,
	"list_href" text NOT NULL,
	"title" text NOT NULL,
	"listed_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"is_cut" boolean NOT NULL,
	"entries" jsonb NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "work_queues_subject_work_pk" PRIMARY KEY("subject","work")
);
--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_run_bulk_runs_id_fk" FOREIGN KEY ("run") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_jobs" ADD CONSTRAINT "label_jobs_alias_station_label_stations_alias_id_fk" FOREIGN KEY ("alias","station") REFERENCES "public"."label_stations"("alias","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handled_records" ADD CONSTRAINT "handled_records_record_noted_records_n_fk" FOREIGN KEY ("record") REFERENCES "public"."noted_records"("n") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_record_noted_records_n_fk" FOREIGN KEY ("record") REFERENCES "public"."noted_records"("n") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_holders" ADD CONSTRAINT "record_holders_record_noted_records_n_fk" FOREIGN KEY ("record") REFERENCES "public"."noted_records"("n") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_pins" ADD CONSTRAINT "view_pins_view_saved_views_id_fk" FOREIGN KEY ("view") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_lines_at" ON "audit_lines" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_subject_index" ON "sessions" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "sessions_sid_index" ON "sessions" USING btree ("sid");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "bulk_choices_subject_index" ON "bulk_choices" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "bulk_reviews_subject_index" ON "bulk_reviews" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "bulk_runs_subject_begun_at_index" ON "bulk_runs" USING btree ("subject","begun_at");--> statement-breakpoint
CREATE INDEX "edi_uploads_subject" ON "edi_uploads" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "credits_owed" ON "credits" USING btree ("place") WHERE given_at is null;--> statement-breakpoint
CREATE INDEX "credits_given" ON "credits" USING btree ("place") WHERE given_at is not null;--> statement-breakpoint
CREATE INDEX "label_reports_expires_at" ON "label_reports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "label_stations_name" ON "label_stations" USING btree ("alias",lower("name"));--> statement-breakpoint
CREATE INDEX "form_tokens_expires_at_index" ON "form_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_counts_expires_at_index" ON "rate_counts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "submissions_expires_at_index" ON "submissions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "handled_records_at_index" ON "handled_records" USING btree ("at");--> statement-breakpoint
CREATE INDEX "record_holders_subject_at_index" ON "record_holders" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "saved_views_role_index" ON "saved_views" USING btree ("role");--> statement-breakpoint
CREATE INDEX "view_pins_view_index" ON "view_pins" USING btree ("view");