CREATE INDEX IF NOT EXISTS "edi_interchanges_odd_letters" ON "edi_interchanges" USING btree ("position") WHERE (coalesce(control_reference, '') || document_identifiers || package_numbers || order_numbers) ~ '[^\u0001-\u007f]';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "edi_orders_odd_letters" ON "edi_orders" USING btree ("position") WHERE (coalesce(utopia_order_number, '') || document_identifier || package_numbers) ~ '[^\u0001-\u007f]';--> statement-breakpoint
-- Without these, many rows would be thought to hold such letters, and all would be read.
CREATE STATISTICS IF NOT EXISTS "edi_interchanges_odd_letters_counted" ON (coalesce(control_reference, '') || document_identifiers || package_numbers || order_numbers) FROM "edi_interchanges";--> statement-breakpoint
CREATE STATISTICS IF NOT EXISTS "edi_orders_odd_letters_counted" ON (coalesce(utopia_order_number, '') || document_identifier || package_numbers) FROM "edi_orders";
