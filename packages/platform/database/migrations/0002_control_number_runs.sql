ALTER TABLE "edi_settled_gaps" DROP CONSTRAINT "edi_settled_gaps_pk";--> statement-breakpoint
ALTER TABLE "edi_settled_gaps" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "edi_settled_gaps" ADD CONSTRAINT "edi_settled_gaps_pk" PRIMARY KEY("direction","sender","sender_qualifier","recipient","recipient_qualifier","run","first","last");--> statement-breakpoint
-- Gaps were sought among the numbers of all time: one that was settled is settled in every run that had begun by then.
INSERT INTO edi_settled_gaps (direction, sender, sender_qualifier, recipient, recipient_qualifier, run, first, last, reason, settled_by, settled_at)
SELECT direction, sender, sender_qualifier, recipient, recipient_qualifier, began.run, first, last, reason, settled_by, settled_at
FROM edi_settled_gaps JOIN (
  SELECT direction, sender, sender_qualifier, recipient, recipient_qualifier, run, min(created_at) AS began_at
  FROM (
    SELECT *, max(generation) OVER (PARTITION BY direction, sender, sender_qualifier, recipient, recipient_qualifier ORDER BY position) AS run
    FROM (
      SELECT *, sum(CASE WHEN is_new AND NOT is_repeated THEN 1 ELSE 0 END)
        OVER (PARTITION BY direction, sender, sender_qualifier, recipient, recipient_qualifier, is_test, control_reference ORDER BY position) AS generation
      FROM (
        SELECT *, row_number() OVER (PARTITION BY direction, sender, sender_qualifier, recipient, recipient_qualifier, is_test, control_reference, digest ORDER BY position) > 1 AS is_repeated,
          digest <> lag(digest) OVER reference AND abs(day - lag(day) OVER reference) > days AS is_new
        FROM (
          SELECT direction, sender, sender_qualifier, recipient, recipient_qualifier, is_test, control_reference, digest, position, created_at,
            coalesce((terms->>'reference_window_days')::int, 365) AS days,
            coalesce(nullif(left(prepared_at, 10), '')::date, (created_at AT TIME ZONE 'UTC')::date) AS day
          FROM edi_interchanges LEFT JOIN edi_partners ON identification = sender
          WHERE direction <> 'unspecified' AND control_reference ~ '^[0-9]{1,14}$'
        ) AS dated
        WINDOW reference AS (PARTITION BY direction, sender, sender_qualifier, recipient, recipient_qualifier, is_test, control_reference ORDER BY position)
      ) AS compared
    ) AS generations
  ) AS runs
  GROUP BY direction, sender, sender_qualifier, recipient, recipient_qualifier, run
) AS began USING (direction, sender, sender_qualifier, recipient, recipient_qualifier)
WHERE began.run > 0 AND began.began_at <= settled_at;
