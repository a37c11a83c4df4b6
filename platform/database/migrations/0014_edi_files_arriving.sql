ALTER TABLE "edi_files" ADD COLUMN "is_arriving" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "edi_files_arriving" ON "edi_files" USING btree ("created_at") WHERE is_arriving;--> statement-breakpoint
CREATE INDEX "edi_interchanges_staged" ON "edi_interchanges" USING btree ("staged_as") WHERE staged_as is not null;