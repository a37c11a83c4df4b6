CREATE TABLE "delayed_work" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"failure" text NOT NULL,
	CONSTRAINT "delayed_work_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
DROP INDEX "action_events_waiting";--> statement-breakpoint
ALTER TABLE "action_events" ADD COLUMN "step_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "action_events" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "submitted" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parcel" jsonb;--> statement-breakpoint
CREATE INDEX "action_events_due" ON "action_events" USING btree ("step_at") WHERE performed_at is null;--> statement-breakpoint
CREATE INDEX "action_events_claimed" ON "action_events" USING btree ("target") WHERE claimed_at is not null and performed_at is null;