#!/bin/bash
# Starts the database in production, with its log archived. New volumes belong to root, and so does the folder around the database's own,
# which the image makes: a restore to a moment puts another beside it (docs/operations.md, 'To a moment').
set -eu
mkdir -p "${PGDATA%/*}"
chown postgres: /archive /backup "${PGDATA%/*}"
# For the 4 GB of docker-compose.yml: a quarter for the database's own pages.
exec docker-entrypoint.sh postgres -c shared_buffers=1GB -c effective_cache_size=2500MB -c maintenance_work_mem=256MB \
  -c max_wal_size=4GB -c wal_compression=on -c archive_mode=on -c archive_timeout=60s \
  -c 'archive_command=sh /opt/preisportal/archive-log.sh %p /archive/%f.gz'
