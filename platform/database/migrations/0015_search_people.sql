-- What a search for an order looks through learns names, phones and places; each line a second time without its marks.
UPDATE "orders" SET "search_text" = "search_text" || coalesce((
	SELECT string_agg(DISTINCT E'\n' || "line", '') FROM (
		SELECT trim("customer"->>'name') FROM (SELECT "document"->'customer') AS c("customer")
		UNION ALL SELECT regexp_replace("document"#>>'{customer,phone}', '\D', '', 'g')
		UNION ALL SELECT unnest(ARRAY[
			trim("address"->>'name'),
			regexp_replace("address"->>'phone', '\D', '', 'g'),
			concat_ws(' ', nullif(trim("address"->>'suburb'), ''), nullif(trim("address"->>'state'), ''), nullif(trim("address"->>'postcode'), ''))
		]) FROM jsonb_array_elements(CASE jsonb_typeof("document"->'addresses') WHEN 'array' THEN "document"->'addresses' ELSE '[]'::jsonb END) AS a("address")
	) AS said("text")
	CROSS JOIN LATERAL (VALUES ("text"), (regexp_replace(normalize("text", NFD), '[\u0300-\u036F]', '', 'g'))) AS lines("line")
	WHERE "line" <> ''
), '');--> statement-breakpoint
-- That for a return learns whose it is and how it travels.
UPDATE "exos" SET "search_text" = "search_text" || coalesce((
	SELECT string_agg(DISTINCT E'\n' || "line", '') FROM (
		SELECT concat_ws(' ', nullif("document"#>>'{exchange,Customer,FirstName}', ''), nullif("document"#>>'{exchange,Customer,LastName}', ''))
		UNION ALL SELECT "document"#>>'{exchange,Customer,Ap21CustomerCode}'
		UNION ALL SELECT unnest(ARRAY["reference"#>>'{meta,consignment_id}', "reference"#>>'{meta,article_id}'])
			FROM jsonb_array_elements("reference_list") AS r("reference")
	) AS said("text")
	CROSS JOIN LATERAL (VALUES ("text"), (regexp_replace(normalize("text", NFD), '[\u0300-\u036F]', '', 'g'))) AS lines("line")
	WHERE "line" <> ''
), '');--> statement-breakpoint
-- And that for a product by code its barcodes.
UPDATE "meta_products" SET "codes" = "codes" || coalesce((
	SELECT string_agg(DISTINCT E'\n' || "value", '')
	FROM jsonb_array_elements("variants") AS v("variant"),
		jsonb_each_text(CASE jsonb_typeof("variant"->'attributes') WHEN 'object' THEN "variant"->'attributes' ELSE '{}'::jsonb END) AS a("name", "value")
	WHERE jsonb_typeof("variant"->'attributes'->"name") = 'string' AND "value" ~ '^\d{12,14}$'
), '');
