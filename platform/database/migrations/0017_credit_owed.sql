ALTER TABLE "exos" ADD COLUMN "credit_owed" double precision;--> statement-breakpoint
ALTER TABLE "exos" ADD COLUMN "credit_owed_at" timestamp with time zone;--> statement-breakpoint
-- What the history of a return says has to be credited by hand: the lines that come back, at their price.
UPDATE "exos" SET
	"credit_owed_at" = (
		SELECT min(("record"->>'created_at')::timestamptz) FROM jsonb_array_elements("histories") AS h("record")
		WHERE "record"->>'action' = 'return-credit:manual-action'
	),
	"credit_owed" = coalesce((
		SELECT round(abs(sum(
			CASE WHEN "item"->>'Quantity' ~ '^-\d{1,9}(\.\d+)?$' AND "item"->>'Quantity' ~ '[1-9]' AND "item"->>'Total' ~ '^-?\d{1,12}(\.\d+)?$'
				THEN ("item"->>'Total')::numeric ELSE 0 END
		)), 2)::double precision
		FROM jsonb_array_elements(CASE jsonb_typeof("document"#>'{exchange,Items}') WHEN 'array' THEN "document"#>'{exchange,Items}' ELSE '[]'::jsonb END) AS i("item")
	), 0)
WHERE "histories" @> '[{"action": "return-credit:manual-action"}]'::jsonb;--> statement-breakpoint
CREATE INDEX "exos_credit_owed" ON "exos" USING btree ("credit_owed_at","position") WHERE credit_owed_at is not null;
