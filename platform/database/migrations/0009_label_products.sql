CREATE TABLE "label_products" (
	"price_book" text NOT NULL,
	"position" integer NOT NULL,
	"level_codes" text NOT NULL,
	"barcodes" text[] NOT NULL,
	"clr_code" text NOT NULL,
	"colour_name" text NOT NULL,
	"product_name" text NOT NULL,
	"brand" text NOT NULL,
	"season" text NOT NULL,
	"occasion" text NOT NULL,
	"department" text NOT NULL,
	"sizing" text NOT NULL,
	"document" jsonb NOT NULL,
	CONSTRAINT "label_products_price_book_position_pk" PRIMARY KEY("price_book","position")
);
--> statement-breakpoint
CREATE INDEX "label_products_barcodes" ON "label_products" USING gin ("barcodes");