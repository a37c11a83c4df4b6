DROP INDEX "edi_interchanges_file";--> statement-breakpoint
DROP INDEX "edi_interchanges_due";--> statement-breakpoint
DROP INDEX "edi_orders_due";--> statement-breakpoint
ALTER TABLE "edi_files" ADD COLUMN "taken_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "edi_interchanges_file" ON "edi_interchanges" USING btree ("file_id","position");--> statement-breakpoint
CREATE INDEX "edi_interchanges_due" ON "edi_interchanges" USING btree ("step_at","position") WHERE step_at is not null;--> statement-breakpoint
CREATE INDEX "edi_orders_due" ON "edi_orders" USING btree ("step_at","position") WHERE step_at is not null;--> statement-breakpoint
-- A file that was interrupted is gone on with behind the interchanges that are there.
UPDATE "edi_files" SET "taken_count" = (
	SELECT count(*) FROM "edi_interchanges" WHERE "file_id" = "edi_files"."id"
) WHERE "is_arriving";
