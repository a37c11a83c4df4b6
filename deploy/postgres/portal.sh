#!/bin/sh
# The portal's database and its account, which may not open the platform's. PostgreSQL's image runs this once, on an
# empty volume; docs/operate.md says how to run it on a server that is there already.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$PORTAL_DATABASE_PASSWORD" --set platform="${POSTGRES_DB:-utopia}" \
  --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
create role utopia_portal login password :'password';
create database utopia_portal owner utopia_portal;
revoke connect on database utopia_portal from public;
revoke connect on database :"platform" from public;
SQL
