CREATE TABLE "edi_parts" (
	"owner_id" text NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "edi_parts_pk" PRIMARY KEY("owner_id","number")
);
--> statement-breakpoint
CREATE INDEX "edi_parts_created" ON "edi_parts" USING btree ("created_at");--> statement-breakpoint
-- Bytes that are read whole are not packed.
ALTER TABLE "edi_parts" ALTER COLUMN "content" SET STORAGE EXTERNAL;
