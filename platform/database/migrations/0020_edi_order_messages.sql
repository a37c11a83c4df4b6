CREATE TABLE "edi_order_messages" (
	"order_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"list" text NOT NULL,
	"interchange_id" text NOT NULL,
	"message" json NOT NULL,
	CONSTRAINT "edi_order_messages_pk" PRIMARY KEY("order_id","ordinal")
);
--> statement-breakpoint
ALTER TABLE "edi_order_messages" ADD CONSTRAINT "edi_order_messages_order_id_edi_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."edi_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edi_order_messages" ALTER COLUMN "message" SET STORAGE EXTERNAL;--> statement-breakpoint
-- The messages of an order document become rows of their own.
INSERT INTO "edi_order_messages" ("order_id", "ordinal", "list", "interchange_id", "message")
SELECT "edi_orders"."id", "each"."ordinal", "each"."entry" ->> 'list', "each"."entry" ->> 'interchangeId', "each"."entry" -> 'message'
FROM "edi_orders", jsonb_array_elements("messages") WITH ORDINALITY AS "each"("entry", "ordinal");--> statement-breakpoint
ALTER TABLE "edi_orders" ALTER COLUMN "package_numbers" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "edi_orders" ALTER COLUMN "package_numbers" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "edi_orders" DROP COLUMN "messages";--> statement-breakpoint
-- What its messages name was a list in JSON.
UPDATE "edi_orders" SET "package_numbers" = coalesce((
	SELECT string_agg("number", E'\n') FROM jsonb_array_elements_text("package_numbers"::jsonb) AS n("number")
), '');--> statement-breakpoint
ALTER TABLE "edi_orders" ALTER COLUMN "lines" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "edi_orders" ALTER COLUMN "update_records" SET DATA TYPE json;--> statement-breakpoint
-- Long JSON is written and read as it is: packing it takes longer than all the rest.
ALTER TABLE "edi_orders" ALTER COLUMN "lines" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "edi_orders" ALTER COLUMN "update_records" SET STORAGE EXTERNAL;
