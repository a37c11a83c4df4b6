-- Substring searches stand on trigram indexes.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
