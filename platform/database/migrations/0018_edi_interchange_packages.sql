ALTER TABLE "edi_interchanges" ADD COLUMN "package_numbers" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- What has come and gone already learns the SSCCs of its advices; as text, since a broken file may hold what no jsonb does.
UPDATE "edi_interchanges" SET "package_numbers" = coalesce((
	SELECT string_agg(DISTINCT "number"[1], E'\n')
	FROM "edi_contents", regexp_matches(convert_from("messages", 'UTF8'), '"(\d{18})"', 'g') AS n("number")
	WHERE "interchange_id" = "id"
), '') WHERE 'DESADV' = ANY("message_types");--> statement-breakpoint
CREATE INDEX "edi_interchanges_package_search" ON "edi_interchanges" USING gin ("package_numbers" gin_trgm_ops);
