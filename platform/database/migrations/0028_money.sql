-- Numbers with thousands separators, and those such as '.5' and '100.', were taken for none.
CREATE FUNCTION pg_temp."number_in"("said" text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN length("said") <= 60 AND trim("said") ~ '^[+-]?((\d+|\d{1,3}(,\d{3})+)(\.\d*)?|\.\d+)$'
		THEN replace(trim("said"), ',', '')::numeric END
$$;--> statement-breakpoint
UPDATE "orders" SET "amount" = coalesce(pg_temp.number_in("document"->>'amountPaid'), 0)::double precision
WHERE "amount" = 0 AND pg_temp.number_in("document"->>'amountPaid') <> 0;--> statement-breakpoint
-- A line that comes back is credited at its line price, else at its unit price by its quantity.
UPDATE "exos" SET "credit_owed" = coalesce((
	SELECT abs(sum(round(coalesce(pg_temp.number_in(item->>'Total'), pg_temp.number_in(item->>'Cost') * pg_temp.number_in(item->>'Quantity')), 2)))
	FROM jsonb_array_elements(CASE jsonb_typeof("document"#>'{exchange,Items}') WHEN 'array' THEN "document"#>'{exchange,Items}' ELSE '[]' END) AS item
	WHERE pg_temp.number_in(item->>'Quantity') < 0
), 0)::double precision
WHERE "credit_owed_at" IS NOT NULL;
