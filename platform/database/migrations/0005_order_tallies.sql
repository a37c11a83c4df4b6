-- Adds a set of orders to the tallies, or takes it away. Rows are written in one order, so that two
-- transactions never wait for each other in a circle.
CREATE FUNCTION "tally_added_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tallies (store_id, status, block, orders)
  SELECT place.store_id, added.status, place.block, count(*)
  FROM added
  CROSS JOIN LATERAL (VALUES (added.store_id, added.store_position / 4000), (0::smallint, added.position / 4000))
    AS place (store_id, block)
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (store_id, status, block) DO UPDATE SET orders = order_tallies.orders + excluded.orders;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "tally_moved_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tallies (store_id, status, block, orders)
  SELECT place.store_id, moved.status, place.block, sum(moved.orders)
  FROM (
    SELECT store_id, status, position, store_position, 1 AS orders FROM added
    UNION ALL
    SELECT store_id, status, position, store_position, -1 FROM removed
  ) AS moved
  CROSS JOIN LATERAL (VALUES (moved.store_id, moved.store_position / 4000), (0::smallint, moved.position / 4000))
    AS place (store_id, block)
  GROUP BY 1, 2, 3
  HAVING sum(moved.orders) <> 0
  ORDER BY 1, 2, 3
  ON CONFLICT (store_id, status, block) DO UPDATE SET orders = order_tallies.orders + excluded.orders;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "tally_removed_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tallies (store_id, status, block, orders)
  SELECT place.store_id, removed.status, place.block, -count(*)
  FROM removed
  CROSS JOIN LATERAL (VALUES (removed.store_id, removed.store_position / 4000), (0::smallint, removed.position / 4000))
    AS place (store_id, block)
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (store_id, status, block) DO UPDATE SET orders = order_tallies.orders + excluded.orders;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_added" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_added_orders();--> statement-breakpoint
CREATE TRIGGER "orders_moved" AFTER UPDATE ON "orders" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_moved_orders();--> statement-breakpoint
CREATE TRIGGER "orders_removed" AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_removed_orders();
