ALTER TABLE "audit_lines" ADD COLUMN "submission" text;--> statement-breakpoint
ALTER TABLE "followed_commands" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "followed_commands_subject_at_index" ON "followed_commands" USING btree ("subject","at");