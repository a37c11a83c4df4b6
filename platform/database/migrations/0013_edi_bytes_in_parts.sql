-- Long files are read in parts, which compressed bytes would have to be unpacked for as a whole, again and again.
ALTER TABLE "edi_files" ALTER COLUMN "content" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "edi_contents" ALTER COLUMN "content" SET STORAGE EXTERNAL;
