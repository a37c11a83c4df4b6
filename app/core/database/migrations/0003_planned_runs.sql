ALTER TABLE "bulk_runs" ADD COLUMN "run_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "session" text;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD COLUMN "run_at_claimed_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "bulk_runs_run_at_index" ON "bulk_runs" USING btree ("run_at");