#!/bin/bash
# Starts the database in production, with its log archived. New volumes belong to root, and so does the folder around the database's own,
# which the image makes: a restore to a moment puts another beside it (docs/operations.md, 'To a moment').
set -eu
mkdir -p "${PGDATA%/*}"
chown postgres: /archive /backup "${PGDATA%/*}"
exec docker-entrypoint.sh postgres -c archive_mode=on -c archive_timeout=60s \
  -c 'archive_command=sh /opt/preisportal/archive-log.sh %p /archive/%f.gz'
